// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_arrangement.h"

#include "app/plots/metric_text.h"
#include "app/plots/plot_colors.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr qsizetype kMaxRows = 50;
constexpr qsizetype kMaxColumns = 8;
constexpr int kMaxPixels = 20'000;
constexpr qsizetype kForeignColumns = 2;
constexpr qsizetype kMostForeign = 24;

int pixels(const QJsonValue& value)
{
    return std::clamp(value.toInt(), 0, kMaxPixels);
}

QJsonObject rowJson(const PlotArrangement::Row& row)
{
    QJsonArray plots;
    for (const PlotChoice& choice : row.plots)
        plots.append(toJson(choice));
    QJsonArray widths;
    for (const int width : row.widths)
        widths.append(width);
    return {{QStringLiteral("plots"), plots},
            {QStringLiteral("widths"), widths},
            {QStringLiteral("height"), row.height}};
}

PlotArrangement::Row rowOf(const QJsonObject& json)
{
    PlotArrangement::Row row;
    const QJsonArray plots = json[u"plots"].toArray();
    for (const QJsonValue& plot : plots) {
        const std::optional<PlotChoice> choice = plotChoice(plot.toObject());
        if (choice && row.plots.size() < kMaxColumns)
            row.plots.append(*choice);
    }
    const QJsonArray widths = json[u"widths"].toArray();
    if (widths.size() == row.plots.size()) {
        for (const QJsonValue& width : widths)
            row.widths.append(pixels(width));
    }
    row.height = pixels(json[u"height"]);
    return row;
}

/// Names of experiments may hold what keys of settings may not.
QString keyOf(const QString& experiment)
{
    return QStringLiteral("plots/") +
           QString::fromLatin1(
               QCryptographicHash::hash(experiment.toUtf8(), QCryptographicHash::Sha256).toHex().left(24));
}

/// All links' numbers of one kind in one plot; without metrics where they are too many, or none.
PlotChoice linkChoice(const QVector<Metric>& metrics, std::string_view ending)
{
    PlotChoice choice;
    std::ranges::copy_if(metrics, std::back_inserter(choice.left), [ending](Metric metric) {
        return metric.group() == "link" && metric.member().ends_with(ending);
    });
    if (choice.left.size() > kMaxColoredRanks)
        choice.left.clear();
    return choice;
}

} // namespace

QJsonObject toJson(const PlotArrangement& arrangement)
{
    QJsonArray rows;
    for (const PlotArrangement::Row& row : arrangement.rows)
        rows.append(rowJson(row));
    return {{QStringLiteral("rows"), rows}, {QStringLiteral("linked"), arrangement.linked}};
}

std::optional<PlotArrangement> plotArrangement(const QJsonObject& json)
{
    PlotArrangement arrangement;
    const QJsonArray rows = json[u"rows"].toArray();
    for (const QJsonValue& value : rows) {
        const PlotArrangement::Row row = rowOf(value.toObject());
        if (!row.plots.isEmpty() && arrangement.rows.size() < kMaxRows)
            arrangement.rows.append(row);
    }
    arrangement.linked = json[u"linked"].toBool(true);
    if (arrangement.rows.isEmpty())
        return {};
    return arrangement;
}

PlotArrangement usualArrangement(bool compresses)
{
    PlotArrangement arrangement;
    arrangement.rows = {
        {.plots = {lossChoice(), accuracyChoice()}, .widths = {}},
        {.plots = {choiceOf(Metric::SamplesPerSecond), stepTimeChoice(compresses)}, .widths = {}}};
    return arrangement;
}

PlotArrangement foreignArrangement(const QVector<Metric>& metrics)
{
    QVector<PlotChoice> choices;
    QVector<Metric> left = metrics;
    for (PlotChoice usual : {lossChoice(), accuracyChoice()}) {
        const auto isMissing = [&metrics](Metric metric) { return !metrics.contains(metric); };
        usual.left.removeIf(isMissing);
        usual.right.removeIf(isMissing);
        if (usual.left.isEmpty())
            usual.left = std::exchange(usual.right, {});
        if (left.removeIf([&](Metric metric) { return usual.metrics().contains(metric); }) > 0)
            choices.append(usual);
    }
    for (const Metric metric : left)
        choices.append(choiceOf(metric));
    if (choices.isEmpty())
        choices.append(lossChoice());
    PlotArrangement arrangement;
    for (const PlotChoice& choice : choices.first(std::min(choices.size(), kMostForeign))) {
        if (arrangement.rows.isEmpty() || arrangement.rows.last().plots.size() == kForeignColumns)
            arrangement.rows.append(PlotArrangement::Row());
        arrangement.rows.last().plots.append(choice);
    }
    return arrangement;
}

QVector<PlotChoice> gpuChoices()
{
    return {choiceOf(Metric::GpuBusy), choiceOf(Metric::GpuUsedBytes)};
}

QVector<PlotArrangement::Row> furtherRows(const QVector<Metric>& metrics)
{
    const QVector<QVector<PlotChoice>> rows = {
        gpuChoices(),
        {choiceOf(Metric::GpuCelsius), choiceOf(Metric::GpuWatts)},
        {choiceOf(Metric::ProcessorBusy), choiceOf(Metric::MemoryBytes)},
        {linkChoice(metrics, ".bytes_sent_per_second"), linkChoice(metrics, ".late_fraction")},
        {choiceOf(stalenessMetric())},
    };
    QVector<PlotArrangement::Row> told;
    for (const QVector<PlotChoice>& row : rows) {
        PlotArrangement::Row those;
        std::ranges::copy_if(row, std::back_inserter(those.plots), [&](const PlotChoice& choice) {
            return !choice.left.isEmpty() && metrics.contains(choice.left.first());
        });
        if (!those.plots.isEmpty())
            told.append(those);
    }
    return told;
}

std::optional<PlotArrangement> keptArrangement(const QString& experiment)
{
    const QByteArray json = QSettings().value(keyOf(experiment)).toByteArray();
    return plotArrangement(QJsonDocument::fromJson(json).object());
}

void keepArrangement(const QString& experiment, const PlotArrangement& arrangement)
{
    QSettings().setValue(keyOf(experiment),
                         QJsonDocument(toJson(arrangement)).toJson(QJsonDocument::Compact));
}

void forgetArrangement(const QString& experiment)
{
    QSettings().remove(keyOf(experiment));
}

} // namespace lockstep
