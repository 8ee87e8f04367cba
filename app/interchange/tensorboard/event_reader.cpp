// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/tensorboard/event_reader.h"

#include "app/interchange/tensorboard/record_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tensorboard/event.pb.h>

namespace lockstep::tensorboard {

namespace {

/// More are no curves to look at, and each costs memory.
constexpr std::size_t kMaxTags = 10'000;
/// Names of TensorFlow's DataType (types.proto).
constexpr int kFloat = 1;
constexpr int kDouble = 2;

/// The points of one tag, by step: a later one for the same step takes the place of the one before.
using Points = std::map<std::int64_t, double>;

/// What the files of one folder hold.
struct RunCurves {
    std::map<std::string, Points, std::less<>> tags;
    std::map<std::int64_t, std::int64_t> wallMs; ///< by step, of its last number
};

template <typename Number>
std::optional<double> onlyNumber(const std::string& content)
{
    if (content.size() != sizeof(Number))
        return std::nullopt;
    return static_cast<double>(qFromLittleEndian<Number>(content.data()));
}

std::optional<double> numberOf(const Tensor& tensor)
{
    if (tensor.floats_size() == 1)
        return tensor.floats(0);
    if (tensor.doubles_size() == 1)
        return tensor.doubles(0);
    if (tensor.data_type() == kFloat)
        return onlyNumber<float>(tensor.content());
    if (tensor.data_type() == kDouble)
        return onlyNumber<double>(tensor.content());
    return std::nullopt;
}

/// Pictures, histograms and texts come as tensors too, of other plug-ins.
std::optional<double> numberOf(const Summary::Value& value)
{
    if (value.has_number())
        return value.number();
    const std::string& plugin = value.metadata().plugin().name();
    if (!value.has_tensor() || (!plugin.empty() && plugin != "scalars"))
        return std::nullopt;
    return numberOf(value.tensor());
}

void add(const Event& event, RunCurves& run)
{
    if (event.step() < 0)
        return;
    for (const Summary::Value& value : event.summary().values()) {
        const std::optional<double> number = numberOf(value);
        if (!number || (run.tags.size() == kMaxTags && !run.tags.contains(value.tag())))
            continue;
        run.tags[value.tag()].insert_or_assign(event.step(), *number);
        if (std::abs(event.wall_time()) < 1e12)
            run.wallMs.insert_or_assign(event.step(), std::llround(event.wall_time() * 1000));
    }
}

/// Nothing when all of it could be read.
std::optional<Error> readFile(const QString& path, RunCurves& run, TransferProgress& progress)
{
    Result<RecordFileReader> reader = RecordFileReader::open(path);
    if (!reader)
        return reader.error();
    const qint64 before = progress.doneBytes;
    Event event;
    while (!progress.cancelled) {
        const Result<std::optional<std::string_view>> record = reader->next();
        if (!record)
            return record.error();
        if (!*record)
            break;
        if (!event.ParseFromArray((*record)->data(), static_cast<int>((*record)->size())))
            return Error{LOCKSTEP_TEXT("%1 is no event file of TensorBoard: a record in it is no event."),
                         {path.toStdString()},
                         {}};
        add(event, run);
        progress.doneBytes = before + reader->position();
    }
    if (reader->bytesCutOff() > 0)
        return Error{LOCKSTEP_TEXT("The last record of %1 is cut off; what comes before it was read."),
                     {path.toStdString()},
                     {}};
    return std::nullopt;
}

/// By folder, each in the order of their names, which begin with the time that they were made at.
std::map<QString, QStringList> eventFiles(const QString& path)
{
    std::map<QString, QStringList> files;
    const QFileInfo info(path);
    if (info.isFile()) {
        files[info.absolutePath()].append(path);
        return files;
    }
    QDirIterator entries(path, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        const QString file = entries.next();
        if (isEventFile(file))
            files[QFileInfo(file).path()].append(file);
    }
    for (auto& [folder, names] : files)
        names.sort();
    return files;
}

void take(RunCurves run, int rank, MetricTable& table)
{
    for (const auto& [step, wallMs] : run.wallMs)
        table.appendTime(rank, step, wallMs);
    for (const auto& [tag, points] : run.tags) {
        const Metric metric = Metric::named(tag);
        for (const auto& [step, value] : points)
            table.append(rank, metric, step, value);
    }
}

} // namespace

bool isEventFile(const QString& path)
{
    return QFileInfo(path).fileName().contains(QStringLiteral("tfevents"));
}

Result<ForeignCurves> readEvents(const QString& path, TransferProgress& progress)
{
    const std::map<QString, QStringList> folders = eventFiles(path);
    for (const auto& [folder, files] : folders) {
        for (const QString& file : files)
            progress.totalBytes += QFileInfo(file).size();
    }
    const QDir top(QFileInfo(path).isDir() ? path : QFileInfo(path).absolutePath());
    ForeignCurves curves{QFileInfo(top.absolutePath()).fileName(), {}, {}, {}};
    for (const auto& [folder, files] : folders) {
        RunCurves run;
        for (const QString& file : files) {
            if (const std::optional<Error> error = readFile(file, run, progress))
                curves.notes.emplace_back(*error);
        }
        if (progress.cancelled)
            return Error{LOCKSTEP_TEXT("Reading %1 was cancelled."), {path.toStdString()}, {}};
        if (run.tags.empty())
            continue;
        const QString name = top.relativeFilePath(folder);
        take(std::move(run), static_cast<int>(curves.sources.size()), curves.metrics);
        curves.sources.append(name == QStringLiteral(".") ? curves.name : name);
    }
    if (curves.sources.isEmpty() && !curves.notes.empty())
        return Error{LOCKSTEP_TEXT("No numbers could be read from %1. %2"),
                     {path.toStdString(), curves.notes.front()},
                     {}};
    if (curves.sources.isEmpty())
        return Error{
            LOCKSTEP_TEXT("There are no event files of TensorBoard with numbers in %1; their names contain "
                          "\"tfevents\"."),
            {path.toStdString()},
            {}};
    return curves;
}

} // namespace lockstep::tensorboard
