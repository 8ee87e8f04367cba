// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics/series.h"
#include "app/plots/curve_image.h"
#include "app/plots/curve_points.h"
#include "app/plots/outliers.h"

#include <QTest>
#include <cmath>
#include <random>
#include <vector>

using namespace lockstep;

namespace {

struct Points {
    std::vector<std::int64_t> keys;
    std::vector<float> values;
};

/// A random walk; every `hole`-th step is missing when hole > 0, and some values are not finite.
Points randomPoints(std::size_t count, int hole, std::mt19937& random)
{
    Points points;
    std::normal_distribution<float> noise(0, 1);
    float value = 3;
    std::int64_t key = 5;
    for (std::size_t i = 0; i < count; ++i) {
        value += noise(random) * 0.1f;
        float shown = value;
        if (random() % 97 == 0)
            shown = random() % 2 ? NAN : INFINITY;
        points.keys.push_back(key);
        points.values.push_back(shown);
        key += hole > 0 && random() % static_cast<unsigned>(hole) == 0 ? 3 : 1;
    }
    return points;
}

Series seriesOf(const Points& points)
{
    Series series;
    for (std::size_t i = 0; i < points.keys.size(); ++i) {
        if (!series.append(points.keys[i], static_cast<double>(points.values[i])))
            qFatal("append refused");
    }
    return series;
}

/// What a loop over all points finds in [begin, end).
Extent bruteForce(const Points& points, std::size_t begin, std::size_t end)
{
    Extent extent;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const float value = points.values[i];
        if (!std::isfinite(value))
            continue;
        extent.low = std::min(extent.low, value);
        extent.high = std::max(extent.high, value);
        sum += static_cast<double>(value);
        ++extent.count;
    }
    extent.sum = static_cast<float>(sum);
    return extent;
}

bool agree(const Extent& one, const Extent& other)
{
    return one.count == other.count && one.low == other.low && one.high == other.high &&
           std::abs(one.sum - other.sum) <= 1e-4f * std::max(1.0f, static_cast<float>(one.count));
}

/// Keys to 1000 over 200 pixels, values to 10 over 100.
const PlotWindow kPlane{{0, 1000, 200}, 0, 10, false, 100};

} // namespace

