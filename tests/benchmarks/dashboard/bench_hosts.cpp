// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_page.h"
#include "tests/app/private_settings.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"
#include "tests/benchmarks/dashboard/window_watch.h"
#include "tests/remote/controller_helpers.h"
#include "tests/support/local_sshd.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTimer>
#include <chrono>
#include <cstdio>
#include <memory>
#include <sys/resource.h>
#include <vector>

namespace lockstep {

namespace {

constexpr int kRanksOfAHost = 8;

/// So many SSH servers, whose engine trains nothing and writes as many records a second as asked for.
class Cluster {
public:
    Cluster(int hosts, int recordsPerSecond, std::int64_t seconds)
    {
        for (int i = 0; i < hosts; ++i) {
            LocalSshd::Options options;
            options.address = QStringLiteral("127.0.0.%1").arg(i + 10);
            m_servers.push_back(std::make_unique<LocalSshd>(options));
            LocalSshd& server = *m_servers.back();
            if (!server.error().isEmpty())
                qFatal("%s", qPrintable(server.error()));
            if (i > 0)
                server.authorize(
                    QString::fromUtf8(contentOf(m_servers[0]->identityFile() + ".pub").trimmed()));
            // What hosts do elsewhere must not keep the window waiting here.
            ::setpriority(PRIO_PROCESS, static_cast<id_t>(server.process()), 19);
            QFile settings(server.home() + QStringLiteral("/fake.conf"));
            if (!settings.open(QIODevice::WriteOnly))
                qFatal("%s cannot be written", qPrintable(settings.fileName()));
            settings.write(QStringLiteral("records=%1 seconds=%2")
                               .arg(recordsPerSecond * seconds)
                               .arg(seconds)
                               .toUtf8());
        }
    }

    Experiment experiment() const
    {
        Experiment experiment;
        experiment.name = "Everything at once";
        for (const auto& server : m_servers)
            experiment.topology.hosts.push_back(hostFor(*server, kRanksOfAHost));
        return experiment;
    }
    RemoteOptions options(const QString& runs) const
    {
        RemoteOptions options =
            remoteOptions(runs, QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine"),
                          QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle"), m_servers[0].get());
        options.knownHostsFiles.clear();
        for (const auto& server : m_servers)
            options.knownHostsFiles.append(server->knownHostsFile());
        return options;
    }

private:
    std::vector<std::unique_ptr<LocalSshd>> m_servers;
};

/// Serves events until the run of `page` is past `phase` or has ended; false after a minute.
bool awaitPhase(const RunPage& page, RunPhase phase)
{
    QElapsedTimer timer;
    timer.start();
    while (page.phase() < phase && timer.elapsed() < 60'000) {
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return page.phase() >= phase;
}

qint64 journalBytes(const QString& runFolder, int ranks)
{
    qint64 bytes = 0;
    for (int rank = 0; rank < ranks; ++rank)
        bytes += QFileInfo(runFolder + QStringLiteral("/attempt-1/rank-%1.jsonl").arg(rank)).size();
    return bytes;
}

} // namespace

void benchHosts(int hosts, int recordsPerSecond, std::int64_t seconds)
{
    const QTemporaryDir folder;
    usePrivateSettings(folder);
    const Cluster cluster(hosts, recordsPerSecond, seconds);
    RunPage page(cluster.options(folder.path()));
    page.resize(1600, 1000);
    page.show();
    std::printf("%d hosts x %d ranks x %d records/s over SSH, all of the page\n", hosts, kRanksOfAHost,
                recordsPerSecond);
    if (const auto begun = page.start(cluster.experiment()); !begun.ok())
        return std::printf("  the run cannot begin: %s\n", begun.error().message().c_str()), void();
    if (!awaitPhase(page, RunPhase::Training) || page.phase() != RunPhase::Training)
        return std::puts("  the run does not begin"), void();
    watchWindow(seconds / 4);
    const qint64 before = journalBytes(page.folder(), hosts * kRanksOfAHost);
    const std::int64_t watched = seconds / 2;
    watchWindow(watched);
    const qint64 came = journalBytes(page.folder(), hosts * kRanksOfAHost) - before;
    std::printf("  %.1f MB/s of journals arrived meanwhile\n",
                static_cast<double>(came) / 1e6 / static_cast<double>(watched));
    const bool ended = awaitPhase(page, RunPhase::Finished);
    std::printf("  the run %s, %.1f MB of journals\n", ended ? "has ended" : "has not ended a minute later",
                static_cast<double>(journalBytes(page.folder(), hosts * kRanksOfAHost)) / 1e6);
}

} // namespace lockstep
