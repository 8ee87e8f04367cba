// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/stop_flag.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace lockstep {
namespace {

std::atomic<StopFlag*> g_flag{nullptr};
static_assert(std::atomic<StopFlag*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void handleStopSignal(int)
{
    const int kept = errno;
    if (StopFlag* flag = g_flag.load())
        flag->request();
    errno = kept;
}

} // namespace

StopFlag::StopFlag() : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (!m_event)
        throw std::system_error(errno, std::generic_category(), "eventfd");
}

StopFlag::~StopFlag()
{
    StopFlag* self = this;
    g_flag.compare_exchange_strong(self, nullptr);
}

void StopFlag::request() noexcept
{
    m_requested.store(true, std::memory_order_relaxed);
    const std::uint64_t one = 1;
    // Fails only when the counter is full, and then the descriptor is readable already.
    [[maybe_unused]] const auto written = ::write(m_event.get(), &one, sizeof one);
}

void stopOnSignals(StopFlag& flag)
{
    g_flag.store(&flag);
    struct sigaction action {};
    action.sa_handler = handleStopSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGTERM, SIGINT})
        if (::sigaction(signal, &action, nullptr) != 0)
            throw std::system_error(errno, std::generic_category(), "sigaction");
}

} // namespace lockstep
