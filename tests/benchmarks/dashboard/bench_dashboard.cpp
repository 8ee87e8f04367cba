// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include "app/theme/theme.h"
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QApplication>
#include <cstdlib>
#include <string_view>

namespace lockstep {

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
