// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/metric_text.h"
#include "app/plots/plot_arrangement.h"
#include "app/plots/plot_canvas.h"
#include "app/plots/plot_dialog.h"
#include "app/plots/plot_grid.h"
#include "app/plots/plot_notes.h"
#include "app/plots/plot_page.h"
#include "app/theme/theme.h"
#include "engine/protocol/step_numbers.h"
#include "tests/app/plots/plotted_run.h"
#include "tests/app/private_settings.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <cstdlib>
#include <string>

using namespace lockstep;

namespace {

Metric linkMetric(int peer, const char* member)
{
    return Metric::named("link." + std::to_string(peer) + '.' + member);
}

} // namespace

/// A page of plots: its arrangement, what its plots share, and how a person chooses what they show.
class PlotPageTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_folder);
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
    }

    void aPageIsArrangedAndRememberedForItsExperiment()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("digits"), run.path());
        QCOMPARE(page.plots().size(), 4);
        page.add(choiceOf(Metric::LearningRate));
        auto& grid = *page.findChild<PlotGrid*>();
        MetricPlot* loss = page.plots().first();
        QCOMPARE(loss->spec().choice, lossChoice());
        emit loss->movementWanted(1, 0);
        QCOMPARE(page.plots()[1], loss);
        emit page.plots()[2]->removalWanted();
        QCOMPARE(page.plots().size(), 4);
        PlotChoice both = lossChoice();
        both.right = {Metric::named("step.staleness")};
        both.smoothing = 0.75;
        loss->setChoice(both);
        page.resize(900, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QTRY_VERIFY(loss->height() > 100);
        MetricPlot* last = page.plots().last();
        grid.moveTo(last, loss->mapTo(&grid, QPoint(loss->width() / 2, loss->height() - 3)));
        QCOMPARE(grid.rows()[1], QVector<MetricPlot*>{last});

        PlotPage again(store);
        again.showRun(QStringLiteral("digits"), run.path());
        QVector<PlotChoice> kept;
        for (const MetricPlot* plot : again.plots())
            kept.append(plot->spec().choice);
        QVector<PlotChoice> wanted;
        for (const MetricPlot* plot : page.plots())
            wanted.append(plot->spec().choice);
        QCOMPARE(kept, wanted);
        QVERIFY(kept.contains(both));
        again.showRun(QStringLiteral("another"), run.path());
        QCOMPARE(again.plots().size(), 4);
        QCOMPARE(again.plots().first()->spec().choice, lossChoice());
    }

    /// No legend tells of a curve that never comes.
    void aForeignRunHasPlotsOfWhatItTells()
    {
        const auto shown = [](const QVector<Metric>& metrics) {
            QVector<QVector<Metric>> all;
            for (const PlotArrangement::Row& row : foreignArrangement(metrics).rows)
                for (const PlotChoice& choice : row.plots)
                    all.append(choice.metrics());
            return all;
        };
        const Metric top1 = Metric::ValidationTop1;
        const Metric loss = Metric::EpochLoss;
        QCOMPARE(shown({top1}), (QVector<QVector<Metric>>{{top1}}));
        QCOMPARE(shown({loss}), (QVector<QVector<Metric>>{{loss}}));
        QCOMPARE(shown({loss, top1}), (QVector<QVector<Metric>>{{top1, loss}}));
    }

    /// It stands below all others, where nobody would look for it.
    void aPlotThatIsAddedIsSeen()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("more"), run.path());
        page.resize(900, 300);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        page.findChild<QToolButton*>()->click();
        QCOMPARE(page.plots().size(), 5);
        const MetricPlot* added = page.plots().last();
        QTRY_VERIFY(added->canvas().visibleRegion().boundingRect().height() > 100);
    }

    void plotsBesideOneAnotherAreAlike()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("alike"), run.path());
        page.resize(1280, 800);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto& grid = *page.findChild<PlotGrid*>();
        for (const QSize size : {QSize(1280, 800), QSize(3800, 2000), QSize(1000, 600)}) {
            page.resize(size);
            for (const auto& row : grid.rows())
                for (const MetricPlot* plot : row)
                    QTRY_VERIFY2(std::abs(plot->width() - row.first()->width()) <= 1,
                                 qPrintable(QStringLiteral("%1 beside %2 pixels in %3")
                                                .arg(plot->width())
                                                .arg(row.first()->width())
                                                .arg(size.width())));
        }
    }

    void whatRanksReportHasPlotsByItself()
    {
        MetricStore store;
        addSteps(store, 0, 0, 10, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("gpus"), run.path());
        const auto further = [&page] {
            QVector<QVector<Metric>> left;
            for (const MetricPlot* plot : page.plots().mid(4))
                left.append(plot->spec().choice.left);
            return left;
        };
        QVERIFY(further().isEmpty());
        const MetricPlot* loss = page.plots().first();
        LinksMeasured links{.seconds = 1, .peers = {1}, .bytesSent = {9}, .bytesReceived = {9}};
        links.lateSeconds = {0.5};
        store.append(0, std::vector<Record>{{0, 0, 0, links}});
        const auto sent = [](int peer) { return linkMetric(peer, "bytes_sent_per_second"); };
        const auto late = [](int peer) { return linkMetric(peer, "late_fraction"); };
        QCOMPARE(further(), (QVector<QVector<Metric>>{{sent(1)}, {late(1)}}));
        DeviceSampled sample{.busy = 0.5, .memoryBytes = 1 << 20};
        sample.gpu.busy = 0.5;
        sample.gpu.temperatureCelsius = 60;
        sample.gpu.powerWatts = 150;
        store.append(0, std::vector<Record>{{0, 0, 0, sample}});
        links.peers = {0};
        addSteps(store, 1, 0, 10, 1);
        store.append(1, std::vector<Record>{{0, 0, 0, links}});
        StepFinished stale;
        stale.step = 10;
        stale.further = {{"staleness", 3}};
        store.append(0, std::vector<Record>{{0, 0, 0, stale}});
        const QVector<QVector<Metric>> all{{Metric::GpuBusy},       {Metric::GpuCelsius},  {Metric::GpuWatts},
                                           {Metric::ProcessorBusy}, {Metric::MemoryBytes}, {sent(0), sent(1)},
                                           {late(0), late(1)},      {stalenessMetric()}};
        QCOMPARE(further(), all);
        QCOMPARE(page.plots().first(), loss); // which is as it was
        QCOMPARE(page.plots()[9]->spec().title, QStringLiteral("Sent to each rank"));
        QCOMPARE(page.plots()[9]->spec().left.title, QStringLiteral("Sent to each rank (MiB/s)"));

        QTemporaryDir next; // of the same experiment
        page.showRun(QStringLiteral("gpus"), next.path());
        addSteps(store, 0, 20, 30, 1);
        QCOMPARE(further(), all);
        page.add(choiceOf(Metric::Top1)); // from now on it is as a person has it
        store.replace({});
        QCOMPARE(page.plots().size(), 13);
    }

    /// As one of the parts of a step, in the runs that have it.
    void whatCompressingCostsIsAPartOfAStep()
    {
        MetricStore store;
        addSteps(store, 0, 0, 10, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("compressed"), run.path());
        const MetricPlot* times = page.plots()[3];
        QCOMPARE(times->spec().choice, stepTimeChoice(false));
        StepFinished compressed{.step = 10};
        compressed.further = {{std::string(kCompressionSecondsNumber), 0.5}};
        store.append(0, std::vector<Record>{{0, 0, 0, compressed}});
        QCOMPARE(page.plots()[3], times);
        QCOMPARE(times->spec().choice, stepTimeChoice(true));
        QVERIFY(times->spec().choice.left.contains(compressionMetric()));
        QCOMPARE(times->spec().title, QStringLiteral("Where the time of a step goes"));
        QVERIFY(!keptArrangement(QStringLiteral("compressed"))); // nobody has arranged the page
        store.replace({});
        addSteps(store, 0, 0, 10, 1);
        QCOMPARE(times->spec().choice, stepTimeChoice(false));
    }

    void linksOfManyRanksAreLeftToAChoice()
    {
        QVector<Metric> metrics;
        for (int peer = 0; peer < 8; ++peer)
            metrics.append(linkMetric(peer, "late_fraction"));
        QCOMPARE(furtherRows(metrics).size(), 1);
        metrics.append(linkMetric(8, "late_fraction"));
        QVERIFY(furtherRows(metrics).isEmpty());
    }

    /// Few plots share a page, more of them have a height that shows something.
    void manyRowsAreScrolledAndNotFlat()
    {
        MetricStore store;
        addSteps(store, 0, 0, 10, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("high"), run.path());
        page.resize(900, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QTRY_VERIFY(page.plots().first()->height() > 400);
        DeviceSampled sample{.busy = 0.5, .memoryBytes = 1 << 20};
        sample.gpu.busy = 0.5;
        sample.gpu.powerWatts = 150;
        store.append(0, std::vector<Record>{{0, 0, 0, sample}});
        QTest::qWait(50);
        QTRY_VERIFY(page.plots().last()->height() > 300);
        QVERIFY(page.plots().first()->height() > 300);
        QVERIFY(page.plots().last()->mapTo(&page, QPoint()).y() > 1000);
    }

    void linkedPlotsShowTheSameKeysAndTheSameMoment()
    {
        MetricStore store;
        addSteps(store, 0, 0, 10'000, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("linked"), run.path());
        page.resize(900, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        PlotCanvas& loss = page.plots()[0]->canvas();
        PlotCanvas& rate = page.plots()[2]->canvas();
        loss.replot();
        rate.replot();
        QTest::keyClick(&loss, Qt::Key_Plus);
        loss.replot();
        rate.replot();
        QCOMPARE(rate.xAxis->range(), loss.xAxis->range());
        page.setLinked(false);
        QTest::keyClick(&loss, Qt::Key_Home);
        rate.replot();
        QVERIFY(rate.xAxis->range().size() < 9000);
        rate.view().fit();
        rate.replot();
        emit loss.pointed(loss.keyAt(5000));
        const auto shows = [](PlotCanvas& canvas, const QString& wanted) {
            for (int i = 0; i < canvas.itemCount(); ++i) {
                auto* text = qobject_cast<QCPItemText*>(canvas.item(i));
                if (text && text->visible() && text->text().startsWith(wanted))
                    return true;
            }
            return false;
        };
        QVERIFY(shows(rate, QStringLiteral("Step 5,000\nRank 0")));
        emit loss.pointed({});
        QVERIFY(!shows(rate, QStringLiteral("Step")));
        QSignalSpy moments(&page, &PlotPage::momentChosen);
        QTest::mouseClick(&loss, Qt::LeftButton, {}, loss.axisRect()->rect().center());
        QCOMPARE(moments.count(), 1);
        QVERIFY(std::abs(moments[0][0].value<Moment>().step - 5000) < 200);
    }

    void anotherRunHasAnotherMoment()
    {
        MetricStore store;
        addSteps(store, 0, 0, 1000, 1);
        QTemporaryDir run;
        PlotPage page(store);
        page.showRun(QStringLiteral("moments"), run.path());
        PlotCanvas& canvas = page.plots()[0]->canvas();
        canvas.setViewport({QPoint(), QSize(600, 300)});
        const auto lines = [&] {
            canvas.replot();
            int count = 0;
            for (int i = 0; i < canvas.itemCount(); ++i)
                count += qobject_cast<QCPItemStraightLine*>(canvas.item(i)) && canvas.item(i)->visible();
            return count;
        };
        page.showMoment({.rank = 0, .step = 500});
        QCOMPARE(lines(), 1);
        page.showRun(QStringLiteral("moments"), run.path());
        QCOMPARE(lines(), 0);
    }

    void notesStayWithTheRun()
    {
        QTemporaryDir run;
        const QString file = run.filePath(PlotNotes::fileName());
        PlotNotes notes;
        notes.open(file);
        QVERIFY(notes.set({400, QStringLiteral("The rate fell")}).ok());
        QVERIFY(notes.set({20, QStringLiteral("A cable was pulled")}).ok());
        QVERIFY(notes.set({400, QStringLiteral("The rate fell by half")}).ok());
        PlotNotes again;
        again.open(file);
        QCOMPARE(again.notes(), (QVector<PlotNote>{{20, QStringLiteral("A cable was pulled")},
                                                   {400, QStringLiteral("The rate fell by half")}}));
        QVERIFY(again.set({20, QString()}).ok());
        QCOMPARE(again.notes().size(), 1);
        QFile damaged(file);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{\"notes\": [1, {\"step\": -3, \"text\": \"x\"}, {\"step\": 5}, null]}");
        damaged.close();
        PlotNotes none;
        none.open(file);
        QVERIFY(none.notes().isEmpty());
        QVERIFY(!PlotNotes().set({1, QStringLiteral("nowhere")}).ok());
    }

    void theDialogOffersWhatJournalsCarryAndFindsIt()
    {
        MetricStore store;
        addSteps(store, 0, 0, 10, 1);
        PlotDialog dialog(store.table(), lossChoice());
        auto& tree = *dialog.findChild<QTreeWidget*>();
        const auto find = [&](const QString& title) -> QTreeWidgetItem* {
            const auto found = tree.findItems(title, Qt::MatchExactly | Qt::MatchRecursive);
            return found.isEmpty() ? nullptr : found.first();
        };
        QVERIFY(find(QStringLiteral("Learning rate")));
        QVERIFY(!find(QStringLiteral("GPU load"))); // no rank has one
        QSignalSpy changes(&dialog, &PlotDialog::choiceChanged);
        find(QStringLiteral("Learning rate"))->setCheckState(2, Qt::Checked);
        QCOMPARE(dialog.choice().right, QVector<Metric>{Metric::LearningRate});
        find(QStringLiteral("Training loss"))->setCheckState(1, Qt::Unchecked);
        QCOMPARE(dialog.choice().left, QVector<Metric>{Metric::Loss}); // the last on the left stays
        QCOMPARE(changes.count(), 2);
        dialog.findChild<QSlider*>()->setValue(70);
        QCOMPARE(dialog.choice().smoothing, 0.7);
        const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
        QVERIFY(
            std::ranges::any_of(labels, [](QLabel* each) { return each->text() == QLatin1String("70 %"); }));
        dialog.findChild<QLineEdit*>()->setText(QStringLiteral("learn"));
        QVERIFY(!find(QStringLiteral("Learning rate"))->isHidden());
        QVERIFY(find(QStringLiteral("Training loss"))->isHidden());
    }
};

QTEST_MAIN(PlotPageTest)
#include "plot_page_test.moc"
