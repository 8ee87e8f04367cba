// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/plot_command.h"

#include "app/logs/foreign/foreign_logs.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_sheet.h"
#include "app/summary/run_loader.h"
#include "app/text/inert_text.h"

namespace lockstep {

namespace {

QString headline(const RunFolder& folder, const RunSummary& summary)
{
    QString text = inertString(folder.info().name);
    for (auto epoch = summary.epochs().rbegin(); epoch != summary.epochs().rend(); ++epoch) {
        if (epoch->second.top1)
            return text + QStringLiteral("  ·  %1 %").arg(*epoch->second.top1 * 100, 0, 'f', 2);
    }
    return text;
}

} // namespace

Result<void> drawCurves(const RunFolder& folder, const QString& file)
{
    LoadedRun run = loadRun(folder);
    MetricStore store;
    store.replace(std::move(run.metrics));
    MetricPlot loss(store, lossPlotSpec());
    MetricPlot accuracy(store, epochPlotSpec());
    accuracy.setExpectedEpochs(run.summary.totalEpochs());
    PlotSheet sheet(headline(folder, run.summary));
    sheet.add(loss);
    sheet.add(accuracy);
    return sheet.save(file);
}

Result<void> drawLog(const QString& log, const QString& file)
{
    std::atomic<qint64> done = 0;
    const std::atomic<bool> cancelled = false;
    ForeignCurves curves = readForeignLogs(foreignSources({log}), done, cancelled);
    if (curves.metrics.metrics().isEmpty() && !curves.notes.empty())
        return Error{curves.notes.front().text, curves.notes.front().arguments, {}};
    MetricStore store;
    store.replace(std::move(curves.metrics));
    MetricPlot loss(store, lossPlotSpec());
    MetricPlot accuracy(store, epochPlotSpec());
    PlotSheet sheet(inertString(curves.name));
    sheet.add(loss);
    sheet.add(accuracy);
    return sheet.save(file);
}

} // namespace lockstep
