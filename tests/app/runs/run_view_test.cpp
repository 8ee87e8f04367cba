// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list.h"
#include "app/checkpoints/checkpoint_panel.h"
#include "app/logs/log_panel.h"
#include "app/logs/log_view.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "app/plots/plot_page.h"
#include "app/runs/host_strip.h"
#include "app/runs/host_texts.h"
#include "app/runs/rank_table.h"
#include "app/runs/run_header.h"
#include "app/runs/run_layout.h"
#include "app/runs/run_page.h"
#include "app/runs/run_view.h"
#include "app/theme/theme.h"
#include "app/timeline/time_panel.h"
#include "tests/app/private_settings.h"
#include "tests/app/runs/shown_texts.h"
#include "tests/app/summary/recorded_run.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace {

QVector<Record> part(const std::vector<Record>& journal, std::size_t from, std::size_t to)
{
    return {journal.begin() + static_cast<std::ptrdiff_t>(from),
            journal.begin() + static_cast<std::ptrdiff_t>(std::min(to, journal.size()))};
}

/// The plot that shows this metric first.
MetricPlot& plotOf(const QWidget& widget, Metric metric)
{
    const auto plots = widget.findChildren<MetricPlot*>();
    return **std::ranges::find_if(
        plots, [&](const MetricPlot* plot) { return plot->spec().choice.left.first() == metric; });
}

PlotCanvas& lossCanvas(const QWidget& widget)
{
    return plotOf(widget, Metric::Loss).canvas();
}

} // namespace

class RunViewTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_runs;
    QTemporaryDir m_settings;

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_settings);
        qputenv("XDG_CACHE_HOME", m_runs.filePath(QStringLiteral("cache")).toUtf8());
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
    }

    /// A page of plots that one test has arranged is not that of the next.
    void init() { QSettings().clear(); }

    void saysHowFarTheSharingOfTheWeightsIs()
    {
        RunSummary summary(recordedExperiment({}));
        const std::vector<Record> records = {{.sequence = 0, .event = SharingStart{250, 1000, 80}}};
        summary.take(0, records);
        RunHeader header;
        header.setProgress(summary);
        QVERIFY(saysAnywhere(header, QStringLiteral("Sharing the weights: 25 %, about 4 min 00 s left")));
    }

    void saysHowFarTheCheckpointOfAStopIs()
    {
        RunSummary summary(recordedExperiment({}));
        const auto tell = [&](std::uint64_t sequence, Event event) {
            const std::vector<Record> records = {{.sequence = sequence, .event = std::move(event)}};
            summary.take(0, records);
        };
        tell(0, SavingCheckpoint{7, 250, 1000, 80});
        const QString said = QStringLiteral("Saving the checkpoint: 25 %");
        RunHeader header;
        header.setPhase(RunPhase::Training);
        header.setProgress(summary);
        QVERIFY(!saysAnywhere(header, said)); // the training goes on beside it
        header.setPhase(RunPhase::Stopping);
        header.setProgress(summary);
        QVERIFY(saysAnywhere(header, said));
        tell(1, CheckpointSaved{.step = 7, .epoch = 0, .path = "", .bytes = 1, .best = false});
        header.setProgress(summary);
        QVERIFY(!saysAnywhere(header, said));
    }

    void followsARunFromItsFirstRecordToItsLast()
    {
        const RecordedRun run;
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        QVERIFY(folder.ok());
        RunView view;
        view.resize(1200, 800);
        view.showRun(*folder);
        view.setPhase(RunPhase::Training);
        view.show();
        auto& table = *view.findChild<RankTable*>();
        for (int rank = 0; rank < 2; ++rank)
            view.addRecords(rank, part(recordedJournal(run, rank), 0, 61));
        QTRY_COMPARE(table.model()->index(0, RankTableModel::Step).data().toString(), QStringLiteral("60"));
        auto& canvas = lossCanvas(view);
        QTRY_COMPARE(canvas.graphCount(), 4);
        QVERIFY(saysAnywhere(view, QStringLiteral("Step 60 of 360")));
        for (int rank = 0; rank < 2; ++rank)
            view.addRecords(rank, part(recordedJournal(run, rank), 40, 10'000));
        QTRY_COMPARE(table.model()->index(1, RankTableModel::State).data().toString(),
                     QStringLiteral("Finished"));
        QCOMPARE(view.findChild<CheckpointPanel*>()->findChild<QTableView*>()->model()->rowCount(), 3);
    }

    void theHeaderSaysHowLongHowFastAndHowGood()
    {
        const RecordedRun run;
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < 2; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            summary.take(rank, std::span(journal).first(200));
        }
        RunHeader header;
        header.setPhase(RunPhase::Training);
        header.setProgress(summary);
        QVERIFY(saysAnywhere(header, QStringLiteral("about 6 s left")));
        QVERIFY(saysAnywhere(header, QStringLiteral("2,500 samples/s")));
        QVERIFY(saysAnywhere(header, QStringLiteral("best 93.10 % in epoch 1")));
        header.setPhase(RunPhase::Stopped);
        header.setProgress(summary);
        QVERIFY(!saysAnywhere(header, QStringLiteral("left")));
        QVERIFY(saysAnywhere(header, QStringLiteral("best 93.10 % in epoch 1")));
    }

    void nothingBelowTheHeaderMovesWhenARunCanGoOn()
    {
        for (const bool isLow : {false, true}) {
            RunHeader header;
            header.setRun(writeRecordedRun(m_runs.path(), {})->info());
            header.resize(1000, 200);
            header.show();
            header.setLow(isLow);
            const int height = header.sizeHint().height();
            header.setContinuation(Continuation::Resume);
            QCOMPARE(header.sizeHint().height(), height);
            const auto* share = header.findChild<QToolButton*>();
            const QRect before = share->geometry();
            QCOMPARE(before.right(), header.rect().right());
            header.setContinuation(Continuation::None);
            QCOMPARE(share->geometry(), before);
        }
    }

    /// What is said of run and hosts is on a line each.
    void aLowWindowKeepsRoomForThePlots()
    {
        RunView view;
        view.showRun(*writeRecordedRun(m_runs.path(), {}));
        view.show();
        const auto above = [&] { return view.findChild<PlotPage*>()->mapTo(&view, QPoint()).y(); };
        view.resize(1024, 800);
        QTRY_COMPARE(view.findChild<HostStrip*>()->width(), 1024 - 28);
        QCoreApplication::processEvents(); // what the new height changes is laid out after it
        const int roomy = above();
        view.resize(1024, 580);
        QTRY_VERIFY(above() <= roomy - 50);
        QVERIFY2(lossCanvas(view).height() >= 120, qPrintable(QString::number(lossCanvas(view).height())));
        view.resize(1024, 800);
        QTRY_COMPARE(above(), roomy);
    }

    void selectingARankRaisesItsCurve()
    {
        const RecordedRun run;
        const Result<RunFolder> folder = writeRecordedRun(m_runs.path(), run);
        RunView view;
        view.resize(1200, 800);
        view.showRun(*folder);
        view.setLoaded(loadRun(*folder));
        view.show();
        auto& canvas = lossCanvas(view);
        view.findChild<RankTable*>()->toggleRank(1);
        QCOMPARE(canvas.selectedRanks(), QVector<int>{1});
        emit canvas.rankClicked(0);
        QCOMPARE(canvas.selectedRanks(), QVector<int>{0});
    }

    void aMomentOfTheTimeLeadsToTheCurveAndTheLogOfItsRank()
    {
        const Result<RunFolder> folder = writeRecordedRun(m_runs.path(), {});
        RunView view;
        view.resize(1200, 800);
        view.showRun(*folder);
        view.setLoaded(loadRun(*folder));
        view.show();
        auto* time = view.findChild<TimePanel*>();
        QVERIFY(time != nullptr);
        const auto& log = *view.findChild<LogView*>();
        QVERIFY(log.path() != folder->logPath(1));
        emit time->momentChosen({1, 7, -1});
        QCOMPARE(lossCanvas(view).selectedRanks(), QVector<int>{1});
        QTRY_COMPARE(log.path(), folder->logPath(1));
        emit time->momentChosen({1, 8, -1}); // stays
        QCOMPARE(lossCanvas(view).selectedRanks(), QVector<int>{1});
    }

    void aPartFillsThePageUntilEsc()
    {
        RunView view;
        view.resize(1200, 800);
        QWidget part;
        part.setWindowTitle(QStringLiteral("Another"));
        view.findChild<RunLayout*>()->addPart(RunLayout::Place::Above, &part);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        auto& ranks = *view.findChild<RankTable*>();
        auto& logs = *view.findChild<LogPanel*>();
        const auto cards = view.findChildren<QTabWidget*>();
        const auto above =
            std::ranges::find_if(cards, [&](const QTabWidget* card) { return card->indexOf(&part) >= 0; });
        QVERIFY(above != cards.end());
        QCOMPARE((*above)->tabText((*above)->indexOf(&part)), QStringLiteral("Another"));
        const int height = (*above)->height();
        QTest::mouseClick((*above)->findChild<QToolButton*>(QStringLiteral("fillPage")), Qt::LeftButton);
        QVERIFY(!ranks.isVisible() && !logs.isVisible());
        QTRY_VERIFY((*above)->height() > height + 100);
        QTest::keyClick(*above, Qt::Key_Escape);
        QVERIFY(ranks.isVisible() && logs.isVisible());
        QTRY_COMPARE((*above)->height(), height);
        part.setParent(nullptr);
    }

    void saysWhyAHostFailedAndWhatWasDamaged()
    {
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment({.hosts = 2}));
        RunView view;
        view.showRun(*folder);
        view.setHost({1, RunPhase::Failed, 0, 0, Error{"The key of %1 has changed.\x1b[31m", {"gpu-1"}, {}}});
        view.addDamage(3);
        QVERIFY(saysAnywhere(view, QStringLiteral("On gpu-1: The key of gpu-1 has changed.␛[31m")));
        QVERIFY(saysAnywhere(view, QStringLiteral("3 journal line")));
    }

    /// Everything that the journal says of a step or an epoch can be seen, in units that people read.
    void everyMetricCanBeShown()
    {
        const RecordedRun run;
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        RunView view;
        view.resize(1200, 800);
        view.showRun(*folder);
        view.show();
        for (int rank = 0; rank < 2; ++rank)
            view.addRecords(rank, part(recordedJournal(run, rank), 0, 1000));
        MetricPlot& steps = plotOf(view, Metric::Loss);
        // Axis, and the last value of rank 1 as it is drawn: the mean of the steps of one column.
        struct Wanted {
            Metric metric;
            const char* axis;
            double value;
        };
        for (const auto& [metric, axis, value] :
             {Wanted{Metric::LearningRate, "Learning rate", 0.001 * (1 - 0.5 * 359 / 360)},
              Wanted{Metric::SamplesPerSecond, "Samples per second (samples/s)", 0},
              Wanted{Metric::DataSeconds, "Data wait (ms)", 0.4},
              Wanted{Metric::ComputeSeconds, "Compute (ms)", 17},
              Wanted{Metric::NetworkSeconds, "Communication (ms)", 2}}) {
            steps.setChoice(choiceOf(metric));
            PlotCanvas& canvas = steps.canvas();
            QTRY_COMPARE(canvas.graphCount(), 4);
            QCOMPARE(canvas.yAxis->label(), QLatin1String(axis));
            if (value > 0)
                QTRY_VERIFY(std::abs((canvas.graph(3)->data()->constEnd() - 1)->value - value) <
                            0.005 * value);
        }
        MetricPlot& epochs = plotOf(view, Metric::ValidationTop1);
        epochs.setChoice(choiceOf(Metric::ValidationTop5));
        PlotCanvas& canvas = epochs.canvas();
        QCOMPARE(canvas.yAxis->label(), QStringLiteral("Validation top-5 accuracy (%)"));
        QTRY_VERIFY(canvas.graph(0)->data()->size() == 3 &&
                    canvas.graph(0)->data()->constBegin()->value > 90);
        QVERIFY(canvas.graph(0)->data()->constBegin()->value <= 100);
    }

    /// More ranks than colours, and what is the same on all of them.
    void manyRanksThatEvaluateAreDrawn()
    {
        const RecordedRun run{.hosts = 3, .ranksPerHost = 4, .epochs = 2, .stepsPerEpoch = 20};
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        RunView view;
        view.resize(1200, 800);
        view.showRun(*folder);
        view.show();
        for (int rank = 0; rank < 12; ++rank)
            view.addRecords(rank, part(recordedJournal(run, rank), 0, 1000));
        PlotCanvas& canvas = plotOf(view, Metric::ValidationTop1).canvas();
        QTRY_VERIFY(canvas.graphCount() == 2 && canvas.graph(0)->data()->size() == 2);
    }

    void resumeIsThereWhenItHasEnded()
    {
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment({}));
        RunView view;
        view.showRun(*folder);
        view.show();
        QPushButton& resume = *button(view, QStringLiteral("Resume"));
        for (const RunPhase phase : {RunPhase::Training, RunPhase::Stopping}) {
            view.setPhase(phase);
            QVERIFY(!resume.isVisible());
        }
        view.setPhase(RunPhase::Finished);
        RunInfo info = folder->info();
        info.phase = RunPhase::Finished;
        info.exitCode = static_cast<int>(ExitCode::Stopped);
        QVERIFY(folder->setInfo(info).ok());
        view.updateRun(*folder);
        QVERIFY(resume.isVisible());
        QSignalSpy again(&view, &RunView::resumeRequested);
        resume.click();
        QCOMPARE(again.count(), 1);
    }

    void thePageOpensAnEarlierRunWithoutAHost()
    {
        const Result<RunFolder> folder = writeRecordedRun(m_runs.path(), {.ranksPerHost = 4});
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        page.resize(1200, 800);
        page.show();
        QSignalSpy phases(&page, &RunPage::phaseChanged);
        QVERIFY(page.open(folder->path()).ok());
        QCOMPARE(page.title(), QStringLiteral("Digits on this computer"));
        QVERIFY(page.phase() == RunPhase::Finished);
        auto& table = *page.findChild<RankTable*>();
        QTRY_COMPARE(table.model()->index(3, RankTableModel::State).data().toString(),
                     QStringLiteral("Finished"));
        QTRY_VERIFY(!page.findChild<LogView*>()->visibleRows().isEmpty());
        QVERIFY(!page.open(QStringLiteral("/nowhere/at/all")).ok());
        QVERIFY(phases.count() >= 1);
    }

    void theListOffersRunsAndOpensOne()
    {
        QTemporaryDir runs;
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), {});
        RemoteOptions options;
        options.runsFolder = runs.path();
        RunList list(options);
        list.resize(800, 400);
        list.show();
        auto& table = *list.findChild<QTableView*>();
        QTRY_COMPARE(table.model()->rowCount(), 1);
        QSignalSpy opened(&list, &RunList::openRequested);
        emit table.activated(table.model()->index(0, 0));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toString(), folder->path());
    }
};

QTEST_MAIN(RunViewTest)
#include "run_view_test.moc"
