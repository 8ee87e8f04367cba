// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/value_note.h"

#include "app/plots/drawn_curve.h"
#include "app/plots/plot_colors.h"
#include "app/text/moment_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// The index whose key is nearest. REQUIRES: not empty.
std::size_t nearest(const ScaledSeries& series, double x)
{
    const std::size_t above = std::min(series.lowerBound(x), series.series->size() - 1);
    if (above == 0)
        return 0;
    return series.x(above) - x <= x - series.x(above - 1) ? above : above - 1;
}

/// Of the curve that is told first; nothing while there is none.
std::optional<ScaledSeries> leadingSeries(const PlotSpec& spec, const MetricTable& table)
{
    for (const CurveSpec& curve : spec.curves()) {
        const SeriesList all = scaledSeries(table, spec, curve.metric);
        if (!all.isEmpty())
            return all.first();
    }
    return {};
}

float valueAt(const ScaledSeries& series, double x)
{
    return series.series->value(nearest(series, x));
}

QString line(const QString& name, double value)
{
    return QStringLiteral("\n%1  %2").arg(name, valueText(value));
}

/// What each rank tells of one metric, as lines.
class RankValues {
public:
    RankValues(const PlotSpec& spec, const CurveSpec& curve, const MetricTable& table, double x)
        : m_spec(spec), m_factor(curve.factor)
    {
        for (const int rank : table.ranks(curve.metric)) {
            const auto series = scaledSeries(table, spec.choice.xAxis, curve.metric, rank);
            if (!series)
                continue;
            m_ranks.append({rank, valueAt(*series, x)});
            m_all.add(m_ranks.last().second);
        }
    }

    qsizetype size() const { return m_ranks.size(); }
    /// Of those that are wanted, or of all when `wanted` is null.
    QString each(const QVector<int>* wanted) const
    {
        QString text;
        for (const auto& [rank, value] : m_ranks) {
            if (!wanted || wanted->contains(rank))
                text += line(m_spec.curveName(rank), scaled(value));
        }
        return text;
    }
    QString extremes() const
    {
        if (m_all.empty())
            return {};
        return line(QCoreApplication::translate("PlotCurves", "Mean"), scaled(m_all.mean())) +
               line(QCoreApplication::translate("PlotCurves", "Lowest"), scaled(m_all.low)) +
               line(QCoreApplication::translate("PlotCurves", "Highest"), scaled(m_all.high));
    }
    /// All of it in one line.
    QString summary(const QString& name) const
    {
        if (m_ranks.isEmpty())
            return {};
        if (m_ranks.size() == 1 || m_all.empty())
            return line(name, scaled(m_ranks.first().second));
        return line(name, scaled(m_all.mean())) +
               QStringLiteral(" (%1 – %2)").arg(valueText(scaled(m_all.low)), valueText(scaled(m_all.high)));
    }

private:
    double scaled(float value) const { return static_cast<double>(value) * m_factor; }

    const PlotSpec& m_spec;
    double m_factor;
    QVector<std::pair<int, float>> m_ranks;
    Extent m_all;
};

} // namespace

QString valueText(double value)
{
    return std::isfinite(value) ? QString::number(value, 'g', 4)
                                : QCoreApplication::translate("PlotCurves", "not a number");
}

QString keyText(XAxis axis, double x)
{
    const QLocale locale;
    switch (axis) {
    case XAxis::Step:
        return QCoreApplication::translate("PlotSpec", "Step %1").arg(locale.toString(std::llround(x)));
    case XAxis::Epoch:
        return QCoreApplication::translate("PlotSpec", "Epoch %1").arg(locale.toString(x, 'g', 5));
    case XAxis::Images:
        return QCoreApplication::translate("PlotSpec", "%1 samples").arg(locale.toString(std::llround(x)));
    case XAxis::WallTime:
        return momentText(std::llround(x * 1000));
    case XAxis::RelativeTime: {
        const qint64 seconds = std::llround(x);
        return QStringLiteral("%1:%2:%3")
            .arg(seconds / 3600)
            .arg(seconds / 60 % 60, 2, 10, QLatin1Char('0'))
            .arg(seconds % 60, 2, 10, QLatin1Char('0'));
    }
    }
    return {};
}

std::optional<double> nearestKey(const PlotSpec& spec, const MetricTable& table, double x)
{
    const std::optional<ScaledSeries> series = leadingSeries(spec, table);
    return series ? std::optional(series->x(nearest(*series, x))) : std::nullopt;
}

std::optional<double> neighbourKey(const PlotSpec& spec, const MetricTable& table, double x, bool isBehind)
{
    const std::optional<ScaledSeries> series = leadingSeries(spec, table);
    if (!series)
        return {};
    const std::size_t here = nearest(*series, x);
    if (isBehind ? here + 1 >= series->series->size() : here == 0)
        return {};
    return series->x(isBehind ? here + 1 : here - 1);
}

QString valueNote(const PlotSpec& spec, const MetricTable& table, double x, const QVector<int>& selected)
{
    QString text = keyText(spec.choice.xAxis, x);
    if (spec.style == CurveStyle::ByRank) {
        const RankValues values(spec, spec.left.curves.first(), table, x);
        if (values.size() <= kMaxColoredRanks)
            return text + values.each(nullptr);
        return text + values.extremes() + values.each(&selected);
    }
    for (const CurveSpec& curve : spec.curves()) {
        if (!spec.isToldByAll(curve.metric)) {
            text += RankValues(spec, curve, table, x).summary(curve.name);
            continue;
        }
        const SeriesList one = scaledSeries(table, spec, curve.metric);
        if (!one.isEmpty())
            text += line(curve.name, static_cast<double>(valueAt(one.first(), x)) * curve.factor);
    }
    return text;
}

} // namespace lockstep
