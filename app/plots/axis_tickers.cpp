// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis_tickers.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <qcustomplot.h>

namespace lockstep {

namespace {

QString wholeText(double tick)
{
    return QLocale().toString(static_cast<qlonglong>(std::llround(tick)));
}

/// Whole keys only: there is no step 1.5. Of the widths that QCustomPlot finds pleasant, 2.5 is left out.
class WholeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return wholeText(tick); }
};

/// As the language writes it; QCustomPlot itself leaves "6,000" without its separator.
class ValueTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar format, int precision) override
    {
        return QLocale().toString(tick, format.toLatin1(), precision);
    }
};

/// Decades; where fewer than two are seen, some figures between them.
class DecadeTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        QVector<double> ticks;
        const double decades = std::log10(range.upper / range.lower);
        // As a decade begins only, a narrow view may show none.
        const int every = std::max(1, static_cast<int>(std::ceil(decades / 6)));
        const QVector<double> within = decades < 2 ? QVector<double>{1, 2, 5} : QVector<double>{1};
        for (int power = static_cast<int>(std::floor(std::log10(range.lower)));
             power <= std::log10(range.upper); ++power) {
            for (const double factor : within) {
                if (power % every == 0 && range.contains(factor * std::pow(10.0, power)))
                    ticks.append(factor * std::pow(10.0, power));
            }
        }
        if (ticks.size() < 2)
            ticks = {range.lower, std::sqrt(range.lower * range.upper), range.upper};
        return ticks;
    }
    double getTickStep(const QCPRange& range) override { return range.size(); }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QLocale().toString(tick, 'g', 3);
    }
};

/// Hours and minutes; with a date where days are seen.
class DayTicker : public QCPAxisTickerDateTime {
protected:
    double getTickStep(const QCPRange& range) override
    {
        constexpr double kDay = 24 * 3600;
        setDateTimeFormat(range.size() > 2 * kDay   ? QStringLiteral("MM-dd")
                          : range.size() > kDay / 4 ? QStringLiteral("MM-dd hh:mm")
                          : range.size() > 120      ? QStringLiteral("hh:mm")
                                                    : QStringLiteral("hh:mm:ss"));
        return QCPAxisTickerDateTime::getTickStep(range);
    }
};

QSharedPointer<QCPAxisTicker> tickerOf(const PlotChoice& choice)
{
    using Ticker = QSharedPointer<QCPAxisTicker>;
    if (choice.logarithmicX)
        return Ticker(new DecadeTicker);
    switch (choice.xAxis) {
    case XAxis::Step:
    case XAxis::Images:
        return Ticker(new WholeTicker);
    case XAxis::Epoch:
        return std::ranges::all_of(choice.metrics(),
                                   [](Metric metric) { return metric.keyKind() == KeyKind::Epoch; })
                   ? Ticker(new WholeTicker)
                   : Ticker(new ValueTicker);
    case XAxis::WallTime:
        return Ticker(new DayTicker);
    case XAxis::RelativeTime: {
        auto* ticker = new QCPAxisTickerTime;
        ticker->setTimeFormat(QStringLiteral("%h:%m:%s"));
        return Ticker(ticker);
    }
    }
    return Ticker(new ValueTicker);
}

void applyScale(QCPAxis& axis, bool logarithmic)
{
    axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
}

} // namespace

void applyTicker(QCPAxis& axis, const PlotChoice& choice)
{
    axis.setTicker(tickerOf(choice));
    applyScale(axis, choice.logarithmicX);
}

void applyTicker(QCPAxis& axis, bool logarithmic)
{
    axis.setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new DecadeTicker)
                               : QSharedPointer<QCPAxisTicker>(new ValueTicker));
    applyScale(axis, logarithmic);
}

} // namespace lockstep
