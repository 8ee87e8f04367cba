// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "tests/app/plots/plotted_run.h"
#include "tests/app/plots/shown_losses.h"

#include <QAbstractEventDispatcher>
#include <QEventLoop>
#include <QScrollArea>
#include <QTest>
#include <QTimer>
#include <cmath>
#include <memory>
#include <vector>

using namespace lockstep;

/// That what one frame has found out serves for the next.
class PlotFrameTest : public QObject {
    Q_OBJECT
private slots:
    void theFrameStandsStillUntilTheNewestPointNearsItsEnd()
    {
        ShownLosses shown;
        shown.canvas().replot();
        PlotCanvas& canvas = shown.canvas();
        const QCPRange before = canvas.xAxis->range();
        int moves = 0;
        QCPRange last = before;
        for (int step = 10'000; step < 11'000; step += 10) {
            addSteps(shown.store, 0, step, step + 10, 1);
            canvas.replot();
            const QCPRange range = canvas.xAxis->range();
            QCOMPARE(range.lower, before.lower);
            QVERIFY(range.upper > step + 10 && range.upper < (step + 10) * 1.011);
            moves += range != last ? 1 : 0;
            last = range;
        }
        QVERIFY(moves > 0 && moves < 20);
    }

    /// Whoever clicks waits for one of them.
    void plotsOfOnePageAreDrawnInTurns()
    {
        MetricStore store;
        std::vector<std::unique_ptr<MetricPlot>> plots;
        QObject context;
        int turn = 0;
        QVector<int> turns;
        connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, &context,
                [&turn] { ++turn; });
        for (int i = 0; i < 4; ++i) {
            plots.push_back(std::make_unique<MetricPlot>(store, lossPlotSpec()));
            plots.back()->show();
            connect(&plots.back()->canvas(), &QCustomPlot::afterReplot, &context,
                    [&turn, &turns] { turns.append(turn); });
        }
        QTRY_VERIFY(turns.size() >= 4);
        QTest::qWait(100); // they have been laid out
        turns.clear();
        addSteps(store, 0, 0, 1000, 1);
        QEventLoop loop; // which waits for events, as that of a window
        QTimer poll;
        connect(&poll, &QTimer::timeout, &loop, [&] {
            if (turns.size() >= 4)
                loop.quit();
        });
        poll.start(20);
        loop.exec();
        QCOMPARE(QSet<int>(turns.begin(), turns.end()).size(), 4);
    }

    /// It costs nothing until a person scrolls to it.
    void aPlotOutOfSightIsNotDrawn()
    {
        MetricStore store;
        QScrollArea area;
        area.resize(400, 300);
        auto* inside = new QWidget;
        inside->setFixedSize(380, 2000);
        area.setWidget(inside);
        MetricPlot plot(store, lossPlotSpec(), inside);
        plot.setGeometry(0, 1500, 380, 250);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QTest::qWait(100);
        int drawn = 0;
        connect(&plot.canvas(), &QCustomPlot::afterReplot, &area, [&drawn] { ++drawn; });
        addSteps(store, 0, 0, 1000, 1);
        QTest::qWait(150);
        QCOMPARE(drawn, 0);
        area.ensureVisible(100, 1700);
        QTRY_VERIFY(drawn > 0);
        QTest::qWait(100);
        QVERIFY(drawn <= 2);
        plot.setParent(nullptr);
    }

    /// Of thousands of planned epochs the first ones are seen, in a frame that stands still for a while.
    void theFirstOfManyEpochsFillTheirPlot()
    {
        MetricStore store;
        MetricPlot plot(store, epochPlotSpec());
        plot.setExpectedEpochs(4000);
        plot.resize(800, 400);
        plot.show();
        QVector<double> ends;
        for (int epochs = 1; epochs <= 40; ++epochs) {
            store.replace({});
            addEpochs(store, 0, epochs);
            plot.canvas().replot();
            const double end = plot.canvas().xAxis->range().upper;
            QVERIFY2(end > epochs && end < 3.0 * epochs + 5, qPrintable(QString::number(end)));
            if (!ends.contains(end))
                ends.append(end);
        }
        QVERIFY(ends.size() <= 5);
        plot.setExpectedEpochs(41);
        plot.canvas().replot();
        QVERIFY(plot.canvas().xAxis->range().upper < 43);
    }

    /// Whatever is panned by moves by whole pixels, so that their columns serve again.
    /// Of a low plot both stand at the lower left.
    void theTitleOfTheValuesDoesNotReachThatOfTheKeys()
    {
        MetricStore store;
        MetricPlot plot(store, epochPlotSpec());
        PlotCanvas& canvas = plot.canvas();
        int lowTitles = 0;
        for (int height = 120; height < 300; ++height) {
            canvas.setViewport(QRect(0, 0, 500, height));
            canvas.replot();
            canvas.replot(); // a label found room after the layout
            const QString title = canvas.yAxis->label();
            const int length = QFontMetrics(canvas.yAxis->labelFont()).horizontalAdvance(title);
            const double lowest = canvas.axisRect()->center().y() + length / 2.0;
            for (int i = 0; i < canvas.itemCount(); ++i) {
                const auto* text = qobject_cast<QCPItemText*>(canvas.item(i));
                if (!text || !text->visible() || text->text() != epochPlotSpec().keyTitle)
                    continue;
                ++lowTitles;
                const double highest = text->position->pixelPosition().y() + text->padding().top();
                QVERIFY2(lowest <= highest, qPrintable(QStringLiteral("%1 pixels high, \"%2\": %3 > %4")
                                                           .arg(height)
                                                           .arg(title)
                                                           .arg(lowest)
                                                           .arg(highest)));
            }
        }
        QVERIFY(lowTitles > 0);
    }

    void aPannedPlotKeepsTheColumnsOfItsPixels()
    {
        ShownLosses shown;
        shown.canvas().replot();
        PlotCanvas& canvas = shown.canvas();
        canvas.view().zoomKeys(5000, 0.2);
        canvas.replot();
        const double pixel = canvas.xAxis->range().size() / canvas.axisRect()->width();
        const double before = canvas.xAxis->range().lower;
        double wanted = before;
        for (const double shift : {0.3, 1.9, -7.45, 0.49}) {
            canvas.view().moveKeys(shift * pixel);
            wanted += shift * pixel;
            canvas.replot();
            const double moved = (canvas.xAxis->range().lower - before) / pixel;
            QVERIFY(std::abs(moved - std::round(moved)) < 1e-6);
            QVERIFY(std::abs(canvas.xAxis->range().lower - wanted) <= 0.501 * pixel);
        }
    }
};

QTEST_MAIN(PlotFrameTest)
#include "plot_frame_test.moc"
