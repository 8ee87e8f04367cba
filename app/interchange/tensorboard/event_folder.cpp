// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/tensorboard/event_folder.h"

#include "app/interchange/tensorboard/record_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <tensorboard/event.pb.h>

namespace lockstep::tensorboard {

namespace {

/// More are no curves to look at, and each costs memory.
constexpr std::size_t kMaxTags = 10'000;
/// Names of TensorFlow's DataType (types.proto).
constexpr int kFloat = 1;
constexpr int kDouble = 2;

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

template <typename Run>
void add(const Event& event, Run& run)
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

} // namespace

bool isEventFile(const QString& path)
{
    return QFileInfo(path).fileName().contains(QStringLiteral("tfevents"));
}

EventFolder::EventFolder(QString path) : m_path(std::move(path)) {}

std::size_t EventFolder::runOf(const QString& folder)
{
    const QDir top(QFileInfo(m_path).isDir() ? m_path : QFileInfo(m_path).absolutePath());
    QString name = top.relativeFilePath(folder);
    if (name == QStringLiteral("."))
        name = QFileInfo(top.absolutePath()).fileName();
    const auto known = std::ranges::find(m_runs, name, &Run::name);
    if (known == m_runs.end())
        m_runs.push_back({name, {}, {}});
    return static_cast<std::size_t>(std::ranges::find(m_runs, name, &Run::name) - m_runs.begin());
}

void EventFolder::findFiles(const TransferProgress& progress)
{
    if (QFileInfo(m_path).isFile()) {
        m_files.try_emplace(m_path, File{.run = runOf(QFileInfo(m_path).absolutePath())});
        return;
    }
    QStringList paths;
    QDirIterator entries(m_path, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext() && !progress.cancelled)
        if (const QString path = entries.next(); isEventFile(path) && !m_files.contains(path))
            paths.append(path);
    std::ranges::sort(paths, {}, [](const QString& path) { return std::pair(QFileInfo(path).path(), path); });
    for (const QString& path : paths)
        m_files.try_emplace(path, File{.run = runOf(QFileInfo(path).path())});
}

bool EventFolder::update(TransferProgress& progress)
{
    findFiles(progress);
    std::vector<std::map<QString, File>::iterator> grown;
    for (auto file = m_files.begin(); file != m_files.end(); ++file) {
        const qint64 size = QFileInfo(file->first).size();
        if (file->second.isOver || size <= file->second.size)
            continue;
        progress.totalBytes += size - file->second.position;
        file->second.size = size;
        grown.push_back(file);
    }
    for (const auto& file : grown)
        if (!progress.cancelled)
            read(file->first, file->second, progress);
    return !grown.empty();
}

void EventFolder::read(const QString& path, File& file, TransferProgress& progress)
{
    Result<RecordFileReader> reader = RecordFileReader::open(path, file.position);
    if (!reader) {
        file.note = reader.error();
        return;
    }
    file.note.reset();
    Event event;
    while (!progress.cancelled) {
        const Result<std::optional<std::string_view>> record = reader->next();
        if (!record)
            file.note = record.error();
        else if (*record && !event.ParseFromArray((*record)->data(), static_cast<int>((*record)->size())))
            file.note =
                Error{LOCKSTEP_TEXT("%1 is no event file of TensorBoard: a record in it is no event."),
                      {path.toStdString()},
                      {}};
        file.isOver = file.note.has_value();
        if (file.isOver || !*record)
            break;
        add(event, m_runs[file.run]);
        progress.doneBytes += reader->position() - file.position;
        file.position = reader->position();
    }
    if (!file.note && reader->bytesCutOff() > 0)
        file.note = Error{LOCKSTEP_TEXT("The last record of %1 is cut off; what comes before it was read."),
                          {path.toStdString()},
                          {}};
}

ForeignCurves EventFolder::curves() const
{
    const QString top = QFileInfo(m_path).isDir() ? m_path : QFileInfo(m_path).absolutePath();
    ForeignCurves curves{QFileInfo(QDir(top).absolutePath()).fileName(), {}, {}, {}};
    for (const auto& [path, file] : m_files)
        if (file.note)
            curves.notes.emplace_back(*file.note);
    for (const Run& run : m_runs) {
        if (run.tags.empty())
            continue;
        const auto rank = static_cast<int>(curves.sources.size());
        for (const auto& [step, wallMs] : run.wallMs)
            curves.metrics.appendTime(rank, step, wallMs);
        for (const auto& [tag, points] : run.tags) {
            const Metric metric = Metric::named(tag);
            for (const auto& [step, value] : points)
                curves.metrics.append(rank, metric, step, value);
        }
        curves.sources.append(run.name);
    }
    return curves;
}

std::optional<Error> EventFolder::nothingFound() const
{
    if (std::ranges::any_of(m_runs, [](const Run& run) { return !run.tags.empty(); }))
        return std::nullopt;
    for (const auto& [path, file] : m_files)
        if (file.note)
            return Error{LOCKSTEP_TEXT("No numbers could be read from %1. %2"),
                         {m_path.toStdString(), *file.note},
                         {}};
    return Error{
        LOCKSTEP_TEXT("There are no event files of TensorBoard with numbers in %1; their names contain "
                      "\"tfevents\"."),
        {m_path.toStdString()},
        {}};
}

} // namespace lockstep::tensorboard
