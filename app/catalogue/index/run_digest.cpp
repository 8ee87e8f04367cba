// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/run_digest.h"

#include "app/document/experiment_leaves.h"
#include "app/metrics/metric_table.h"
#include "app/summary/run_summary.h"
#include "engine/protocol/process_placement.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <sys/stat.h>

namespace lockstep {

namespace {

/// Most of thousands of journals are short, and the buffer for each is filled with zeros first.
constexpr qint64 kChunkBytes = 256 << 10;

void addStamp(QByteArray& stamp, const QString& path)
{
    struct stat file = {};
    if (::stat(QFile::encodeName(path).constData(), &file) != 0)
        return void(stamp += "-;");
    for (const qint64 part : {qint64(file.st_size), qint64(file.st_mtim.tv_sec), qint64(file.st_mtim.tv_nsec),
                              qint64(file.st_ino)})
        stamp += QByteArray::number(part, 36) + ' ';
    stamp += ';';
}

RunField numberField(const QString& name, double value)
{
    return {name, QString::number(value, 'g', QLocale::FloatingPointShortest), value};
}

/// Of a metric's curve, whose values have no more digits.
RunField numberField(const QString& name, float value)
{
    const QString text =
        QString::number(static_cast<double>(value), 'g', std::numeric_limits<float>::digits10 + 1);
    return {name, text, text.toDouble()};
}

void addParameters(QVector<RunField>& fields, const Experiment& experiment)
{
    for (const auto& [key, value] : leavesOf(experiment)) {
        if (value.isDouble())
            fields.append(numberField(key, value.toDouble()));
        else
            fields.append({key, value.isString() ? value.toString() : jsonText(value)});
    }
    QStringList hosts;
    for (const Host& host : experiment.topology.hosts) {
        hosts.append(QString::fromStdString(host.name));
        if (!host.address.empty() && host.address != host.name)
            hosts.append(QString::fromStdString(host.address));
    }
    fields.append({field::kHosts, hosts.join(u' ')});
}

/// What rank 0 has told in all attempts of a run; it tells what all ranks came to as well.
struct Told {
    RunSummary summary;
    MetricTable epochs;          ///< what is told once in an epoch or less
    QHash<QString, float> lasts; ///< of what is told with every step, by metric
};

bool isToldByEpoch(const Record& record)
{
    return std::holds_alternative<RankStarted>(record.event) ||
           std::holds_alternative<EpochFinished>(record.event) ||
           std::holds_alternative<Evaluated>(record.event);
}

QString nameOf(Metric metric)
{
    return QString::fromUtf8(metric.name().data(), static_cast<qsizetype>(metric.name().size()));
}

void take(Told& told, const std::vector<Record>& records)
{
    told.summary.take(0, records);
    std::vector<Record> byEpoch;
    std::ranges::copy_if(records, std::back_inserter(byEpoch), isToldByEpoch);
    told.epochs.append(0, byEpoch);
    // A table of these records alone: the curves of a long run would take much memory, for their last points.
    MetricTable steps;
    steps.append(0, records);
    for (const Metric metric : steps.metrics()) {
        const Series* series = steps.find(metric, 0);
        if (metric.keyKind() == KeyKind::Step && series && !series->empty())
            told.lasts[nameOf(metric)] = series->value(series->size() - 1);
    }
}

Told toldBy(const RunFolder& folder, const std::atomic<bool>& cancelled)
{
    Told told;
    told.summary = RunSummary(folder.experiment());
    std::vector<char> buffer(static_cast<std::size_t>(kChunkBytes));
    for (int attempt = 1; attempt <= folder.info().attempt && !cancelled; ++attempt) {
        QFile file(folder.mirrorPath(QString::fromStdString(rankJournal(attempt, 0))));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            continue;
        JournalReader reader;
        for (qint64 count = 0; !cancelled && (count = file.read(buffer.data(), kChunkBytes)) > 0;)
            take(told, reader.feed({buffer.data(), static_cast<std::size_t>(count)}).records);
    }
    return told;
}

/// Of accuracies and rates the highest is the best, of losses and times the lowest.
bool isHigherBetter(const QString& metric)
{
    return metric.endsWith(QLatin1String("top1")) || metric.endsWith(QLatin1String("top5")) ||
           metric.endsWith(QLatin1String("accuracy")) || metric.endsWith(QLatin1String("per_second"));
}

/// The best and the last of every figure that epochs have.
void addEpochResults(QVector<RunField>& fields, const MetricTable& epochs)
{
    for (const Metric metric : epochs.metrics()) {
        const Series* series = epochs.find(metric, 0);
        if (metric.keyKind() != KeyKind::Epoch || !series || series->empty())
            continue;
        const QString name = nameOf(metric);
        if (const Extent all = series->over(0, series->size()); !all.empty())
            fields.append(numberField(name + field::kBest, isHigherBetter(name) ? all.high : all.low));
        fields.append(numberField(name + field::kLast, series->value(series->size() - 1)));
    }
}

/// How much was trained, and how fast.
void addPace(QVector<RunField>& fields, const RunFolder& folder, const RunSummary& summary)
{
    std::int64_t trained = 0; // a further attempt repeats what was trained behind its checkpoint
    for (const auto& [number, attempt] : summary.attempts().all())
        trained += std::max<std::int64_t>(attempt.steps - attempt.firstStep, 0);
    if (trained == 0)
        return;
    const std::int64_t steps = summary.attempts().all().rbegin()->second.steps;
    fields.append(numberField(field::kSteps, static_cast<double>(steps)));
    const double seconds = static_cast<double>(summary.attempts().elapsedMs()) / 1000;
    fields.append(numberField(field::kSeconds, seconds));
    const std::size_t ranks = placeRanks(folder.experiment()).size();
    const double samples = static_cast<double>(trained) * static_cast<double>(ranks) *
                           static_cast<double>(folder.experiment().training.batch);
    if (seconds > 0)
        fields.append(numberField(field::kSamplesPerSecond, samples / seconds));
}

void addResults(QVector<RunField>& fields, const RunFolder& folder, const Told& told)
{
    addEpochResults(fields, told.epochs);
    for (auto last = told.lasts.begin(); last != told.lasts.end(); ++last)
        fields.append(numberField(last.key() + field::kLast, *last));
    addPace(fields, folder, told.summary);
}

} // namespace

QByteArray stampOf(const QString& runFolder)
{
    QByteArray stamp;
    for (const QString& name :
         {QStringLiteral("run.json"),
          QString::fromUtf8(kExperimentFile.data(), qsizetype(kExperimentFile.size())), kLabelsFile})
        addStamp(stamp, runFolder + u'/' + name);
    return stamp;
}

CatalogueRun digestRun(const QString& runFolder, RunEntryReader& reader, const std::atomic<bool>& cancelled)
{
    CatalogueRun run;
    run.entry = reader.read(runFolder);
    run.labels = readLabels(runFolder);
    run.bytes = bytesBelow(runFolder);
    if (const Result<RunFolder> folder = RunFolder::open(runFolder)) {
        QVector<RunField> fields;
        addParameters(fields, folder->experiment());
        if (const std::optional<RehearsalFacts> facts = rehearsalIn(runFolder))
            fields.append({field::kRehearsal, facts->imitatesCompute ? field::kImitated : field::kComputed});
        if (hasEnded(run.entry.phase()) && !run.entry.unknownSince)
            addResults(fields, *folder, toldBy(*folder, cancelled));
        run.fields = RunFields(std::move(fields));
    }
    run.words = searchedWords(run);
    return run;
}

qint64 bytesBelow(const QString& folder)
{
    qint64 bytes = 0;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += files.fileInfo().size();
    }
    return bytes;
}

} // namespace lockstep
