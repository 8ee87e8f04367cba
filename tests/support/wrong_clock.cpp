// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// For LD_PRELOAD: a wall clock that is wrong by the seconds in the file LOCKSTEP_TEST_CLOCK, which may change
// while programs run. The monotonic clocks stay as they are.
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

std::time_t wrongBy()
{
    const char* const path = std::getenv("LOCKSTEP_TEST_CLOCK");
    const int file = path ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return 0;
    char digits[32] = {};
    const bool isRead = ::read(file, digits, sizeof digits - 1) > 0;
    ::close(file);
    return isRead ? std::strtol(digits, nullptr, 10) : 0;
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, struct timespec* time) noexcept
{
    const auto result = ::syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += wrongBy();
    return static_cast<int>(result);
}

int gettimeofday(struct timeval* __restrict now, void* __restrict) noexcept
{
    timespec time{};
    const int result = clock_gettime(CLOCK_REALTIME, &time);
    *now = {time.tv_sec, static_cast<suseconds_t>(time.tv_nsec / 1000)};
    return result;
}

std::time_t time(std::time_t* stored) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (stored)
        *stored = now.tv_sec;
    return now.tv_sec;
}
}
