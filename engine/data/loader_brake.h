// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>

namespace lockstep {

/// Holds a loader back while a file is there, as if what the data lie on had become slow: batches then come
/// at half the rate at which training has taken them before. For rehearsals. One thread at a time.
class LoaderBrake {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kIntervals = 15; ///< from batch to batch, of which the median is the rate
    static constexpr int kSlowdown = 2;
    static constexpr std::chrono::seconds kLongest{30}; ///< that one batch is held back

    explicit LoaderBrake(std::string file) : m_file(std::move(file)) {}

    /// The next batch could be begun at this time: how long it must wait.
    Clock::duration holdBack(Clock::time_point now);

private:
    Clock::duration usual() const;

    const std::string m_file;
    std::optional<Clock::time_point> m_last; ///< when a batch was begun
    std::deque<Clock::duration> m_intervals; ///< those that nothing held back
};

} // namespace lockstep
