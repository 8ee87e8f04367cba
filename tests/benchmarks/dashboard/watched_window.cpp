// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Usage: watched_window RUN_FOLDER IDENTITY KNOWN_HOSTS
// Shows a run that goes on, its hosts reached with that key, until it has ended. For each line of its input
// it writes a line of JSON: what its thread computed between two waits for events since the line before, in
// ms of its processor time, and the memory that no file stands behind.
#include "app/runs/run_page.h"
#include "app/settings/program_paths.h"
#include "app/theme/theme.h"
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QFileInfo>
#include <QSocketNotifier>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace lockstep {

namespace {

double percentile(std::vector<double> times, double share)
{
    if (times.empty())
        return 0;
    std::ranges::sort(times);
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

void answer(BusyTimes& busy)
{
    const std::vector<double> times = busy.take();
    std::printf(R"({"turns":%zu,"p50_ms":%.2f,"p99_ms":%.2f,"longest_ms":%.2f,"memory_mib":%.1f})"
                "\n",
                times.size(), percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1),
                memoryMiB("RssAnon"));
    std::fflush(stdout);
}

RemoteOptions optionsOf(const QStringList& words)
{
    RemoteOptions options = defaultRemoteOptions();
    options.runsFolder = QFileInfo(words[1]).path();
    options.identityFiles = {words[2]};
    options.knownHostsFiles = {words[3]};
    options.useAgent = false;
    return options;
}

int show(const WatchedApplication& application)
{
    const QStringList words = application.arguments();
    RunPage page(optionsOf(words));
    page.resize(1600, 1000);
    page.show();
    if (const auto opened = page.open(words[1]); !opened.ok())
        return std::fprintf(stderr, "%s\n", opened.error().message().c_str()), 1;
    BusyTimes busy;
    QSocketNotifier asked(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&asked, &QSocketNotifier::activated, &page, [&] {
        char line[64];
        if (::read(STDIN_FILENO, line, sizeof line) > 0)
            return answer(busy);
        asked.setEnabled(false);
    });
    QObject::connect(&page, &RunPage::phaseChanged, &page, [](RunPhase phase) {
        if (hasEnded(phase))
            QTimer::singleShot(0, qApp, &QCoreApplication::quit);
    });
    return QApplication::exec();
}

} // namespace

} // namespace lockstep

int main(int argc, char** argv)
{
    using namespace lockstep;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const WatchedApplication application(argc, argv);
    if (argc != 4)
        return std::fputs("watched_window RUN_FOLDER IDENTITY KNOWN_HOSTS\n", stderr), 2;
    applyTheme(*qApp, ThemeKind::Dark);
    return show(application);
}
