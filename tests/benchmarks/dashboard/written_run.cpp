// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/dashboard/written_run.h"

#include "engine/protocol/journal.h"
#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace lockstep {

void appendSteps(std::string& text, std::int64_t from, std::int64_t to)
{
    for (std::int64_t step = from; step < to; ++step) {
        StepFinished event;
        event.step = step;
        event.batch = step % 1000;
        event.epoch = static_cast<int>(step / 1000);
        event.loss = 0.35 + 0.001 * static_cast<double>(step % 977);
        event.samples = 50;
        event.learningRate = 0.001;
        event.samplesPerSecond = 2471.25;
        event.forwardSeconds = 0.0071;
        event.backwardSeconds = 0.0133;
        event.networkSeconds = 0.0008;
        appendRecord(text, {static_cast<std::uint64_t>(step), step * 20'000'000,
                            1'795'219'200'000 + step * 20, event});
    }
}

std::optional<RunFolder> writtenRun(const QString& runs, std::int64_t records, int ranks)
{
    const Result<RunFolder> folder = RunFolder::create(runs, recordedExperiment({.ranksPerHost = ranks}));
    if (!folder.ok())
        return std::nullopt;
    for (int rank = 0; rank < ranks; ++rank) {
        QDir().mkpath(QFileInfo(folder->journalPath(rank)).absolutePath());
        QFile file(folder->journalPath(rank));
        if (!file.open(QIODevice::WriteOnly))
            return std::nullopt;
        std::string text;
        for (std::int64_t step = 0; step < records / ranks; step += 10'000) {
            text.clear();
            appendSteps(text, step, std::min(records / ranks, step + 10'000));
            const auto bytes = static_cast<qint64>(text.size());
            if (file.write(text.data(), bytes) != bytes)
                return std::nullopt;
        }
    }
    return *folder;
}

} // namespace lockstep
