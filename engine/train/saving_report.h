// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/rank_recorder.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace lockstep {

/// Tells how far a checkpoint has come to the disk: in the journal when it begins (the supervisor looks there
/// before it loses patience) and as it gets on, in the log where it takes long enough to be asked about.
class SavingReport {
public:
    /// Of a saving that begins now.
    SavingReport(RankRecorder& recorder, std::int64_t step,
                 std::chrono::milliseconds interval = std::chrono::seconds(1));
    void progress(std::int64_t doneBytes, std::int64_t totalBytes);

private:
    using Clock = std::chrono::steady_clock;
    RankRecorder& m_recorder;
    const std::int64_t m_step;
    const std::chrono::milliseconds m_interval;
    const Clock::time_point m_begin;
    Clock::time_point m_next;
};

} // namespace lockstep
