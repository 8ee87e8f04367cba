// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Usage: watched_window RUN_FOLDER IDENTITY KNOWN_HOSTS
//        watched_window EXPERIMENT IDENTITY KNOWN_HOSTS
// Shows a run that goes on, or begins one of that file, its hosts reached with that key, until it has ended.
// For each line of its input it writes a line of JSON: what its thread computed between two waits for events
// since the line before, in ms of its processor time, and the memory that no file stands behind.
#include "app/document/experiment_document.h"
#include "app/runs/run_page.h"
#include "app/settings/program_paths.h"
#include "app/theme/theme.h"
#include "tests/benchmarks/dashboard/window_watch.h"

#include <QDir>
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
    const QDir bin(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin")); // this program stands beside it
    options.engine = bin.filePath(QStringLiteral("lockstep-engine"));
    options.bundleFolder = QDir::cleanPath(bin.filePath(QStringLiteral("../lib/lockstep/bundle")));
    if (QFileInfo(words[1]).isDir())
        options.runsFolder = QFileInfo(words[1]).path();
    options.identityFiles = {words[2]};
    options.knownHostsFiles = {words[3]};
    options.useAgent = false;
    return options;
}

/// What the first word names: a run, or the experiment of one that begins.
Result<void> present(RunPage& page, const QString& path)
{
    if (QFileInfo(path).isDir())
        return page.open(path);
    const auto experiment = readExperimentFile(path);
    return experiment ? page.start(*experiment) : experiment.error();
}

int show(const WatchedApplication& application)
{
    const QStringList words = application.arguments();
    RunPage page(optionsOf(words));
    page.resize(1600, 1000);
    page.show();
    BusyTimes busy;
    if (const auto shown = present(page, words[1]); !shown.ok())
        return std::fprintf(stderr, "%s\n", shown.error().message().c_str()), 1;
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
        return std::fputs("watched_window RUN_FOLDER|EXPERIMENT IDENTITY KNOWN_HOSTS\n", stderr), 2;
    applyTheme(*qApp, ThemeKind::Dark);
    return show(application);
}
