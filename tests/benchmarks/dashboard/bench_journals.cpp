// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/summary/run_loader.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"
#include "tests/benchmarks/dashboard/written_run.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <cstdio>

namespace lockstep {

namespace {

constexpr std::size_t kPieceBytes = 64 << 10; ///< as the loader reads

} // namespace

void benchIntake(std::int64_t records)
{
    std::string text;
    appendSteps(text, 0, records);
    for (int round = 0; round < 3; ++round) {
        JournalReader reader;
        RunSummary summary(recordedExperiment({}));
        MetricTable table;
        const double began = threadMilliseconds();
        double parsing = 0;
        for (std::size_t at = 0; at < text.size(); at += kPieceBytes) {
            const double before = threadMilliseconds();
            const JournalReader::Chunk chunk = reader.feed(std::string_view(text).substr(at, kPieceBytes));
            parsing += threadMilliseconds() - before;
            table.append(0, summary.take(0, chunk.records));
        }
        const double perRecord = (threadMilliseconds() - began) * 1e6 / static_cast<double>(records);
        std::printf(
            "intake: %.2f M records/s of one core (%zu bytes a record; parsing takes %.0f ns, storing "
            "%.0f ns, %.1f bytes)\n",
            1e3 / perRecord, text.size() / static_cast<std::size_t>(records),
            parsing * 1e6 / static_cast<double>(records),
            perRecord - parsing * 1e6 / static_cast<double>(records),
            static_cast<double>(table.bytes()) / static_cast<double>(records));
    }
}

void benchOpening(std::int64_t records, int ranks)
{
    const QTemporaryDir runs;
    const std::optional<RunFolder> folder = writtenRun(runs.path(), records, ranks);
    if (!folder)
        return std::puts("the run cannot be written"), void();
    RunLoader loader;
    QEventLoop loop;
    QObject::connect(&loader, &RunLoader::loaded, &loop, &QEventLoop::quit);
    QElapsedTimer timer;
    timer.start();
    const double computed = processMilliseconds();
    qint64 firstSketchMs = -1;
    QObject::connect(&loader, &RunLoader::sketched, &loop, [&] {
        firstSketchMs = firstSketchMs < 0 ? timer.elapsed() : firstSketchMs;
        loader.takeSketch();
    });
    loader.load(*folder);
    loop.exec();
    const double seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
    std::printf(
        "opening %lld records of %d ranks: %.2f s (%.2f M/s), %.2f s of all cores; first curves after "
        "%lld ms, %.1f bytes a record\n",
        static_cast<long long>(records), ranks, seconds, static_cast<double>(records) / seconds / 1e6,
        (processMilliseconds() - computed) / 1e3, static_cast<long long>(firstSketchMs),
        static_cast<double>(loader.take().metrics.bytes()) / static_cast<double>(records));
}

} // namespace lockstep
