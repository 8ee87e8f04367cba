// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep {

/// What happened in a run that curves are read against. Each list ascends by its step: updates made until
/// then, the unit of step keys. What a resumed attempt has done again counts once.
struct RunMarks {
    struct EpochEnd {
        std::int64_t step = 0;
        int epoch = 1; ///< from 1
        bool operator==(const EpochEnd&) const = default;
    };
    struct Checkpoint {
        std::int64_t step = 0;
        bool best = false; ///< when it was saved
        bool operator==(const Checkpoint&) const = default;
    };
    struct Restart {
        std::int64_t step = 0; ///< of the checkpoint from which it went on
        int attempt = 2;       ///< that began here
        bool operator==(const Restart&) const = default;
    };
    struct SkippedUpdate {
        std::int64_t step = 0;
        int rank = 0; ///< the lowest that tells of it
        bool operator==(const SkippedUpdate&) const = default;
    };

    std::vector<EpochEnd> epochs;
    std::vector<Checkpoint> checkpoints;
    std::vector<Restart> restarts;
    std::vector<SkippedUpdate> skipped;
    bool operator==(const RunMarks&) const = default;

    /// Forgets what came after so many updates.
    void cutAfter(std::int64_t step);
    /// Takes over what another rank tells of the same run.
    void merge(const RunMarks& other);
};

} // namespace lockstep
