// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/step_history.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>

namespace lockstep {

/// For how much of the time that a rank computed it had the processor, 0 to 1, and the others.
struct ProcessorShare {
    double own = 0;
    double usual = 0; ///< the median of the others
};

/// What ranks on processors lately told of how busy they kept their share of one. A plain value for any one
/// thread.
class ProcessorTime {
public:
    /// Of each rank: one comes every two seconds, so they are of the time that a StepHistory covers.
    static constexpr std::size_t kSamples = 5, kFewestSamples = 2;

    void take(int rank, std::span<const Record> records);
    /// Nothing, unless that of `rank` is far below that of the others, who had theirs most of the time: then
    /// something else computes where it does. Where computing is imitated nobody has.
    std::optional<ProcessorShare> lackOf(int rank, const std::deque<JoinedStep>& steps) const;

private:
    std::optional<double> shareOf(int rank, const std::deque<JoinedStep>& steps) const;

    std::map<int, std::deque<double>> m_busy; ///< by rank: fractions of its share of the processor
};

} // namespace lockstep
