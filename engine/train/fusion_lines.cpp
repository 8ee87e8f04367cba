// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/fusion_lines.h"

#include "engine/train/number_text.h"

namespace lockstep {

std::vector<std::string> fusionLines(const std::vector<FusionChoice>& choices)
{
    using Kind = FusionChoice::Kind;
    std::vector<std::string> lines;
    for (const Kind kind : {Kind::Statistics, Kind::Normalize}) {
        int compared = 0;
        int taken = 0;
        double saved = 0;
        for (const FusionChoice& each : choices)
            if (each.kind == kind) {
                ++compared;
                taken += each.taken ? 1 : 0;
                saved += each.taken ? each.separateSeconds - each.fusedSeconds : 0;
            }
        if (compared == 0)
            continue;
        const bool training = kind == Kind::Statistics;
        lines.push_back(std::string(training ? "convolutions that sum for their batch norm"
                                             : "convolutions that normalise in evaluation") +
                        ": " + std::to_string(taken) + " of " + std::to_string(compared) +
                        " compared, which takes " + shortNumber(saved * 1000, "%.3g") + " ms less a " +
                        (training ? "step" : "batch"));
    }
    return lines;
}

} // namespace lockstep
