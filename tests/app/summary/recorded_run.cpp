// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/summary/recorded_run.h"

#include "engine/protocol/exit_code.h"
#include "remote/run/host_sentences.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <cmath>
#include <random>

namespace lockstep {

namespace {

constexpr std::int64_t kStepMs = 40;

class Journal {
public:
    explicit Journal(std::int64_t beginMs) : m_now(beginMs) {}
    void add(Event event)
    {
        const auto sequence = static_cast<std::uint64_t>(m_records.size());
        m_records.push_back(
            {sequence, static_cast<std::int64_t>(sequence) * kStepMs * 1'000'000, m_now, std::move(event)});
    }
    void wait(std::int64_t milliseconds) { m_now += milliseconds; }
    std::vector<Record> take() { return std::move(m_records); }

private:
    std::vector<Record> m_records;
    std::int64_t m_now;
};

void closeEpoch(Journal& journal, const RecordedRun& run, int rank, int epoch)
{
    const std::int64_t steps = (epoch + 1) * run.stepsPerEpoch;
    EpochFinished finished;
    finished.epoch = epoch;
    finished.step = steps;
    finished.loss = 0.12 + 0.9 * std::exp(-0.9 * epoch);
    finished.seconds = 4.8;
    journal.add(finished);
    Evaluated evaluated;
    evaluated.epoch = epoch;
    evaluated.step = steps;
    evaluated.set = "validation";
    evaluated.top1 = 0.991 - 0.06 * std::exp(-0.8 * epoch);
    evaluated.top5 = 0.999;
    evaluated.loss = 0.1 + 0.4 * std::exp(-0.9 * epoch);
    evaluated.samples = 2000;
    journal.add(evaluated);
    if (rank != 0)
        return;
    CheckpointSaved saved;
    saved.step = steps;
    saved.epoch = epoch;
    saved.path = QStringLiteral("checkpoints/step-%1").arg(steps, 8, 10, QLatin1Char('0')).toStdString();
    saved.bytes = 245'760;
    saved.best = true;
    journal.add(saved);
}

/// As the engine says it.
Sentence outOfMemory()
{
    return {"There is not enough memory for the model: it needs %1 MiB at this batch size. Choose a smaller "
            "batch.",
            {"5320"}};
}

void end(Journal& journal, const RecordedRun& run, int rank, std::int64_t steps)
{
    const bool fails = run.failingRank >= 0;
    RankFinished finished;
    finished.step = steps;
    finished.seconds = static_cast<double>(steps) * 0.04;
    if (rank == run.failingRank) {
        finished.exitCode = static_cast<int>(ExitCode::OutOfMemory);
        finished.message = outOfMemory();
        finished.culprit = rank;
    } else if (fails) {
        finished.exitCode = static_cast<int>(ExitCode::PeerLost);
        finished.message = "Rank " + std::to_string(run.failingRank) + " is gone.";
        finished.culprit = run.failingRank;
    } else {
        finished.weightHash = std::string(64, 'a');
    }
    journal.add(finished);
}

/// A GPU that grows warm.
DeviceSampled sampleOfGpu(const RecordedRun& run, int rank, double share)
{
    constexpr double kGibibyte = 1 << 30;
    DeviceSampled sampled{0.35, 900 << 20, {.usedBytes = (5.2 + 0.3 * rank) * kGibibyte}, 10 * kGibibyte};
    if (rank % run.ranksPerHost + 1 == run.ranksPerHost)
        return sampled;
    GpuState& gpu = sampled.gpu;
    gpu.busy = 0.9 + 0.05 * std::sin(40 * share + rank);
    gpu.temperatureCelsius = 45 + 25 * (1 - std::exp(-5 * share)) + rank;
    gpu.powerWatts = 190 + 20 * std::sin(30 * share + rank);
    gpu.clockMhz = 1710;
    gpu.memoryClockMhz = 9501;
    gpu.throttle = rank == 0 ? throttle::kPowerCap : throttle::kNone;
    return sampled;
}

} // namespace

Experiment recordedExperiment(const RecordedRun& run)
{
    Experiment experiment;
    experiment.name = run.name;
    experiment.training.epochs = run.epochs;
    for (int i = 0; i < run.hosts; ++i) {
        Host host;
        host.id = "host-" + std::to_string(i + 1);
        host.name = i == 0 ? "This computer" : "gpu-" + std::to_string(i);
        host.connection = i == 0 ? Connection::Local : Connection::Ssh;
        host.address = i == 0 ? "" : "10.0.0." + std::to_string(i);
        host.user = i == 0 ? "" : "anna";
        for (int rank = 0; rank < run.ranksPerHost; ++rank)
            host.devices.push_back(run.onGpus ? Device{DeviceKind::Cuda, 2 * rank} : Device{});
        experiment.topology.hosts.push_back(host);
    }
    return experiment;
}

std::vector<Record> recordedJournal(const RecordedRun& run, int rank)
{
    Journal journal(run.beginMs);
    RankStarted started;
    started.run = "20261121-000000-digits-0000";
    started.attempt = run.attempt;
    started.rank = rank;
    started.worldSize = run.hosts * run.ranksPerHost;
    started.localRank = rank % run.ranksPerHost;
    started.host =
        recordedExperiment(run).topology.hosts[static_cast<std::size_t>(rank / run.ranksPerHost)].name;
    started.device = run.onGpus ? toString(Device{DeviceKind::Cuda, 2 * (rank % run.ranksPerHost)}) : "cpu";
    started.model = "mnist-cnn";
    started.stepsPerEpoch = run.stepsPerEpoch;
    started.epochs = run.epochs;
    started.firstStep = run.firstStep;
    journal.add(started);
    std::mt19937 random(static_cast<unsigned>(rank) * 977 + static_cast<unsigned>(run.attempt));
    std::normal_distribution<double> noise(0, 1);
    const std::int64_t all = run.stepsPerEpoch * run.epochs;
    const std::int64_t steps = run.failingRank >= 0 ? all / 2 : all;
    for (std::int64_t step = run.firstStep; step < steps; ++step) {
        journal.wait(kStepMs);
        const double share = static_cast<double>(step) / static_cast<double>(all);
        const double level = 0.14 + 2.2 * std::exp(-9 * share);
        if (run.onGpus && step % 20 == 10)
            journal.add(sampleOfGpu(run, rank, share));
        StepFinished finished;
        finished.step = step;
        finished.epoch = static_cast<int>(step / run.stepsPerEpoch);
        finished.batch = step % run.stepsPerEpoch;
        finished.loss = level * std::exp(0.22 * noise(random));
        finished.samples = 50;
        finished.learningRate = 0.001 * (1 - 0.5 * share);
        finished.top1 = 0.98 - 0.5 * std::exp(-9 * share);
        finished.top5 = 0.999 - 0.2 * std::exp(-9 * share);
        finished.dataSeconds = 0.0004;
        finished.forwardSeconds = 0.006;
        finished.backwardSeconds = 0.0105;
        finished.optimizerSeconds = 0.0005;
        finished.networkSeconds = 0.001 * (1 + rank);
        finished.samplesPerSecond = 2450 + 60 * noise(random);
        journal.add(finished);
        if ((step + 1) % run.stepsPerEpoch == 0)
            closeEpoch(journal, run, rank, finished.epoch);
    }
    end(journal, run, rank, steps);
    return journal.take();
}

namespace {

Result<void> writeFiles(const RunFolder& folder, const RecordedRun& run)
{
    for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank) {
        std::string text;
        for (const Record& record : recordedJournal(run, rank))
            appendRecord(text, record);
        QDir().mkpath(QFileInfo(folder.journalPath(rank)).absolutePath());
        QFile journal(folder.journalPath(rank));
        QFile log(folder.logPath(rank));
        if (!journal.open(QIODevice::WriteOnly) || !log.open(QIODevice::WriteOnly))
            return Error{"cannot write the recorded run", {}, {}};
        journal.write(text.data(), static_cast<qint64>(text.size()));
        for (int line = 0; line < 400; ++line)
            log.write(QStringLiteral("2026-11-21 00:00:%1 epoch: %2, batch: %3, loss is: %4\n")
                          .arg(line % 60, 2, 10, QLatin1Char('0'))
                          .arg(line / 134)
                          .arg(line % 134)
                          .arg(2.3 / (1 + line))
                          .toUtf8());
    }
    return {};
}

Result<void> writeAttempt(RunFolder& folder, const RecordedRun& run)
{
    if (const Result<void> written = writeFiles(folder, run); !written)
        return written;
    RunInfo info = folder.info();
    info.phase = run.failingRank < 0 ? RunPhase::Finished : RunPhase::Failed;
    info.exitCode = run.failingRank < 0 ? 0 : static_cast<int>(ExitCode::OutOfMemory);
    if (run.failingRank >= 0) {
        const int host = run.failingRank / run.ranksPerHost;
        const std::string& name = folder.experiment().topology.hosts[static_cast<std::size_t>(host)].name;
        info.reason = onHosts({name}, outOfMemory());
        info.culpritHosts = {host};
    }
    info.culprit = run.failingRank;
    info.complete = true;
    return folder.setInfo(info);
}

} // namespace

Result<RunFolder> writeRecordedRun(const QString& runs, const RecordedRun& run)
{
    Result<RunFolder> folder = RunFolder::create(runs, recordedExperiment(run));
    if (!folder)
        return folder;
    if (const Result<void> written = writeAttempt(*folder, run); !written)
        return written.error();
    return folder;
}

Result<void> addRecordedAttempt(RunFolder& folder, const RecordedRun& run)
{
    const int epochs = run.epochs == folder.experiment().training.epochs ? 0 : run.epochs;
    RunInfo next = nextAttempt(folder.info(), {.epochs = epochs});
    next.roster = run.roster;
    if (const Result<void> set = folder.setInfo(next); !set)
        return set;
    return writeAttempt(folder, run);
}

Result<RunFolder> writeRestartedRun(const QString& runs)
{
    Result<RunFolder> folder = writeRecordedRun(runs, {.hosts = 2, .ranksPerHost = 2, .failingRank = 1});
    if (!folder)
        return folder;
    const RecordedRun again{.hosts = 2, .ranksPerHost = 2, .firstStep = 120, .attempt = 2};
    if (const Result<void> added = addRecordedAttempt(*folder, again); !added)
        return added.error();
    return folder;
}

} // namespace lockstep
