// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/memory_watch.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/sentence.h"

#include <cstdint>

namespace lockstep {

/// How much a report says about why an attempt ended. One death makes many ranks complain about each other,
/// so a later, stronger cause replaces a weaker one; among equals the one that was said first wins.
enum class CauseStrength {
    None,
    Symptom,      ///< a rank lost the others and cannot say whom
    NamedSymptom, ///< a rank lost the others and names one
    LostHost,     ///< a supervisor is out of reach, with all its ranks
    Origin,       ///< a rank died of a signal, or ended with an error of its own
};

struct Cause {
    CauseStrength strength = CauseStrength::None;
    int exitCode = 0; ///< an ExitCode, or 128 + signal
    int culprit = -1; ///< rank, where known and no server
    Sentence message;
    std::int64_t saidNs = 0; ///< when, on this host's monotonic clock; 0: on another host, or not known
    bool operator==(const Cause&) const = default;
};

class Verdict {
public:
    /// True when `cause` is now the verdict.
    bool offer(const Cause& cause);
    bool failed() const { return m_cause.strength != CauseStrength::None; }
    const Cause& cause() const { return m_cause; }

private:
    Cause m_cause;
};

/// What a process of a run left behind when it ended.
struct RankEnd {
    Role role = Role::Rank;
    int rank = 0;               ///< within its role
    std::string hostName;       ///< of the drawing
    int exitCode = 0;           ///< an ExitCode, or 128 + signal
    bool killedByUs = false;    ///< the signal was the supervisor's own
    bool toldToEnd = false;     ///< it ended after it had been asked to
    Sentence message;           ///< of its journal's last record, else the end of its text log
    int culprit = -1;           ///< of its journal's last record
    std::int64_t saidNs = 0;    ///< of its journal's last record, on the monotonic clock
    std::int64_t peakBytes = 0; ///< the most that it had resident
    MemoryShortage memory{};    ///< of its host, when it ended
};
/// The cause that this end stands for: None after success, a stop, or what the supervisor itself brought
/// about. `known`: the verdict so far. A rank that others have lost patience with, and that says on its way
/// out that its device hangs, has told the reason.
Cause causeOf(const RankEnd& end, const Cause& known = {});
/// Whether the run goes on without whom ended.
bool isOutlived(const RankEnd& end, const TrainingSpec& training);

} // namespace lockstep