class SeriesTest : public QObject {
    Q_OBJECT
private slots:
    void everyRangeAgreesWithALoopOverItsPoints()
    {
        std::mt19937 random(7);
        for (const std::size_t size :
             {1u, 2u, 15u, 16u, 17u, 255u, 256u, 257u, 4095u, 4096u, 4097u, 70'001u}) {
            for (const int hole : {0, 50}) {
                const Points points = randomPoints(size, hole, random);
                const Series series = seriesOf(points);
                QCOMPARE(series.size(), size);
                for (int trial = 0; trial < 200; ++trial) {
                    std::size_t begin = random() % (size + 1);
                    std::size_t end = random() % (size + 1);
                    if (begin > end)
                        std::swap(begin, end);
                    QVERIFY(agree(series.over(begin, end), bruteForce(points, begin, end)));
                }
            }
        }
    }

    void everyColumnIsExactlyWhatALoopOverItsPointsFinds()
    {
        std::mt19937 random(11);
        for (const int hole : {0, 40}) {
            const Points points = randomPoints(50'000, hole, random);
            const Series series = seriesOf(points);
            for (int trial = 0; trial < 60; ++trial) {
                const double first = static_cast<double>(points.keys.front()) - 50;
                const double size = static_cast<double>(points.keys.back()) + 100 - first;
                const double lower = first + size * static_cast<double>(random() % 900) / 1000.0;
                const double upper =
                    lower + std::max(3.0, size * static_cast<double>(1 + random() % 99) / 1000.0);
                std::vector<Extent> columns(1 + random() % 700);
                series.columns(lower, upper, columns);
                const double width = (upper - lower) / static_cast<double>(columns.size());
                std::size_t begin = 0;
                while (begin < points.keys.size() && static_cast<double>(points.keys[begin]) < lower)
                    ++begin;
                for (std::size_t i = 0; i < columns.size(); ++i) {
                    const double edge =
                        i + 1 == columns.size() ? upper : lower + static_cast<double>(i + 1) * width;
                    std::size_t end = begin;
                    while (end < points.keys.size() && static_cast<double>(points.keys[end]) < edge)
                        ++end;
                    QVERIFY(agree(columns[i], bruteForce(points, begin, end)));
                    begin = end;
                }
            }
        }
    }

    void keysAndBoundsAreExactWithHolesAndWithout()
    {
        std::mt19937 random(3);
        for (const int hole : {0, 10}) {
            const Points points = randomPoints(3000, hole, random);
            const Series series = seriesOf(points);
            for (std::size_t i = 0; i < points.keys.size(); ++i)
                QCOMPARE(series.key(i), points.keys[i]);
            for (double key = -3; key < static_cast<double>(points.keys.back()) + 4; key += 0.5) {
                const auto expected =
                    std::lower_bound(points.keys.begin(), points.keys.end(), key,
                                     [](std::int64_t a, double b) { return static_cast<double>(a) < b; });
                QCOMPARE(series.lowerBound(key), static_cast<std::size_t>(expected - points.keys.begin()));
            }
        }
    }

    void refusesKeysThatDoNotAscendOrAreOutOfRange()
    {
        Series series;
        QVERIFY(!series.append(-1, 0));
        QVERIFY(!series.append(Series::kMaxKey + 1, 0));
        QVERIFY(series.append(4, 1));
        QVERIFY(!series.append(4, 2));
        QVERIFY(!series.append(3, 2));
        QVERIFY(series.append(Series::kMaxKey, 2));
        QCOMPARE(series.size(), std::size_t{2});
    }

    void goesOnFromACutAsIfTheRestHadNeverBeen()
    {
        std::mt19937 random(19);
        for (const int hole : {0, 30}) {
            const Points points = randomPoints(9000, hole, random);
            Series series = seriesOf(points);
            const std::int64_t from = points.keys[5000];
            series.cutFrom(from);
            QCOMPARE(series.size(), std::size_t{5000});
            for (std::size_t i = 5000; i < points.keys.size(); ++i)
                QVERIFY(series.append(points.keys[i], static_cast<double>(points.values[i])));
            QVERIFY(agree(series.over(0, series.size()), bruteForce(points, 0, points.keys.size())));
            QVERIFY(agree(series.over(4990, 5600), bruteForce(points, 4990, 5600)));
            series.cutFrom(0);
            QVERIFY(series.empty());
            QVERIFY(series.append(100, 1));
            QCOMPARE(series.key(0), std::int64_t{100});
        }
    }

    void takesSeveralPointsAsItTakesThemOneByOne()
    {
        std::mt19937 random(29);
        for (const int hole : {0, 30, 2000}) {
            const Points points = randomPoints(20'000, hole, random);
            const Series one = seriesOf(points);
            Series several;
            for (std::size_t begin = 0; begin < points.keys.size();) {
                // Some a second time: they are refused either way.
                const std::size_t again = std::min<std::size_t>(begin, random() % 3);
                const std::size_t count = std::min<std::size_t>(random() % 100, points.keys.size() - begin);
                several.append(std::span(points.keys).subspan(begin - again, count + again),
                               std::span(points.values).subspan(begin - again, count + again));
                begin += count;
            }
            QCOMPARE(several.size(), one.size());
            for (std::size_t i = 0; i < one.size(); ++i) {
                QCOMPARE(several.key(i), one.key(i));
                const bool isSame = std::isnan(one.value(i)) ? std::isnan(several.value(i))
                                                             : several.value(i) == one.value(i);
                QVERIFY(isSame);
            }
            QCOMPARE(several.nonFinite().size(), one.nonFinite().size());
            for (std::size_t i = 0; i < one.nonFinite().size(); ++i)
                QCOMPARE(several.nonFinite()[i].begin, one.nonFinite()[i].begin);
            QVERIFY(agree(several.over(77, 19'000), bruteForce(points, 77, 19'000)));
        }
    }

    void takesAboutFiveBytesAPoint()
    {
        Series series;
        for (std::int64_t i = 0; i < 1'000'000; ++i)
            series.append(i, 1.0);
        // Vectors double, so up to twice the net size is held.
        QVERIFY(series.bytes() < 11'000'000);
    }

    void outlineKeepsExtremesOfEveryColumn()
    {
        Series series;
        for (std::int64_t i = 0; i < 100'000; ++i)
            series.append(i, i == 54'321 ? 9.0 : static_cast<double>(i % 7));
        const QVector<QPointF> points = outline({&series, {}}, {0, 100'000, 500});
        QVERIFY(points.size() <= 1000);
        double highest = 0;
        for (qsizetype i = 0; i < points.size(); ++i) {
            highest = std::max(highest, points[i].y());
            QVERIFY(i == 0 || points[i].x() >= points[i - 1].x());
        }
        QCOMPARE(highest, 9.0);
    }

    void smoothLineFollowsTheMeanAndLeavesSparsePointsAlone()
    {
        ColumnCache cache;
        Series low;
        Series high;
        for (std::int64_t i = 0; i < 50'000; ++i) {
            low.append(i, i % 2 == 0 ? 1 : 2);
            high.append(i, i % 2 == 0 ? 3 : 4);
        }
        const QVector<QPointF> mean = smoothLine({{&low, {}}, {&high, {}}}, {0, 50'000, 400}, 0.3, cache);
        QVERIFY(mean.size() <= 402);
        for (const QPointF& point : mean)
            QVERIFY(std::abs(point.y() - 2.5) < 0.01);
        Series sparse;
        for (std::int64_t i = 0; i < 5; ++i)
            sparse.append(i * 100, static_cast<double>(i * i));
        const QVector<QPointF> same = smoothLine({{&sparse, {}}}, {0, 401, 800}, 0.3, cache);
        QCOMPARE(same.size(), qsizetype{5});
        for (qsizetype i = 0; i < 5; ++i)
            QCOMPARE(same[i].y(), static_cast<double>(i * i));
    }

    void smoothingGoesFromThePointsToTheTrend()
    {
        ColumnCache cache;
        Series zigzag;
        for (std::int64_t i = 0; i < 400; ++i)
            zigzag.append(i, i % 2 == 0 ? 1 : 3);
        const auto spread = [&](double smoothing) {
            double low = 9;
            double high = 0;
            const QVector<QPointF> line = smoothLine({{&zigzag, {}}}, {0, 400, 400}, smoothing, cache);
            for (const QPointF& point : line.mid(line.size() / 4, line.size() / 2)) {
                low = std::min(low, point.y());
                high = std::max(high, point.y());
            }
            return high - low;
        };
        QVERIFY(spread(0.3) < 0.5);
        QVERIFY(spread(1) <= spread(0.3));
        Series sparse;
        for (std::int64_t i = 0; i < 20; ++i)
            sparse.append(i * 20, i % 2 == 0 ? 1 : 3);
        const QVector<QPointF> raw = smoothLine({{&sparse, {}}}, {0, 400, 400}, 0, cache);
        QCOMPARE(raw.size(), qsizetype{20});
        QCOMPARE(raw[3].y(), 3.0);
    }

    void bandsAddUp()
    {
        ColumnCache cache;
        Series data;
        Series compute;
        for (std::int64_t i = 0; i < 10'000; ++i) {
            data.append(i, 2);
            compute.append(i, 5);
        }
        const auto lines = stackedLines({{{&data, {}}}, {{&compute, {}}}}, {0, 10'000, 300}, 0.3, cache);
        QCOMPARE(lines.size(), qsizetype{2});
        QCOMPARE(lines[0].size(), lines[1].size());
        for (qsizetype i = 0; i < lines[0].size(); ++i) {
            QCOMPARE(lines[0][i].x(), lines[1][i].x());
            QVERIFY(std::abs(lines[0][i].y() - 2) < 1e-5 && std::abs(lines[1][i].y() - 7) < 1e-5);
        }
    }

    void onALogarithmicPlaneADecadeIsAsWideAsAnother()
    {
        Series curve;
        for (std::int64_t i = 1; i <= 10'000; ++i)
            curve.append(i, i < 100 ? 10.0 : i < 200 ? -1.0 : 1000.0);
        const PlotWindow plane{{1, 10'000, 400, true}, 1, 10'000, true, 400};
        ColumnCache cache;
        const QImage image = CurveImage(cache).curves({{{&curve, {}}, Qt::red}}, plane);
        // Half of the way is 100; 10 lies a quarter up, 1000 three quarters; what is not positive nowhere.
        QVERIFY(qAlpha(image.pixel(100, 300)) > 0 || qAlpha(image.pixel(100, 299)) > 0);
        QVERIFY(qAlpha(image.pixel(300, 100)) > 0 || qAlpha(image.pixel(300, 99)) > 0);
        QCOMPARE(qAlpha(image.pixel(215, 100)), 0);
        QCOMPARE(qAlpha(image.pixel(215, 300)), 0);
    }

    void farRanksAreNamedByTheirModifiedZScore()
    {
        // Means 1.0, 1.1 ... 1.9 and 9: by hand, the median is 1.5, MAD 0.3, so 9 scores 16.9 and 1.9 0.9.
        std::vector<Series> curves(11);
        SeriesList list;
        QVector<int> ranks;
        for (int c = 0; c < 11; ++c) {
            for (std::int64_t i = 0; i < 100; ++i)
                curves[static_cast<std::size_t>(c)].append(i, c == 4 ? 9.0 : 1 + 0.1 * (c < 4 ? c : c - 1));
            ranks.append(c);
        }
        for (const Series& curve : curves)
            list.append(ScaledSeries{&curve, {}});
        QCOMPARE(outlyingRanks(ranks, list, {0, 100}, 3), QVector<int>{4});
        // Alike but one: MAD is 0.
        std::vector<Series> alike(11);
        SeriesList others;
        for (int c = 0; c < 11; ++c)
            alike[static_cast<std::size_t>(c)].append(1, c == 7 ? 2 : 1);
        for (const Series& curve : alike)
            others.append(ScaledSeries{&curve, {}});
        QCOMPARE(outlyingRanks(ranks, others, {0, 100}, 3), QVector<int>{7});
        QVERIFY(outlyingRanks(ranks, others, {50, 100}, 3).isEmpty());
    }

    void densityShowsWhereCurvesAre()
    {
        std::vector<Series> curves(10);
        SeriesList list;
        for (std::size_t c = 0; c < curves.size(); ++c) {
            for (std::int64_t i = 0; i < 1000; ++i)
                curves[c].append(i, c < 9 ? 2.0 : 8.0);
        }
        for (const Series& curve : curves)
            list.append(ScaledSeries{&curve, {}});
        ColumnCache cache;
        const QImage image = CurveImage(cache).density(list, kPlane, Qt::red);
        const int many = qAlpha(image.pixel(100, 80));
        const int one = qAlpha(image.pixel(100, 20));
        QVERIFY(many > 200);
        QVERIFY(one > 20 && one < many / 2);
        QCOMPARE(qAlpha(image.pixel(100, 50)), 0);
    }

    void coloursLieOverEachOther()
    {
        Series level;
        Series spike;
        for (std::int64_t i = 0; i < 1000; ++i) {
            level.append(i, 5);
            spike.append(i, i >= 495 && i < 505 ? 9.5 : 0.5);
        }
        ColumnCache cache;
        const QImage image = CurveImage(cache).curves(
            {{{&level, {}}, QColor(255, 0, 0)}, {{&spike, {}}, QColor(0, 0, 255, 128)}}, kPlane);
        QCOMPARE(image.pixelColor(20, 50), QColor(255, 0, 0));
        QCOMPARE(image.pixelColor(20, 95).alpha(), 128);
        QCOMPARE(image.pixelColor(20, 20).alpha(), 0);
        // The spike's flank crosses the level.
        bool crossed = false;
        for (int x = 95; x < 105; ++x)
            crossed =
                crossed || (image.pixelColor(x, 50).red() > 100 && image.pixelColor(x, 50).blue() > 100);
        QVERIFY(crossed);
    }

    void densityJoinsPointsThatLieFarApartAndCutsWhatIsOutside()
    {
        Series curve;
        curve.append(0, -1e30);
        curve.append(50, 5);
        curve.append(100, 5);
        curve.append(150, 1e30);
        ColumnCache cache;
        const QImage image =
            CurveImage(cache).density({{&curve, {}}}, {{0, 151, 302}, 0, 10, false, 100}, Qt::red);
        for (int x = 104; x < 196; ++x)
            QVERIFY(qAlpha(image.pixel(x, 50)) > 0);
        QCOMPARE(qAlpha(image.pixel(150, 10)), 0);
    }
};

QTEST_GUILESS_MAIN(SeriesTest)
#include "series_test.moc"
