// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_spec.h"

#include "app/plots/metric_text.h"
#include "app/text/list_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

PlotAxisSpec axisSpec(const QVector<Metric>& metrics, bool logarithmic)
{
    PlotAxisSpec axis;
    axis.logarithmic = logarithmic;
    QStringList titles;
    QStringList units;
    bool isLimited = true;
    for (const Metric metric : metrics) {
        const MetricText text = metricText(metric);
        axis.curves.append({metric, text.title, text.column, text.factor});
        titles << text.title;
        if (!units.contains(text.unit))
            units << text.unit;
        isLimited = isLimited && text.highest > 0;
        axis.highest = std::max(axis.highest, text.highest);
    }
    if (!isLimited)
        axis.highest = 0;
    axis.unit = units.size() == 1 ? units.first() : QString();
    const QString links = linksTitle(metrics);
    axis.title = axisText(links.isEmpty() ? listText(titles) : links, axis.unit);
    return axis;
}

bool isByEpoch(const PlotChoice& choice)
{
    return std::ranges::all_of(choice.metrics(),
                               [](Metric metric) { return metric.keyKind() == KeyKind::Epoch; });
}

/// Numbers of one kind alone can stand one upon the other.
bool canStack(const PlotChoice& choice)
{
    const QString unit = metricText(choice.left.first()).unit;
    return choice.right.isEmpty() && !choice.logarithmicLeft &&
           std::ranges::all_of(choice.left, [&](Metric metric) { return metricText(metric).unit == unit; });
}

CurveStyle styleOf(const PlotSpec& spec)
{
    const PlotChoice& choice = spec.choice;
    if (choice.stacks && canStack(choice))
        return CurveStyle::Stacked;
    return choice.metrics().size() == 1 && !spec.isToldByAll(choice.left.first()) ? CurveStyle::ByRank
                                                                                  : CurveStyle::ByMetric;
}

bool isStepTime(const QVector<Metric>& metrics)
{
    return metrics == stepTimeChoice(false).metrics() || metrics == stepTimeChoice(true).metrics();
}

QString fileName(const PlotSpec& spec)
{
    if (spec.choice == stepTimeChoice(false) || spec.choice == stepTimeChoice(true))
        return QStringLiteral("step-time");
    QString name = spec.left.curves.first().column;
    return name.replace(u'_', u'-').toLower();
}

QString titleOf(const PlotSpec& spec)
{
    if (isStepTime(spec.choice.metrics()))
        return QCoreApplication::translate("PlotSpec", "Where the time of a step goes");
    if (const QString links = linksTitle(spec.choice.metrics()); !links.isEmpty())
        return links;
    QStringList titles;
    for (const CurveSpec& curve : spec.curves())
        titles << curve.name;
    return listText(titles);
}

} // namespace

QString PlotSpec::curveName(int rank) const
{
    return rank >= 0 && rank < curveNames.size()
               ? curveNames[rank]
               : QCoreApplication::translate("PlotCurves", "Rank %1").arg(rank);
}

PlotSpec plotSpec(const PlotChoice& choice, const QStringList& curveNames)
{
    PlotSpec spec;
    spec.curveNames = curveNames;
    spec.choice = choice;
    spec.left = axisSpec(choice.left, choice.logarithmicLeft);
    spec.right = axisSpec(choice.right, choice.logarithmicRight);
    spec.style = styleOf(spec);
    spec.byEpoch = isByEpoch(choice);
    spec.title = titleOf(spec);
    spec.fileName = fileName(spec);
    spec.keyTitle = axisTitle(choice.xAxis);
    if (isStepTime(choice.left))
        spec.left.title = axisText(QCoreApplication::translate("PlotSpec", "Time"), QStringLiteral("ms"));
    if (choice.metrics().size() == 1)
        spec.toolTip = metricText(choice.left.first()).toolTip;
    spec.emptyText =
        spec.byEpoch
            ? QCoreApplication::translate("PlotSpec", "%1\nappears here after each epoch.").arg(spec.title)
            : QCoreApplication::translate("PlotSpec", "%1\nappears here as the ranks report it.")
                  .arg(spec.title);
    spec.nothingText =
        QCoreApplication::translate("PlotSpec", "%1\nwas not reported before the run ended.").arg(spec.title);
    return spec;
}

PlotSpec lossPlotSpec()
{
    return plotSpec(lossChoice());
}

PlotSpec epochPlotSpec()
{
    return plotSpec(accuracyChoice());
}

QString axisTitle(XAxis axis)
{
    switch (axis) {
    case XAxis::Step:
        return QCoreApplication::translate("PlotSpec", "Step");
    case XAxis::Epoch:
        return QCoreApplication::translate("PlotSpec", "Epoch");
    case XAxis::Images:
        return QCoreApplication::translate("PlotSpec", "Samples of all ranks");
    case XAxis::WallTime:
        return QCoreApplication::translate("PlotSpec", "Time of day");
    case XAxis::RelativeTime:
        return QCoreApplication::translate("PlotSpec", "Time of training");
    }
    return {};
}

} // namespace lockstep
