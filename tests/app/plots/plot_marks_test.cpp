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

#include <QTemporaryDir>
#include <QTest>

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
        addSteps(store, 0, 21, 100, 1);
        store.append(
            0, std::vector<Record>{
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
        QVERIFY(said(40).isEmpty());
    }

    /// A picture is drawn once, before which its axes had no size.
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
