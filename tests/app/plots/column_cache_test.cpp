// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/metric_table.h"
#include "app/plots/column_cache.h"
#include "app/plots/drawn_curve.h"

#include <QTest>
#include <cmath>
#include <random>
#include <vector>

using namespace lockstep;

namespace {

/// A curve as the tests keep it beside its series.
struct Curve {
    std::vector<std::int64_t> keys;
    std::vector<float> values;
    Series series;
    int hole = 0; ///< every so manieth key is followed by a gap; 0: none

    std::int64_t nextKey() const { return keys.empty() ? 0 : keys.back() + 1; }
    void append(std::size_t count, std::mt19937& random)
    {
        std::int64_t key = nextKey();
        for (std::size_t i = 0; i < count; ++i) {
            const float value = random() % 90 == 0 ? NAN : static_cast<float>(random() % 10'000) / 100;
            keys.push_back(key);
            values.push_back(value);
            QVERIFY(series.append(key, static_cast<double>(value)));
            key += hole > 0 && random() % static_cast<unsigned>(hole) == 0 ? 7 : 1;
        }
    }
    void cutFrom(std::int64_t key)
    {
        const auto size = std::lower_bound(keys.begin(), keys.end(), key) - keys.begin();
        keys.resize(static_cast<std::size_t>(size));
        values.resize(static_cast<std::size_t>(size));
        series.cutFrom(key);
    }
};

/// What a loop over all points finds in each column of a window; `x`: where each point lies.
std::vector<Extent> bruteForce(const std::vector<double>& x, const std::vector<float>& values,
                               const KeyWindow& window)
{
    std::vector<Extent> columns(static_cast<std::size_t>(window.pixels));
    const auto position = [&](double at) { return window.logarithmic ? std::log10(at) : at; };
    const double width = (position(window.upper) - position(window.lower)) / window.pixels;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double column = std::floor((position(x[i]) - position(window.lower)) / width);
        if (column >= 0 && column < window.pixels)
            columns[static_cast<std::size_t>(column)].add(values[i]);
    }
    return columns;
}

bool agree(const Extent& one, const Extent& other)
{
    return one.count == other.count && one.low == other.low && one.high == other.high &&
           std::abs(one.sum - other.sum) <= 1e-5f * std::max(1.0f, std::abs(one.sum));
}

void compare(std::span<const Extent> kept, const std::vector<Extent>& wanted)
{
    QCOMPARE(kept.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        QVERIFY2(agree(kept[i], wanted[i]), qPrintable(QStringLiteral("column %1").arg(i)));
}

/// Of a width at which no whole key lies on the edge of a column: a loop might find it on the other side.
KeyWindow randomWindow(std::int64_t end, std::mt19937& random)
{
    const double size = 20 + static_cast<double>(random() % 10'000) / 10'000 * static_cast<double>(end);
    const double lower =
        static_cast<double>(random() % 10'000) / 9'999.7 * static_cast<double>(end) - size / 3;
    return {lower + 0.123456789, lower + 0.123456789 + size * 1.000314159,
            100 + static_cast<int>(random() % 300)};
}

KeyWindow panned(const KeyWindow& window, int columns)
{
    const double shift = (window.upper - window.lower) / window.pixels * columns;
    return {window.lower + shift, window.upper + shift, window.pixels};
}

} // namespace

class ColumnCacheTest : public QObject {
    Q_OBJECT
private slots:
    /// Panned, zoomed, appended to, cut and begun anew in any order: what was kept is what a loop over all
    /// points finds.
    void whatIsKeptIsWhatALoopOverAllPointsFinds()
    {
        std::mt19937 random(7);
        std::vector<Curve> curves(3);
        curves[1].hole = 20;
        curves[0].append(30'000, random);
        curves[1].append(9'000, random); // the third begins empty
        ColumnCache cache;
        KeyWindow window = randomWindow(30'000, random);
        for (int frame = 0; frame < 400; ++frame) {
            cache.beginFrame();
            const auto what = random() % 10;
            if (what < 5)
                window = panned(window, static_cast<int>(random() % 161) - 80);
            else if (what == 5)
                window = randomWindow(30'000, random);
            else if (what < 9)
                curves[random() % 3].append(1 + random() % 400, random);
            else if (Curve& cut = curves[random() % 3]; !cut.keys.empty())
                cut.cutFrom(cut.keys.back() - static_cast<std::int64_t>(random() % 2'000));
            for (const Curve& curve : curves) {
                const std::vector<double> x(curve.keys.begin(), curve.keys.end());
                compare(cache.columns({&curve.series, {}}, window), bruteForce(x, curve.values, window));
            }
        }
    }

    /// A value may be told before the time of its step, and an epoch may end later than it was thought to.
    void pointsThatMoveAlongTheAxisAreFoundWhereTheyAre()
    {
        for (const XAxis axis : {XAxis::WallTime, XAxis::Epoch}) {
            std::mt19937 random(11);
            MetricTable table;
            ColumnCache cache;
            std::int64_t step = 0;
            std::int64_t timed = 0;
            std::int64_t wallMs = 1'000'000;
            int epochs = 0;
            std::vector<float> values;
            table.appendTime(0, ++timed, wallMs);
            table.appendEpochEnd(0, ++epochs, 40);
            for (int frame = 0; frame < 300; ++frame) {
                cache.beginFrame();
                // Now and then nothing is told but times.
                for (auto more = frame == 0 ? 1 : random() % 4; more > 0; --more) {
                    values.push_back(static_cast<float>(random() % 1000));
                    QVERIFY(table.append(0, Metric::Loss, ++step, static_cast<double>(values.back())));
                }
                while (timed < step - static_cast<std::int64_t>(random() % 24))
                    table.appendTime(0, ++timed, wallMs += 90 + random() % 20);
                if (frame % 25 == 24)
                    table.appendEpochEnd(0, ++epochs, step);
                const auto series = scaledSeries(table, axis, Metric::Loss, 0);
                QVERIFY(series);
                std::vector<double> x;
                for (std::size_t i = 0; i < values.size(); ++i)
                    x.push_back(series->x(i));
                const KeyWindow window = axis == XAxis::Epoch ? KeyWindow{0.000123, 25.0314159, 300}
                                                              : KeyWindow{1000.00123, 1160.0314159, 300};
                compare(cache.columns(*series, window), bruteForce(x, values, window));
            }
        }
    }

    /// What a frame costs: the columns that are new in it.
    void aFrameComputesOnlyWhatIsNewInIt()
    {
        std::mt19937 random(3);
        Curve curve;
        curve.append(20'000, random);
        const ScaledSeries series{&curve.series, {}};
        ColumnCache cache;
        const KeyWindow window{100.5, 19'000.5, 400};
        const auto cost = [&](const KeyWindow& shown) {
            const std::uint64_t before = cache.computed();
            cache.beginFrame();
            (void)cache.columns(series, shown);
            return cache.computed() - before;
        };
        QCOMPARE(cost(window), std::uint64_t{400});
        QCOMPARE(cost(window), std::uint64_t{0});
        QCOMPARE(cost(panned(window, 3)), std::uint64_t{3});
        QCOMPARE(cost(panned(window, -4)), std::uint64_t{7});
        QCOMPARE(cost(panned(window, 1000)), std::uint64_t{400});
        QCOMPARE(cost(window), std::uint64_t{400});
        // Behind the window nothing is seen of more points; in it the columns from the last one on are.
        curve.append(100, random);
        QCOMPARE(cost(window), std::uint64_t{0});
        const KeyWindow end{200.5, 40'200.5, 400};
        QCOMPARE(cost(end), std::uint64_t{400});
        curve.append(1000, random);
        QVERIFY(cost(end) < 210);
        QCOMPARE(cost(end), std::uint64_t{0});
        cache.clear();
        QCOMPARE(cost(end), std::uint64_t{400});
    }

    void columnsAreAsWideInTheLogarithm()
    {
        std::mt19937 random(5);
        Curve curve;
        curve.append(20'000, random);
        ColumnCache cache;
        const std::vector<double> x(curve.keys.begin(), curve.keys.end());
        KeyWindow window{1.0123, 9'000.0314, 350, true};
        for (int frame = 0; frame < 40; ++frame) {
            compare(cache.columns({&curve.series, {}}, window), bruteForce(x, curve.values, window));
            const double column = std::pow(window.upper / window.lower, 1.0 / window.pixels);
            const double factor = std::pow(column, static_cast<double>(random() % 21) - 10);
            window = {window.lower * factor, window.upper * factor, window.pixels, true};
            cache.beginFrame();
        }
        QVERIFY(cache.computed() < 1000);
    }

    void aWindowOfTheSameWidthIsMovedOntoTheColumns()
    {
        const KeyWindow window{10, 410, 100};
        const ColumnGrid grid(window);
        const auto moved = grid.aligned({19, 419, 100});
        QVERIFY(moved);
        QCOMPARE(moved->lower, 18.0);
        QCOMPARE(moved->upper, 418.0);
        QCOMPARE(grid.find(*moved), std::optional<std::int64_t>(2));
        QVERIFY(!grid.find({19, 419, 100}));
        QVERIFY(!grid.aligned({19, 420, 100}));
        QVERIFY(!grid.aligned({10, 410, 101}));
        QVERIFY(!ColumnGrid().aligned(window));
    }
};

QTEST_GUILESS_MAIN(ColumnCacheTest)
#include "column_cache_test.moc"
