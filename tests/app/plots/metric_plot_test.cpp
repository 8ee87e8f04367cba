// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "app/theme/theme.h"
#include "tests/app/plots/plotted_run.h"
#include "tests/app/plots/shown_losses.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace lockstep;

namespace {

/// Pixels whose hue is this colour's, not counting pale ones.
int countHue(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.saturation() > 90 && std::abs(pixel.hue() - color.hue()) <= 8)
                ++count;
        }
    }
    return count;
}

PlotCanvas& canvasOf(MetricPlot& plot)
{
    return *plot.findChild<PlotCanvas*>();
}

QImage drawn(const MetricPlot& plot, QSize size, double ratio)
{
    const std::unique_ptr<PlotCanvas> canvas = plot.copy();
    canvas->setViewport({QPoint(), size});
    canvas->setBufferDevicePixelRatio(ratio);
    canvas->replot(QCustomPlot::rpImmediateRefresh);
    return canvas->toPixmap(size.width(), size.height(), ratio).toImage();
}

} // namespace

class MetricPlotTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
    }

    void drawsACurveForEachRankInItsColour()
    {
        MetricStore store;
        for (int rank = 0; rank < 3; ++rank)
            addSteps(store, rank, 0, 5000, 1.0 + rank);
        MetricPlot plot(store, lossPlotSpec());
        const QImage image = drawn(plot, {700, 400}, 1);
        QCOMPARE(image.size(), QSize(700, 400));
        const ThemeColors& colors = themeColors(plot.palette());
        // A level curve crosses most of the width, and its legend entry adds some.
        for (int rank = 0; rank < 3; ++rank)
            QVERIFY2(countHue(image, colors.series[rank]) > 500, qPrintable(QString::number(rank)));
        QVERIFY(countHue(image, colors.series[5]) < 20);
    }

    /// Of a run so short that a number was told once.
    void aLonePointIsADot()
    {
        MetricStore store;
        addSteps(store, 0, 0, 1, 1);
        MetricPlot plot(store, lossPlotSpec());
        const std::unique_ptr<PlotCanvas> canvas = plot.copy();
        canvas->setViewport({QPoint(), QSize(400, 300)});
        canvas->replot(QCustomPlot::rpImmediateRefresh);
        const QImage inside = canvas->toPixmap().toImage().copy(canvas->axisRect()->rect());
        QVERIFY(countHue(inside, themeColors(plot.palette()).series[0]) > 10);
    }

    void twoPixelsPerPointDrawTwiceAsFine()
    {
        MetricStore store;
        addSteps(store, 0, 0, 1000, 1);
        MetricPlot plot(store, lossPlotSpec());
        QCOMPARE(drawn(plot, {300, 200}, 2).size(), QSize(600, 400));
    }

    void keysMoveTheCrosshairFromValueToValueAndTakeItAway()
    {
        MetricStore store;
        addSteps(store, 0, 0, 50, 1.25);
        MetricPlot plot(store, lossPlotSpec());
        plot.resize(700, 400);
        plot.show();
        PlotCanvas& canvas = canvasOf(plot);
        canvas.refresh();
        std::optional<PointedKey> told;
        connect(&canvas, &PlotCanvas::pointed, &plot, [&told](const auto& key) { told = key; });
        const auto press = [&canvas](int key, Qt::KeyboardModifiers held) {
            QTest::keyClick(&canvas, static_cast<Qt::Key>(key), held);
        };
        press(Qt::Key_Left, Qt::ShiftModifier); // it comes to the newest value
        QVERIFY(told);
        QCOMPARE(told->step, 50);
        press(Qt::Key_Left, Qt::ShiftModifier);
        press(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(told->step, 48);
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(told->step, 49);
        QVERIFY(canvas.accessibleDescription().contains(QLatin1String("1.25")));
        QSignalSpy chosen(&canvas, &PlotCanvas::momentChosen);
        press(Qt::Key_Return, Qt::NoModifier);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<Moment>().step, 49);
        press(Qt::Key_Escape, Qt::NoModifier);
        QVERIFY(!told);
        QVERIFY(canvas.accessibleDescription().isEmpty());
        press(Qt::Key_Return, Qt::NoModifier); // there is nothing to choose any more
        QCOMPARE(chosen.count(), 1);
        for (int i = 0; i < 60; ++i)
            press(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(told->step, 1); // and stays there
    }

    void manyRanksBecomeADensityWithTheirMean()
    {
        MetricStore store;
        for (int rank = 0; rank < 20; ++rank)
            addSteps(store, rank, 0, 5000, 2);
        MetricPlot plot(store, lossPlotSpec());
        PlotCanvas& canvas = canvasOf(plot);
        plot.resize(600, 400);
        canvas.replot();
        QCOMPARE(canvas.graphCount(), 1);
        QCOMPARE(canvas.plottableCount(), 2);
        plot.setSelectedRanks({4});
        canvas.replot();
        QCOMPARE(canvas.graphCount(), 2);
        QCOMPARE(canvas.graph(1)->name(), QStringLiteral("Rank 4"));
    }

    void pensOfNoisyCurvesStayThin()
    {
        MetricStore store;
        for (int rank = 0; rank < 4; ++rank)
            addSteps(store, rank, 0, 100'000, rank);
        MetricPlot plot(store, lossPlotSpec());
        plot.resize(800, 400);
        PlotCanvas& canvas = canvasOf(plot);
        plot.setSelectedRanks({1});
        canvas.replot();
        for (int i = 0; i < canvas.graphCount(); ++i) {
            if (canvas.graph(i)->dataCount() > canvas.axisRect()->width() + 2)
                QVERIFY(canvas.graph(i)->pen().widthF() <= 1);
        }
    }

    void replotsWhileVisibleOnlyAndNotForEveryRecord()
    {
        MetricStore store;
        MetricPlot plot(store, lossPlotSpec());
        plot.resize(500, 300);
        PlotCanvas& canvas = canvasOf(plot);
        QSignalSpy replots(&canvas, &QCustomPlot::afterReplot);
        QTest::qWait(50);
        replots.clear(); // QCustomPlot's own first one
        addSteps(store, 0, 0, 10, 1);
        QTest::qWait(120);
        QCOMPARE(replots.count(), 0);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QTRY_VERIFY(replots.count() > 0);
        QTest::qWait(120);
        replots.clear();
        for (int i = 10; i < 2010; ++i)
            addSteps(store, 0, i, i + 1, 1);
        QCOMPARE(replots.count(), 0);
        QTRY_VERIFY(replots.count() > 0);
        QVERIFY(replots.count() < 20);
        QTest::qWait(120);
        replots.clear();
        QTest::qWait(200);
        QCOMPARE(replots.count(), 0);
    }

    void everyTickStandsAtTheKeyThatItNames_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        for (const double to : {1.0, 3.0, 7.0, 12.0, 13.0, 50.0, 300.0, 12345.0})
            QTest::addRow("0 to %g", to) << 0.0 << to;
        QTest::newRow("zoomed in") << 118.4 << 131.6;
    }
    void everyTickStandsAtTheKeyThatItNames()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        MetricStore store;
        MetricPlot plot(store, epochPlotSpec());
        plot.resize(700, 400);
        PlotCanvas& canvas = canvasOf(plot);
        canvas.xAxis->setRange(from, to);
        QVector<double> ticks;
        QVector<QString> labels;
        canvas.xAxis->ticker()->generate(canvas.xAxis->range(), QLocale::c(), u'g', 6, ticks, nullptr,
                                         &labels);
        QVERIFY(!ticks.isEmpty());
        for (int i = 0; i < ticks.size(); ++i)
            QCOMPARE(QLocale().toDouble(labels[i]), ticks[i]);
    }

    void theWheelZoomsAtThePointerAndADoubleClickShowsAll()
    {
        ShownLosses shown;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
        PlotCanvas& canvas = canvasOf(shown.plot);
        canvas.replot();
        const QPointF middle = canvas.axisRect()->rect().center();
        const double under = canvas.xAxis->pixelToCoord(middle.x());
        for (int i = 0; i < 5; ++i) {
            QWheelEvent wheel(middle, canvas.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&canvas, &wheel);
        }
        canvas.replot();
        QVERIFY(canvas.xAxis->range().size() < 4000);
        QVERIFY(std::abs(canvas.xAxis->pixelToCoord(middle.x()) - under) < 20);
        QVERIFY(!canvas.view().following());
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, middle.toPoint());
        canvas.replot();
        QVERIFY(canvas.xAxis->range().size() >= 9999);
        QVERIFY(canvas.view().following());
    }

    void aDragMovesThePlotAndStopsAtTheEnds()
    {
        ShownLosses shown;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
        PlotCanvas& canvas = canvasOf(shown.plot);
        canvas.view().keys(shown.store.table());
        canvas.view().zoomKeys(5000, 0.2);
        canvas.replot();
        const double before = canvas.xAxis->range().lower;
        const QPoint middle = canvas.axisRect()->rect().center();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, middle);
        QTest::mouseMove(&canvas, middle + QPoint(100, 0));
        QTest::mouseMove(&canvas, middle + QPoint(150, 0));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, middle + QPoint(150, 0));
        canvas.replot();
        QVERIFY(canvas.xAxis->range().lower < before);
        canvas.view().moveKeys(-1e9);
        canvas.replot();
        QCOMPARE(canvas.xAxis->range().lower, 1.0);
    }

    void saysWhatWillAppearWhileThereIsNothing()
    {
        MetricStore store;
        MetricPlot plot(store, epochPlotSpec());
        plot.resize(600, 300);
        PlotCanvas& canvas = canvasOf(plot);
        canvas.replot();
        QVERIFY(canvas.curveLegend().entries().isEmpty());
        auto shown = [&] {
            for (int i = 0; i < canvas.itemCount(); ++i) {
                auto* text = qobject_cast<QCPItemText*>(canvas.item(i));
                if (text && text->visible() && text->text() == epochPlotSpec().emptyText)
                    return true;
            }
            return false;
        };
        QVERIFY(shown());
        Evaluated evaluated;
        evaluated.set = "validation";
        evaluated.top1 = 0.5;
        store.append(0, std::vector<Record>{{0, 0, 0, evaluated}});
        canvas.replot();
        QVERIFY(!shown());
        QVERIFY(canvas.yAxis->range().upper <= 100);
    }

    void aDragWithCtrlZoomsToItsBox()
    {
        ShownLosses shown;
        QVERIFY(QTest::qWaitForWindowExposed(&shown.plot));
        PlotCanvas& canvas = canvasOf(shown.plot);
        canvas.replot();
        const QRect axes = canvas.axisRect()->rect();
        const QPoint from = axes.topLeft() + QPoint(axes.width() / 4, axes.height() / 4);
        const QPoint to = axes.topLeft() + QPoint(axes.width() / 2, axes.height() / 2);
        const QCPRange keys(canvas.xAxis->pixelToCoord(from.x()), canvas.xAxis->pixelToCoord(to.x()));
        const QCPRange values(canvas.yAxis->pixelToCoord(to.y()), canvas.yAxis->pixelToCoord(from.y()));
        QTest::mousePress(&canvas, Qt::LeftButton, Qt::ControlModifier, from);
        QTest::mouseMove(&canvas, to);
        QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::ControlModifier, to);
        canvas.replot();
        const double pixel = keys.size() / (axes.width() / 4);
        QVERIFY(std::abs(canvas.xAxis->range().lower - keys.lower) < 2 * pixel);
        QVERIFY(std::abs(canvas.xAxis->range().upper - keys.upper) < 2 * pixel);
        QVERIFY(std::abs(canvas.yAxis->range().size() - values.size()) < 0.05 * values.size());
        QTest::keyClick(&canvas, Qt::Key_Home);
        canvas.replot();
        QVERIFY(canvas.xAxis->range().size() >= 9999);
    }

    void keysMoveAndZoom()
    {
        ShownLosses shown;
        PlotCanvas& canvas = canvasOf(shown.plot);
        canvas.replot();
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(&canvas, Qt::Key_Plus);
        canvas.replot();
        const double before = canvas.xAxis->range().lower;
        QVERIFY(canvas.xAxis->range().size() < 4000);
        QTest::keyClick(&canvas, Qt::Key_Left);
        canvas.replot();
        QVERIFY(canvas.xAxis->range().lower < before);
    }

    void logarithmicAxesShowWhatIsPositive()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 10);
        addSteps(store, 0, 100, 200, 0.01);
        addSteps(store, 0, 200, 300, -1);
        PlotChoice choice = lossChoice();
        choice.logarithmicLeft = choice.logarithmicX = true;
        MetricPlot plot(store, plotSpec(choice));
        plot.resize(600, 300);
        PlotCanvas& canvas = plot.canvas();
        canvas.replot();
        QCOMPARE(canvas.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(canvas.yAxis->range().lower > 0 && canvas.yAxis->range().lower <= 0.01);
        QVERIFY(canvas.yAxis->range().upper >= 10);
        QVERIFY(canvas.xAxis->range().lower > 0);
        canvas.view().zoomKeys(100, 0.5);
        canvas.view().moveKeys(0.1);
        QVERIFY(!drawn(plot, {300, 200}, 1).isNull());
    }

    void theTimeOfAStepIsStacked()
    {
        MetricStore store;
        for (int rank = 0; rank < 2; ++rank) {
            std::vector<Record> records;
            for (int i = 0; i < 100; ++i) {
                StepFinished step;
                step.step = i;
                step.dataSeconds = 0.001;
                step.forwardSeconds = 0.002;
                step.backwardSeconds = rank == 0 ? 0.003 : 0.005;
                step.networkSeconds = 0.004;
                step.optimizerSeconds = 0.005;
                records.push_back({static_cast<std::uint64_t>(i), 0, 0, step});
            }
            store.append(rank, records);
        }
        MetricPlot plot(store, plotSpec(stepTimeChoice()));
        plot.resize(600, 300);
        PlotCanvas& canvas = plot.canvas();
        canvas.replot();
        QCOMPARE(canvas.graphCount(), 5);
        const auto top = [&](int band) { return (canvas.graph(band)->data()->constEnd() - 1)->value; };
        for (const auto& [band, height] : {std::pair(0, 1.0), {1, 3.0}, {2, 7.0}, {3, 11.0}, {4, 16.0}})
            QVERIFY2(std::abs(top(band) - height) < 0.01, qPrintable(QString::number(top(band))));
        QVERIFY(canvas.yAxis->range().contains(16));
        plot.setSelectedRanks({1}); // of that rank alone
        canvas.replot();
        QVERIFY(std::abs(top(4) - 17) < 0.01);
    }

    void survivesNaNInfinityAndOnePoint()
    {
        MetricStore store;
        addSteps(store, 0, 0, 1, std::nan(""));
        MetricPlot plot(store, lossPlotSpec());
        QVERIFY(!drawn(plot, {300, 200}, 1).isNull());
        addSteps(store, 0, 1, 5, INFINITY);
        addSteps(store, 0, 5, 6, 1e38);
        addSteps(store, 1, 0, 1, 2);
        QVERIFY(!drawn(plot, {300, 200}, 1).isNull());
        QVERIFY(!drawn(plot, {60, 40}, 1).isNull());
    }
};

QTEST_MAIN(MetricPlotTest)
#include "metric_plot_test.moc"
