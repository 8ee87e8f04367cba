// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/drawn_curve.h"

namespace lockstep {

namespace {

void addCurves(const PlotSpec& plot, const CurveSpec& spec, const MetricTable& table,
               QVector<DrawnCurve>& curves)
{
    const QVector<int> ranks = table.ranks(spec.metric);
    if (plot.isToldByAll(spec.metric)) {
        curves.append({spec.metric, ranks.isEmpty() ? -1 : ranks.first(), spec.factor, spec.column});
        return;
    }
    for (const int rank : ranks)
        curves.append(
            {spec.metric, rank, spec.factor, QStringLiteral("%1_rank_%2").arg(spec.column).arg(rank)});
}

} // namespace

QVector<DrawnCurve> drawnCurves(const PlotSpec& spec, const MetricTable& table)
{
    QVector<DrawnCurve> curves;
    for (const CurveSpec& curve : spec.curves())
        addCurves(spec, curve, table, curves);
    return curves;
}

std::optional<ScaledSeries> scaledSeries(const MetricTable& table, XAxis axis, Metric metric, int rank)
{
    const Series* series = table.find(metric, rank);
    if (!series)
        return {};
    const ScaledSeries scaled{series, table.scale(axis, metric, rank)};
    if (!scaled.scale.isKnown())
        return {};
    return scaled;
}

SeriesList scaledSeries(const MetricTable& table, const PlotSpec& spec, Metric metric)
{
    SeriesList list;
    for (const int rank : table.ranks(metric)) {
        if (const std::optional<ScaledSeries> series = scaledSeries(table, spec.choice.xAxis, metric, rank))
            list.append(*series);
        if (!list.isEmpty() && spec.isToldByAll(metric))
            break;
    }
    return list;
}

} // namespace lockstep
