// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/drawn_curve.h"

#include <algorithm>
#include <span>

namespace lockstep {

namespace {

/// Whether what later attempts have done again of a metric is seen: on the left axis, where curves lie apart.
bool showsDiscarded(const PlotSpec& spec, Metric metric)
{
    return spec.choice.showsDiscarded && spec.style != CurveStyle::Stacked &&
           spec.choice.left.contains(metric);
}

/// The curve of a rank, and what was done again of it.
void addCurve(const PlotSpec& plot, const MetricTable& table, const DrawnCurve& curve,
              QVector<DrawnCurve>& curves)
{
    curves.append(curve);
    if (!showsDiscarded(plot, curve.metric))
        return;
    for (const DiscardedPiece& piece : table.discarded(curve.metric, curve.rank)) {
        DrawnCurve earlier = curve;
        earlier.attempt = piece.attempt;
        earlier.column += QStringLiteral("_attempt_%1").arg(piece.attempt);
        curves.append(earlier);
    }
}

void addCurves(const PlotSpec& plot, const CurveSpec& spec, const MetricTable& table,
               QVector<DrawnCurve>& curves)
{
    const QVector<int> ranks = table.ranks(spec.metric);
    if (plot.isToldByAll(spec.metric)) {
        const int rank = ranks.isEmpty() ? -1 : ranks.first();
        return addCurve(plot, table, {spec.metric, rank, spec.factor, spec.column}, curves);
    }
    for (const int rank : ranks)
        addCurve(plot, table,
                 {spec.metric, rank, spec.factor, QStringLiteral("%1_rank_%2").arg(spec.column).arg(rank)},
                 curves);
}

} // namespace

const Series* DrawnCurve::in(const MetricTable& table) const
{
    if (attempt == 0)
        return table.find(metric, rank);
    const std::span<const DiscardedPiece> pieces = table.discarded(metric, rank);
    const auto piece = std::ranges::find(pieces, attempt, &DiscardedPiece::attempt);
    return piece == pieces.end() ? nullptr : &piece->series;
}

KeyScale DrawnCurve::scale(const MetricTable& table, XAxis axis) const
{
    return attempt == 0 ? table.scale(axis, metric, rank) : table.discardedScale(axis, metric, rank, attempt);
}

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

SeriesList discardedSeries(const MetricTable& table, const PlotSpec& spec, Metric metric)
{
    SeriesList list;
    if (!showsDiscarded(spec, metric))
        return list;
    for (const int rank : table.ranks(metric)) {
        for (const DiscardedPiece& piece : table.discarded(metric, rank)) {
            const KeyScale scale = table.discardedScale(spec.choice.xAxis, metric, rank, piece.attempt);
            if (scale.isKnown())
                list.append({&piece.series, scale});
        }
    }
    return list;
}

} // namespace lockstep
