// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockstep {

struct MeanDuration {
    std::int64_t count = 0; ///< that were measured; 0: not known
    double seconds = 0;
    bool operator==(const MeanDuration&) const = default;
};

/// How long the steps of a rank take by the clock on the wall, and what lies between two epochs beside a
/// step: validation, checkpoint. A plain value.
class StepDurations {
public:
    /// `ms`: when the step ended, since 1970. REQUIRES: steps in their order.
    void addStep(std::int64_t ms);
    /// The step before was the last one of its epoch.
    void addEpochEnd() { m_isEpochEnd = true; }

    /// Of the newest steps: 100 to 200, or more where they are short. Not known before there are a few, over
    /// a few seconds.
    MeanDuration step() const;
    /// Of all ends of epochs.
    MeanDuration epochEnd() const;

    bool operator==(const StepDurations&) const = default;

private:
    struct Sum {
        std::int64_t count = 0;
        std::int64_t ms = 0;
        bool operator==(const Sum&) const = default;
    };
    Sum newest() const;

    std::int64_t m_lastMs = -1; ///< of the last step; -1: none yet
    bool m_isEpochEnd = false;
    Sum m_before;    ///< a whole window
    Sum m_recent;    ///< the window that fills
    Sum m_epochEnds; ///< with the first step of the epoch that follows
};

} // namespace lockstep
