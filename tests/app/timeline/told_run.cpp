// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/timeline/told_run.h"

#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t kBeginNs = 1'795'219'200'000'000'000;
constexpr std::int64_t kBetweenNs = 600'000'000; ///< steps that are told

/// Below 1, the same in every run.
double noise(int rank, int step)
{
    const double wave = std::sin(rank * 12.9898 + step * 78.233) * 43758.5453;
    return wave - std::floor(wave);
}

double tenths(double us)
{
    return std::round(us * 10) / 10;
}

} // namespace

std::int64_t ToldRun::trueNs(int step) const
{
    return kBeginNs + step * kBetweenNs;
}

std::int64_t ToldRun::clockNs(int host, std::int64_t trueNs) const
{
    const double passed = static_cast<double>(trueNs - kBeginNs);
    return 5'000'000'000'000 + host * 777'123'456'789 + std::llround(passed * (1 + host * driftPpm * 1e-6));
}

StepTimeline toldStep(const ToldRun& run, int rank, int step)
{
    const int host = rank / run.ranksPerHost;
    const double slower = rank == run.slowRank ? run.slowerMs * 1e3 : 0;
    const double slowest = run.slowRank >= 0 ? run.slowerMs * 1e3 : 0;
    const double late = tenths(run.lateUs * noise(rank, step));
    const double backwardEnd = 60'000 + slower;
    const double sumsEnd = 80'000 + slowest + late;
    StepTimeline told;
    told.step = std::int64_t{step} * 16;
    told.startNs = run.clockNs(host, run.trueNs(step));
    told.dataUs = {0, 1'000};
    told.forwardUs = {1'000, 20'000 + slower};
    told.backwardUs = {20'000 + slower, backwardEnd};
    told.networkUs = {backwardEnd, sumsEnd};
    told.optimizerUs = {sumsEnd, sumsEnd + 3'000};
    const double begin = 30'000 + slowest;
    const double each = (sumsEnd - begin) / run.buckets;
    for (int bucket = 0; bucket < run.buckets; ++bucket) {
        told.bucketUs.push_back(tenths(begin + each * bucket));
        told.bucketUs.push_back(bucket + 1 == run.buckets ? sumsEnd : tenths(begin + each * (bucket + 1)));
        told.bucketBytes.push_back(std::int64_t{1} << (20 + bucket % 3));
    }
    return told;
}

std::vector<Record> toldJournal(const ToldRun& run, int rank)
{
    const int host = rank / run.ranksPerHost;
    std::vector<Record> records;
    const auto add = [&](std::int64_t trueNs, Event event) {
        const std::int64_t skewNs = run.hasWallSkew ? host * 3'000'000'000 : 0;
        records.push_back(
            {records.size(), run.clockNs(host, trueNs), (trueNs + skewNs) / 1'000'000, std::move(event)});
    };
    RankStarted started;
    started.rank = rank;
    started.worldSize = run.hosts * run.ranksPerHost;
    started.stepsPerEpoch = 1000;
    started.epochs = 1;
    add(run.trueNs(0), started);
    for (int i = 0; i < run.steps; ++i) {
        const StepTimeline told = toldStep(run, rank, i);
        const auto seconds = [](const std::vector<double>& span) { return (span[1] - span[0]) * 1e-6; };
        StepFinished step;
        step.step = told.step;
        step.loss = 2.3 / (1 + i);
        step.samples = 32;
        step.dataSeconds = seconds(told.dataUs);
        step.forwardSeconds = seconds(told.forwardUs);
        step.backwardSeconds = seconds(told.backwardUs);
        step.networkSeconds = seconds(told.networkUs);
        step.optimizerSeconds = seconds(told.optimizerUs);
        add(run.trueNs(i) + 100'000'000, told);
        add(run.trueNs(i) + 100'000'000, step);
    }
    return records;
}

Result<RunFolder> writeToldRun(const QString& runs, const ToldRun& run)
{
    RecordedRun recorded;
    recorded.hosts = run.hosts;
    recorded.ranksPerHost = run.ranksPerHost;
    recorded.epochs = 1;
    Result<RunFolder> folder = RunFolder::create(runs, recordedExperiment(recorded));
    if (!folder)
        return folder;
    for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank) {
        std::string journal;
        for (const Record& record : toldJournal(run, rank))
            appendRecord(journal, record);
        const QString path = folder->journalPath(rank);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(journal.data(), static_cast<qint64>(journal.size())) < 0)
            return Error{file.errorString().toStdString(), {}, {}};
    }
    return folder;
}

} // namespace lockstep
