// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/raster_plottable.h"

#include <QTest>
#include <cmath>
#include <random>
#include <vector>

using namespace lockstep;

namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 300;
constexpr int kVisible = kHeight - 1; ///< QCustomPlot keeps the lowest row for the axis

/// Points of curves, as the tests keep them beside the series.
struct Curve {
    std::vector<double> keys;
    std::vector<double> values;
    Series series;
    double level = 0;
    std::int64_t nextKey = 0;
};

/// By so many points of a random walk.
void extend(Curve& curve, std::size_t count, std::mt19937& random)
{
    std::normal_distribution<double> noise(0, 1);
    for (std::size_t i = 0; i < count; ++i) {
        curve.level += 0.02 * noise(random);
        const double value = static_cast<double>(static_cast<float>(curve.level + 0.3 * noise(random)));
        curve.keys.push_back(static_cast<double>(curve.nextKey));
        curve.values.push_back(value);
        if (!curve.series.append(curve.nextKey, value))
            qFatal("append refused");
        curve.nextKey += random() % 40 == 0 ? 3 : 1;
    }
}

/// Rows of pixels, from the topmost to the lowest; nothing when top > bottom.
struct Rows {
    double top = INFINITY;
    double bottom = -INFINITY;
};

/// What a loop over all points finds in each column of pixels, joined to the column before that has any.
std::vector<Rows> bruteForce(const Curve& curve, const QCPRange& keys, const QCPRange& values)
{
    std::vector<Rows> own(kWidth);
    const double width = keys.size() / kWidth;
    for (std::size_t i = 0; i < curve.keys.size(); ++i) {
        if (curve.keys[i] < keys.lower || curve.keys[i] >= keys.upper)
            continue;
        // The last column that begins at the key or before it.
        auto column = static_cast<int>((curve.keys[i] - keys.lower) / width);
        column = std::clamp(column - 1, 0, kWidth - 1);
        while (column + 1 < kWidth && keys.lower + (column + 1) * width <= curve.keys[i])
            ++column;
        const double row = (values.upper - curve.values[i]) * (kHeight / values.size());
        Rows& rows = own[static_cast<std::size_t>(column)];
        rows = {std::min(rows.top, row), std::max(rows.bottom, row)};
    }
    std::vector<Rows> drawn = own;
    const Rows* before = nullptr;
    for (std::size_t column = 0; column < own.size(); ++column) {
        if (own[column].top > own[column].bottom)
            continue;
        if (before != nullptr) {
            drawn[column].top = std::min(own[column].top, before->bottom);
            drawn[column].bottom = std::max(own[column].bottom, before->top);
        }
        before = &own[column];
    }
    return drawn;
}

/// Nothing but what the raster draws, as a plot paints it.
class BarePlot {
public:
    BarePlot() : raster(new RasterPlottable(m_plot.xAxis, m_plot.yAxis, m_columns))
    {
        m_plot.axisRect()->setAutoMargins(QCP::msNone);
        m_plot.axisRect()->setMargins({kMargin, kMargin, kMargin, kMargin});
        m_plot.xAxis->setVisible(false);
        m_plot.yAxis->setVisible(false);
        m_plot.xAxis->grid()->setVisible(false);
        m_plot.yAxis->grid()->setVisible(false);
        m_plot.setBackground(QBrush(Qt::white));
    }
    QImage painted(const QCPRange& keys, const QCPRange& values)
    {
        m_columns.beginFrame();
        m_plot.xAxis->setRange(keys);
        m_plot.yAxis->setRange(values);
        const QImage all = m_plot.toPixmap(kWidth + 2 * kMargin, kHeight + 2 * kMargin).toImage();
        return all.copy(kMargin, kMargin, kWidth, kHeight);
    }

private:
    static constexpr int kMargin = 5;
    ColumnCache m_columns;
    QCustomPlot m_plot;

public:
    RasterPlottable* raster;
};

QByteArray named(int column, const Rows& rows)
{
    return QStringLiteral("column %1, rows %2 to %3").arg(column).arg(rows.top).arg(rows.bottom).toUtf8();
}

