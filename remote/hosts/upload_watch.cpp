// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/upload_watch.h"

namespace lockstep {

void UploadWatch::advance(std::uint64_t done, std::uint64_t total)
{
    constexpr std::chrono::milliseconds kReportTime{100};
    m_last = Clock::now();
    m_done = done;
    if (done == 0)
        m_began = m_last;
    if (done != total && done != 0 && m_last - m_reported < kReportTime)
        return;
    m_reported = m_last;
    m_sink(HostDeploying{done, total, m_load});
}

double UploadWatch::bytesPerSecond() const
{
    constexpr std::uint64_t kEnough = 1u << 20;
    const double seconds = std::chrono::duration<double>(m_last - m_began).count();
    return m_done >= kEnough && seconds > 0 ? static_cast<double>(m_done) / seconds : 0;
}

} // namespace lockstep
