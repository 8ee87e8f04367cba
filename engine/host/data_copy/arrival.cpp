// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/arrival.h"

#include "engine/host/system_calls.h"

namespace lockstep {

void Arrival::begin()
{
    const MutexLock lock(m_mutex);
    m_stage = Stage::UnderWay;
}

void Arrival::beginFile(std::uint64_t size)
{
    const MutexLock lock(m_mutex);
    m_isInAFile = true;
    m_size = size;
    m_bytes = 0;
    m_changed.notifyAll();
}

void Arrival::advance(std::uint64_t bytes)
{
    const MutexLock lock(m_mutex);
    m_bytes += bytes;
    m_done += bytes;
    m_changed.notifyAll();
}

void Arrival::endFile()
{
    const MutexLock lock(m_mutex);
    m_isInAFile = false;
    ++m_filesWhole;
    m_changed.notifyAll();
}

void Arrival::end(Stage stage)
{
    const MutexLock lock(m_mutex);
    m_stage = stage;
    m_changed.notifyAll();
}

Arrival::Stage Arrival::stage() const
{
    const MutexLock lock(m_mutex);
    return m_stage;
}

std::uint64_t Arrival::done() const
{
    const MutexLock lock(m_mutex);
    return m_done;
}

Arrival::Reach Arrival::reach(std::uint64_t file) const
{
    if (m_stage == Stage::Whole || file < m_filesWhole)
        return {.stage = Reach::Stage::Whole};
    if (file == m_filesWhole && m_isInAFile)
        return {Reach::Stage::Arriving, m_size, m_bytes};
    return {};
}

Arrival::Reach Arrival::await(std::uint64_t file, std::uint64_t beyond,
                              std::chrono::milliseconds moment) const
{
    const MutexLock lock(m_mutex);
    m_changed.waitFor(m_mutex, moment, [&]() LOCKSTEP_REQUIRES(m_mutex) {
        const Reach there = reach(file);
        return m_stage == Stage::Broken || there.stage == Reach::Stage::Whole || there.bytes > beyond;
    });
    const Reach there = reach(file);
    if (m_stage == Stage::Broken && there.stage != Reach::Stage::Whole)
        throw EngineError(
            ExitCode::PeerLost,
            {LOCKSTEP_TEXT("The data do not come any further to the host that gives them on."), {}, {}});
    return there;
}

} // namespace lockstep
