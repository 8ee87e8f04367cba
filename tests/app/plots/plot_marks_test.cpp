// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a plot tells of the run beside its curves.
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "app/plots/plot_notes.h"
#include "app/theme/theme.h"
#include "tests/app/plots/plotted_run.h"
#include "tests/app/plots/shown_losses.h"
#include "tests/app/saved_picture.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>

using namespace lockstep;

class PlotMarksTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
    }

    void marksTellWhatHappened()
    {
        MetricStore store;
        RankStarted started;
        started.stepsPerEpoch = 50;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 0, 20, 1);
        addSteps(store, 0, 20, 21, std::nan(""));
        addSteps(store, 0, 21, 30, 1);
        addSteps(store, 0, 30, 31, std::numeric_limits<double>::infinity());
        addSteps(store, 0, 31, 35, 1);
        addSteps(store, 0, 35, 36, -std::numeric_limits<double>::infinity());
        addSteps(store, 0, 36, 100, 1);
        store.append(
            0, std::vector<Record>{
                   {0, 0, 0, StepSkipped{.step = 89, .lossScale = 512}},
                   {0, 0, 0, CheckpointSaved{.step = 60, .epoch = 1, .path = "", .bytes = 1, .best = true}}});
        QTemporaryDir run;
        PlotNotes notes;
        notes.open(run.filePath(PlotNotes::fileName()));
        QVERIFY(notes.set({80, QStringLiteral("Here")}).ok());
        MetricPlot plot(store, lossPlotSpec());
        plot.setNotes(notes);
        plot.resize(800, 400);
        PlotCanvas& canvas = plot.canvas();
        canvas.setViewport({QPoint(), plot.size()});
        canvas.replot();
        const auto said = [&](double key) {
            return canvas.markAt(
                {canvas.xAxis->coordToPixel(key), canvas.axisRect()->rect().center().y() + 0.0});
        };
        QVERIFY(said(21).contains(QStringLiteral("not a number")));
        QVERIFY2(said(60).contains(QStringLiteral("Checkpoint after step 60, the best so far")),
                 qPrintable(said(60)));
        QCOMPARE(said(80), QStringLiteral("Here"));
        QVERIFY2(said(31).contains(QStringLiteral("plus infinity")), qPrintable(said(31)));
        QVERIFY2(said(36).contains(QStringLiteral("minus infinity")), qPrintable(said(36)));
        QVERIFY(!said(90).isEmpty());
        QVERIFY(said(45).isEmpty());
    }

    /// A picture is drawn once, before which its axes had no size.
    /// Wherever it lies: beyond what the next attempt has reached, and far above it.
    void whatWasDoneAgainIsDrawnOnRequest()
    {
        MetricStore store;
        RankStarted started;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 0, 600, 1);
        addSteps(store, 0, 600, 1000, 37);
        started.attempt = 2;
        started.firstStep = 600;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 600, 700, 1);
        const auto drawn = [&store](bool showsDiscarded) {
            PlotChoice choice = lossChoice();
            choice.showsDiscarded = showsDiscarded;
            auto plot = std::make_unique<MetricPlot>(store, plotSpec(choice));
            plot->resize(860, 460);
            plot->show();
            plot->canvas().replot(QCustomPlot::rpImmediateRefresh);
            return plot;
        };
        const auto clean = drawn(false);
        QVERIFY(clean->canvas().xAxis->range().upper < 800);
        QVERIFY(clean->canvas().yAxis->range().upper < 5);
        const auto both = drawn(true);
        PlotCanvas& canvas = both->canvas();
        QVERIFY(canvas.xAxis->range().upper >= 1000);
        QVERIFY(canvas.yAxis->range().upper >= 37);
        const QImage picture = canvas.toPixmap().toImage();
        const QPoint tail(static_cast<int>(canvas.xAxis->coordToPixel(850)),
                          static_cast<int>(canvas.yAxis->coordToPixel(37)));
        const QColor muted = themeColors(canvas.palette()).mutedText;
        const auto isDrawn = [&](int y) {
            const QColor color = picture.pixelColor(tail.x(), y);
            const QColor background = picture.pixelColor(tail.x(), tail.y() - 8);
            return std::abs(color.lightness() - muted.lightness()) <
                   std::abs(background.lightness() - muted.lightness());
        };
        QVERIFY(isDrawn(tail.y() - 1) || isDrawn(tail.y()) || isDrawn(tail.y() + 1));
        const QPointF restart(canvas.xAxis->coordToPixel(600), canvas.axisRect()->rect().center().y());
        QVERIFY2(canvas.markAt(restart).contains(QStringLiteral("Attempt 2")),
                 qPrintable(canvas.markAt(restart)));
        QVERIFY(savePicture(*both, QStringLiteral("discarded")));
    }

    void aPictureHasAllMarksOfThePlot()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 1);
        for (const std::int64_t step : {30, 60, 90})
            store.append(
                0, std::vector<Record>{
                       {0, 0, 0,
                        CheckpointSaved{.step = step, .epoch = 1, .path = "", .bytes = 1, .best = false}}});
        const MetricPlot plot(store, lossPlotSpec());
        const std::unique_ptr<PlotCanvas> canvas = plot.copy();
        canvas->setViewport({QPoint(), QSize(860, 460)});
        canvas->replot(QCustomPlot::rpImmediateRefresh);
        for (const int step : {30, 60, 90}) {
            const QPointF place(canvas->xAxis->coordToPixel(step), canvas->axisRect()->rect().center().y());
            QCOMPARE(canvas->markAt(place), QStringLiteral("Checkpoint after step %1").arg(step));
        }
    }

    void nothingStandsOnTheFiguresOfTheCrosshair()
    {
        ShownLosses shown;
        const PlotCanvas& canvas = shown.plot.canvas();
        for (int i = 0; i < canvas.layerCount(); ++i)
            QVERIFY(canvas.layer(i)->index() <= canvas.layer(QStringLiteral("crosshair"))->index());
    }

    void namesOfMarksHideNoCurve()
    {
        ShownLosses shown;
        QTemporaryDir run;
        PlotNotes notes;
        notes.open(run.filePath(PlotNotes::fileName()));
        shown.plot.setNotes(notes);
        PlotCanvas& canvas = shown.plot.canvas();
        const auto drawnWith = [&](const char* note) {
            if (!notes.set({5000, QString::fromLatin1(note)}))
                return QImage();
            canvas.replot();
            return canvas.toPixmap().toImage();
        };
        const QImage first = drawnWith("the rate drops");
        const QImage second = drawnWith("here");
        const int bottom = canvas.axisRect()->top();
        QVERIFY(first.copy(0, 0, first.width(), bottom) != second.copy(0, 0, first.width(), bottom));
        QCOMPARE(first.copy(0, bottom, first.width(), first.height() - bottom),
                 second.copy(0, bottom, first.width(), first.height() - bottom));
    }
};

QTEST_MAIN(PlotMarksTest)
#include "plot_marks_test.moc"
