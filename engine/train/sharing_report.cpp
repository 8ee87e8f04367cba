// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/sharing_report.h"

#include "engine/train/number_text.h"

#include <algorithm>
#include <string>

namespace lockstep {

SharingReport::SharingReport(RankRecorder& recorder, std::chrono::milliseconds first,
                             std::chrono::milliseconds interval)
    : m_recorder(recorder), m_begin(Clock::now()), m_interval(interval), m_next(m_begin + first)
{
}

void SharingReport::progress(std::int64_t doneBytes, std::int64_t totalBytes)
{
    const auto now = Clock::now();
    const bool over = doneBytes >= totalBytes;
    if (over ? !m_told : now < m_next)
        return;
    m_told = true;
    m_next = now + m_interval;
    const double seconds = std::chrono::duration<double>(now - m_begin).count();
    m_recorder.record(SharingStart{doneBytes, totalBytes, seconds});
    const double share = static_cast<double>(doneBytes) / static_cast<double>(totalBytes);
    const double left = seconds / std::max(share, 1e-9) - seconds;
    m_recorder.log(over ? "the weights are shared, after " + roughDuration(seconds)
                        : "sharing the weights: " + shortNumber(share * 100, "%.0f") + " %, about " +
                              roughDuration(left) + " left");
}

} // namespace lockstep
