// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/standing_report.h"

#include "engine/core/error.h"
#include "engine/distributed/standings.h"

namespace lockstep {

Trainer::Outcome runAndTell(Trainer& trainer, const ProcessGroup& group, RankRecorder& recorder)
{
    try {
        return trainer.run();
    } catch (const EngineError& error) {
        const auto* source = dynamic_cast<const StandingsSource*>(&group);
        if (source != nullptr && error.code() == ExitCode::PeerLost)
            for (const Sentence& row : describeStandings(source->standings()))
                recorder.warn(row);
        throw;
    }
}

} // namespace lockstep
