// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/saving_report.h"

#include "engine/train/number_text.h"

#include <algorithm>

namespace lockstep {

SavingReport::SavingReport(RankRecorder& recorder, std::int64_t step, std::chrono::milliseconds interval)
    : m_recorder(recorder), m_step(step), m_interval(interval), m_begin(Clock::now()), m_next(m_begin)
{
}

void SavingReport::progress(std::int64_t doneBytes, std::int64_t totalBytes)
{
    const auto now = Clock::now();
    if (now < m_next)
        return;
    const bool first = m_next == m_begin;
    m_next = now + m_interval;
    const double seconds = std::chrono::duration<double>(now - m_begin).count();
    m_recorder.record(SavingCheckpoint{m_step, doneBytes, totalBytes, seconds});
    if (first)
        return;
    const double share =
        static_cast<double>(doneBytes) / static_cast<double>(std::max<std::int64_t>(totalBytes, 1));
    const double left = seconds / std::max(share, 1e-9) - seconds;
    m_recorder.log("saving the checkpoint of step " + std::to_string(m_step) + ": " +
                   shortNumber(share * 100, "%.0f") + " %, about " + roughDuration(left) + " left");
}

} // namespace lockstep
