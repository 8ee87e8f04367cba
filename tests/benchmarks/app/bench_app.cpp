// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/app/bench_app.h"

#include "app/theme/theme.h"

#include <QApplication>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string_view>

namespace lockstep {

double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void printTimes(const char* what, std::vector<double> milliseconds)
{
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&](double share) {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1))];
    };
    std::printf("%-46s median %6.2f  p95 %6.2f  p99 %6.2f  max %6.2f ms  (%zu)\n", what, at(0.5), at(0.95),
                at(0.99), at(1), milliseconds.size());
    std::fflush(stdout);
}

} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, ThemeKind::Dark);
    const std::string_view what = argc > 1 ? argv[1] : "all";
    const std::int64_t size = argc > 2 ? std::atoll(argv[2]) : 0;
    const bool all = what == "all";
    if (all || what == "plot") {
        benchPanning(4, size > 0 ? size : 1'000'000);
        benchPanning(64, size > 0 ? size : 1'000'000);
    }
    if (all || what == "live")
        benchLive(64, size > 0 ? size : 1'000'000, 5000);
    if (all || what == "intake")
        benchIntake(size > 0 ? size : 1'000'000);
    if (all || what == "open")
        benchOpening(size > 0 ? size : 10'000'000, 4);
    if (all || what == "log") {
        benchLog(500);
        benchLog(5000);
    }
    return 0;
}