/// Whether a column is painted exactly from the row of the highest value to that of the lowest. A value on
/// the border of two rows may lie in either.
bool agrees(const QImage& image, int column, const Rows& rows)
{
    constexpr double kBorder = 1e-6;
    const auto isPainted = [&](double row) {
        return image.pixelColor(column, static_cast<int>(row)) != QColor(Qt::white);
    };
    int first = 0;
    int last = kVisible - 1;
    while (first < kVisible && !isPainted(first))
        ++first;
    while (last >= 0 && !isPainted(last))
        --last;
    if (rows.bottom < 0 || rows.top >= kVisible || rows.top > rows.bottom)
        return first == kVisible;
    const auto isRow = [](int painted, double wanted) {
        wanted = std::clamp(wanted, 0.0, kVisible - 1.0);
        return painted == static_cast<int>(std::max(0.0, wanted - kBorder)) ||
               painted == static_cast<int>(wanted + kBorder);
    };
    return isRow(first, rows.top) && isRow(last, rows.bottom);
}

/// Compares what is painted of the first curve alone, and of all together.
void comparePainted(BarePlot& single, BarePlot& dense, const std::vector<Curve>& curves, const QCPRange& keys,
                    const QCPRange& values)
{
    const QImage one = single.painted(keys, values);
    const QImage all = dense.painted(keys, values);
    std::vector<Rows> together(kWidth);
    for (const Curve& curve : curves) {
        const std::vector<Rows> rows = bruteForce(curve, keys, values);
        for (int column = 0; column < kWidth; ++column) {
            const auto at = static_cast<std::size_t>(column);
            if (&curve == &curves[0])
                QVERIFY2(agrees(one, column, rows[at]), named(column, rows[at]));
            if (rows[at].bottom < 0 || rows[at].top >= kVisible)
                continue;
            together[at].top = std::min(together[at].top, rows[at].top);
            together[at].bottom = std::max(together[at].bottom, rows[at].bottom);
        }
    }
    for (int column = 0; column < kWidth; ++column)
        QVERIFY2(agrees(all, column, together[static_cast<std::size_t>(column)]),
                 named(column, together[static_cast<std::size_t>(column)]));
}

} // namespace

class RasterTest : public QObject {
    Q_OBJECT
private slots:
    /// One curve, and many as a density: of each column the highest and the lowest value are where they are
    /// painted, however the plot is zoomed and panned, and whatever is appended meanwhile.
    void everyPaintedColumnIsWhatALoopOverItsPointsFinds()
    {
        std::mt19937 random(31);
        const auto share = [&random] { return static_cast<double>(random() % 10'000) / 10'000; };
        std::vector<Curve> curves;
        for (int i = 0; i < 12; ++i)
            extend(curves.emplace_back(), 20'000, random);
        BarePlot single;
        single.raster->layers = {{.curves = {{{&curves[0].series, {}}, Qt::black}}}};
        BarePlot dense;
        RasterPlottable::Layer layer{.densityColor = Qt::black};
        for (const Curve& curve : curves)
            layer.density.append(ScaledSeries{&curve.series, {}});
        dense.raster->layers = {layer};
        for (int zoom = 0; zoom < 30; ++zoom) {
            // From four points a column, so that none is empty, to all of them.
            const double size = 4 * kWidth * std::pow(12.5, share());
            const double lower = share() * (20'000 - size);
            const double height = 0.5 + 4 * share();
            const double middle = curves[0].values[static_cast<std::size_t>(lower + size / 2)];
            QCPRange keys(lower, lower + size);
            const QCPRange values(middle - height * share(), middle + height);
            for (int pan = 0; pan < 3; ++pan) {
                comparePainted(single, dense, curves, keys, values);
                const int columns = static_cast<int>(random() % 240) - 120;
                keys += keys.size() / kWidth * columns;
                for (Curve& curve : curves)
                    extend(curve, random() % 100, random);
            }
        }
    }
};

QTEST_MAIN(RasterTest)
#include "raster_test.moc"
