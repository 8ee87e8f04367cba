// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include "app/theme/theme.h"
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string_view>

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

namespace {

/// What each word on the command line measures; 0: its usual size.
struct Bench {
    std::string_view name;
    void (*run)(std::int64_t size);
};

constexpr Bench kBenches[] = {
    {"plots",
     [](std::int64_t size) {
         for (const int ranks : {8, 64, 256})
             for (const std::int64_t points : {10'000, 100'000, 1'000'000})
                 if (size == 0 || size == points)
                     benchPlots(ranks, points);
     }},
    {"heat",
     [](std::int64_t size) {
         for (const int ranks : {8, 64, 256})
             benchHeat(ranks, size > 0 ? size : 100'000);
     }},
    {"live", [](std::int64_t size) { benchLive(64, size > 0 ? size : 1'000'000, 5000); }},
    {"everything", [](std::int64_t size) { benchEverythingAtOnce(64, 1000, size > 0 ? size : 20); }},
    {"history", [](std::int64_t size) { benchHistory(64, 1000, size > 0 ? size : 60); }},
    {"hosts", [](std::int64_t size) { benchHosts(8, 1000, size > 0 ? size : 20); }},
    {"intake", [](std::int64_t size) { benchIntake(size > 0 ? size : 1'000'000); }},
    {"open", [](std::int64_t size) { benchOpening(size > 0 ? size : 10'000'000, 4); }},
    {"tensorboard", [](std::int64_t size) { benchTensorBoard(size > 0 ? size : 40'000, 4); }},
    {"log",
     [](std::int64_t) {
         benchLog(500);
         benchLog(5000);
     }},
    {"catalogue", [](std::int64_t size) { benchCatalogue(size > 0 ? static_cast<int>(size) : 10'000); }},
    {"ranks", [](std::int64_t size) { benchRanks(size > 0 ? static_cast<int>(size) : 10'000); }},
};

} // namespace

} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    WatchedApplication application(argc, argv);
    applyTheme(application, ThemeKind::Dark);
    const std::string_view what = argc > 1 ? argv[1] : "all";
    const std::int64_t size = argc > 2 ? std::atoll(argv[2]) : 0;
    for (const Bench& bench : kBenches) {
        if (what == "all" || what == bench.name)
            bench.run(size);
    }
    return 0;
}
