// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_arrangement.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype kMaxRows = 50;
constexpr qsizetype kMaxColumns = 8;
constexpr int kMaxPixels = 20'000;

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

PlotArrangement usualArrangement()
{
    PlotArrangement arrangement;
    arrangement.rows = {{.plots = {lossChoice(), accuracyChoice()}, .widths = {}},
                        {.plots = {choiceOf(Metric::SamplesPerSecond), stepTimeChoice()}, .widths = {}}};
    return arrangement;
}

QVector<PlotChoice> gpuChoices()
{
    return {choiceOf(Metric::GpuBusy), choiceOf(Metric::GpuUsedBytes)};
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
