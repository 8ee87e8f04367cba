// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/exchange_commands.h"

#include "app/interchange/metric_export.h"
#include "app/interchange/report/report_file.h"
#include "app/summary/run_loader.h"

#include <QFileInfo>

namespace lockstep {

namespace {

constexpr std::size_t kPointsAtOnce = 1 << 16;

Result<void> exportNumbers(const RunFolder& folder, MetricFormat format, const QString& path)
{
    const LoadedRun run = loadRun(folder);
    if (run.error)
        return *run.error;
    Result<MetricExport> numbers = MetricExport::open(run.metrics, format, path);
    if (!numbers)
        return numbers.error();
    for (;;) {
        const Result<bool> all = numbers->writeSome(kPointsAtOnce);
        if (!all)
            return all.error();
        if (*all)
            return numbers->commit();
    }
}

} // namespace

Result<void> exportRun(const RunFolder& folder, const QString& path, ArchiveContents contents)
{
    const QString suffix = QFileInfo(path).suffix();
    if (suffix == QLatin1String("lockstep-run")) {
        TransferProgress progress;
        return packRun(folder.path(), path, contents, progress);
    }
    if (suffix == QLatin1String("csv"))
        return exportNumbers(folder, MetricFormat::Csv, path);
    if (suffix == QLatin1String("jsonl"))
        return exportNumbers(folder, MetricFormat::JsonLines, path);
    if (isReportFile(path))
        return saveReport(makeRunReport(folder, loadRun(folder)), path);
    if (suffix.isEmpty())
        return exportNumbers(folder, MetricFormat::Events, path);
    return Error{LOCKSTEP_TEXT("A run cannot be written as .%1; expected .html, .pdf, .csv, .jsonl or "
                               ".lockstep-run, or a folder "
                               "for TensorBoard's event files."),
                 {suffix.toStdString()},
                 {}};
}

Result<QString> importRun(const QString& file, const QString& runs)
{
    TransferProgress progress;
    return unpackRun(file, runs, progress);
}

} // namespace lockstep
