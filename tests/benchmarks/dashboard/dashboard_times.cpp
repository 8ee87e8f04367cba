// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/dashboard_times.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace lockstep {

namespace {

double milliseconds(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

double threadMilliseconds()
{
    return milliseconds(CLOCK_THREAD_CPUTIME_ID);
}

double processMilliseconds()
{
    return milliseconds(CLOCK_PROCESS_CPUTIME_ID);
}

void printTimes(const char* what, std::vector<double> milliseconds)
{
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&](double share) {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1))];
    };
    std::printf("%-46s p50 %7.2f  p95 %7.2f  p99 %7.2f  max %7.2f ms  (%zu)\n", what, at(0.5), at(0.95),
                at(0.99), at(1), milliseconds.size());
    std::fflush(stdout);
}

FrameTimes measuredFrames(int most, const std::function<void(int)>& prepare,
                          const std::function<void()>& frame)
{
    constexpr double kLongEnough = 5000;
    FrameTimes frames;
    double all = 0;
    for (int i = 0; i < most && all < kLongEnough; ++i) {
        prepare(i);
        const double computed = threadMilliseconds();
        const double passed = milliseconds(CLOCK_MONOTONIC);
        frame();
        frames.computed.push_back(threadMilliseconds() - computed);
        frames.passed.push_back(milliseconds(CLOCK_MONOTONIC) - passed);
        all += frames.computed.back();
    }
    return frames;
}

void printFrames(const char* what, const FrameTimes& frames)
{
    printTimes(what, frames.computed);
    printTimes("    by the clock", frames.passed);
}

} // namespace lockstep
