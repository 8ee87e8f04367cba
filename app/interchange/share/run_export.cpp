// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/share/run_export.h"

#include "app/interchange/metric_export.h"
#include "app/interchange/report/report_file.h"

#include <memory>

namespace lockstep {

namespace {

/// Reading the journals is the smaller part of writing every number.
constexpr double kReadingPart = 0.3;
constexpr std::size_t kPointsAtOnce = 1 << 14;

MetricFormat metricFormat(ShareFormat format)
{
    switch (format) {
    case ShareFormat::JsonLines:
        return MetricFormat::JsonLines;
    case ShareFormat::Events:
        return MetricFormat::Events;
    default:
        return MetricFormat::Csv;
    }
}

bool isReport(ShareFormat format)
{
    return format == ShareFormat::Html || format == ShareFormat::Pdf;
}

/// Counts points instead of bytes.
Result<QString> writePoints(const MetricTable& table, MetricFormat format, const QString& path,
                            TransferProgress& progress)
{
    Result<MetricExport> numbers = MetricExport::open(table, format, path);
    if (!numbers)
        return numbers.error();
    progress.totalBytes = static_cast<qint64>(numbers->total());
    for (;;) {
        if (progress.cancelled)
            return Error{LOCKSTEP_TEXT("Writing %1 was cancelled."), {path.toStdString()}, {}};
        const Result<bool> all = numbers->writeSome(kPointsAtOnce);
        if (!all)
            return all.error();
        progress.doneBytes = static_cast<qint64>(numbers->written());
        if (!*all)
            continue;
        if (const Result<void> committed = numbers->commit(); !committed)
            return committed.error();
        return path;
    }
}

} // namespace

QString suffixOf(ShareFormat format)
{
    switch (format) {
    case ShareFormat::Html:
        return QStringLiteral(".html");
    case ShareFormat::Pdf:
        return QStringLiteral(".pdf");
    case ShareFormat::Archive:
        return QStringLiteral(".lockstep-run");
    case ShareFormat::Csv:
        return QStringLiteral(".csv");
    case ShareFormat::JsonLines:
        return QStringLiteral(".jsonl");
    case ShareFormat::Events:
        break;
    }
    return {};
}

RunExport::RunExport(RunFolder folder, ShareFormat format, QString path, ArchiveContents contents)
    : m_folder(std::move(folder)), m_format(format), m_path(std::move(path)), m_contents(contents)
{
    connect(&m_loader, &RunLoader::progress, this, [this](qint64 done, qint64 total) {
        const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
        emit progressed(part * (isReport(m_format) ? 1 : kReadingPart));
    });
    connect(&m_loader, &RunLoader::loaded, this, [this] { writeLoaded(m_loader.take()); });
}

void RunExport::start()
{
    if (m_format != ShareFormat::Archive)
        return m_loader.load(m_folder);
    work([run = m_folder.path(), path = m_path, contents = m_contents](TransferProgress& progress) {
        const Result<void> packed = packRun(run, path, contents, progress);
        return packed ? Result<QString>(path) : Result<QString>(packed.error());
    });
}

void RunExport::writeLoaded(LoadedRun run)
{
    if (isReport(m_format))
        writeReport(std::move(run));
    else if (run.error)
        emit failed(*run.error);
    else
        writeNumbers(std::move(run));
}

void RunExport::writeReport(LoadedRun run)
{
    const Result<void> saved = saveReport(makeRunReport(m_folder, std::move(run)), m_path);
    if (saved)
        emit succeeded(m_path);
    else
        emit failed(saved.error());
}

void RunExport::writeNumbers(LoadedRun run)
{
    // The work may be copied, the numbers not.
    const auto table = std::make_shared<const MetricTable>(std::move(run.metrics));
    work([table, format = metricFormat(m_format),
          path = m_path](TransferProgress& progress) { return writePoints(*table, format, path, progress); },
         kReadingPart);
}

} // namespace lockstep
