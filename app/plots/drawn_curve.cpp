// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/drawn_curve.h"

namespace lockstep {

namespace {

/// Told by any rank that has it.
DrawnCurve commonCurve(const PlotAxisSpec& axis, const MetricTable& table)
{
    const QVector<int> ranks = table.ranks(axis.metric);
    return {axis.metric, ranks.isEmpty() ? -1 : ranks.first(), axis.factor, axis.column};
}

} // namespace

QVector<DrawnCurve> drawnCurves(const PlotSpec& spec, const MetricTable& table)
{
    QVector<DrawnCurve> curves;
    if (!spec.perRank) {
        curves.append(commonCurve(spec.left, table));
        if (spec.right)
            curves.append(commonCurve(*spec.right, table));
        return curves;
    }
    for (const int rank : table.ranks(spec.left.metric))
        curves.append({spec.left.metric, rank, spec.left.factor,
                       QStringLiteral("%1_rank_%2").arg(spec.left.column).arg(rank)});
    return curves;
}

} // namespace lockstep
