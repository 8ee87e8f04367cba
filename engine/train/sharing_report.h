// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/rank_recorder.h"

#include <chrono>
#include <cstdint>

namespace lockstep {

/// Tells how far the sharing of the start is, in journal and log, where it takes long enough to be asked
/// about, and its end.
class SharingReport {
public:
    /// Of a sharing that begins now; it is worth a word from `first` on, and then every `interval`.
    explicit SharingReport(RankRecorder& recorder, std::chrono::milliseconds first = std::chrono::seconds(1),
                           std::chrono::milliseconds interval = std::chrono::seconds(5));
    void progress(std::int64_t doneBytes, std::int64_t totalBytes);

private:
    using Clock = std::chrono::steady_clock;
    RankRecorder& m_recorder;
    const Clock::time_point m_begin;
    const std::chrono::milliseconds m_interval;
    Clock::time_point m_next;
    bool m_told = false;
};

} // namespace lockstep
