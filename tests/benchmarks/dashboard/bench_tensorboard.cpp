// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/metric_export.h"
#include "app/summary/run_loader.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"
#include "tests/benchmarks/dashboard/written_run.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <cstdio>

namespace lockstep {

void benchTensorBoard(std::int64_t records, int ranks)
{
    const QTemporaryDir runs;
    const std::optional<RunFolder> folder = writtenRun(runs.path(), records, ranks);
    if (!folder)
        return std::puts("the run cannot be written"), void();
    QElapsedTimer timer;
    timer.start();
    const LoadedRun run = loadRun(*folder);
    const double ours = static_cast<double>(timer.nsecsElapsed()) / 1e9;

    const QString events = runs.filePath(QStringLiteral("events"));
    Result<MetricExport> writing = MetricExport::open(run.metrics, MetricFormat::Events, events);
    while (writing.ok()) {
        const Result<bool> done = writing->writeSome(100'000);
        if (!done.ok() || *done)
            break;
    }
    if (!writing.ok() || !writing->commit().ok())
        return std::puts("the events cannot be written"), void();
    const auto points = static_cast<double>(writing->total());
    std::printf("%lld records of %d ranks, %.0f points: opened in %.2f s (%.2f M points/s of one core)\n",
                static_cast<long long>(records), ranks, points, ours, points / ours / 1e6);
    std::fflush(stdout);
    QProcess peer;
    peer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    peer.start(QStringLiteral(LOCKSTEP_PYTHON), {QStringLiteral(LOCKSTEP_TENSORBOARD_PEER), events});
    if (!peer.waitForFinished(-1) || peer.exitCode() != 0)
        return std::puts("TensorBoard's reader cannot be run: see tests/python_packages.txt"), void();
    std::printf("%s", peer.readAllStandardOutput().constData());
}

} // namespace lockstep
