// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list_model.h"
#include "app/runs/rank_table.h"
#include "remote/mirrors/run_watch.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

/// What the catalogue makes of them, as far as their lines go.
QVector<CatalogueRun> catalogued(const QVector<RunEntry>& entries)
{
    QVector<CatalogueRun> runs;
    for (const RunEntry& entry : entries)
        runs.emplace_back().entry = entry;
    return runs;
}

} // namespace

Q_DECLARE_METATYPE(lockstep::RunPhase)

class RunModelsTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_settings;
private slots:
    void initTestCase() { usePrivateSettings(m_settings); }

    void theRankTableFollowsARun()
    {
        const RecordedRun run{.ranksPerHost = 3};
        RunSummary summary(recordedExperiment(run));
        RankTableModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.update(summary);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 1, RankTableModel::Step), QString());
        const std::vector<Record> journal = recordedJournal(run, 1);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        summary.take(1, std::span(journal).first(2));
        model.update(summary);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 1);
        QCOMPARE(cell(model, 1, RankTableModel::Step), QStringLiteral("1"));
        QCOMPARE(cell(model, 1, RankTableModel::Epoch), QStringLiteral("1 of 3"));
        QCOMPARE(cell(model, 1, RankTableModel::Device), QStringLiteral("cpu"));
        model.update(summary);
        QCOMPARE(changed.count(), 1);
        summary.take(1, std::span(journal));
        model.update(summary);
        QCOMPARE(cell(model, 1, RankTableModel::State), QStringLiteral("Finished"));
        QCOMPARE(cell(model, 1, RankTableModel::Top1), QStringLiteral("98.0 %"));
        QCOMPARE(cell(model, 1, RankTableModel::Top5), QStringLiteral("99.9 %"));
        QCOMPARE(cell(model, 1, RankTableModel::LearningRate), QStringLiteral("0.0005014"));
        QCOMPARE(cell(model, 1, RankTableModel::DataTime), QStringLiteral("0.40 ms"));
        QCOMPARE(cell(model, 1, RankTableModel::ComputeTime), QStringLiteral("17.0 ms"));
        QCOMPARE(cell(model, 1, RankTableModel::NetworkTime), QStringLiteral("2.00 ms"));
        QCOMPARE(cell(model, 0, RankTableModel::NetworkTime), QString()); // no step yet
    }

    void columnsAreChosenAndRemembered()
    {
        const auto choose = [](RankTable& table, const QString& name) {
            emit table.horizontalHeader()->customContextMenuRequested({5, 5});
            const auto* menu = table.findChild<QMenu*>();
            for (QAction* action : menu->actions()) {
                if (action->text() == name)
                    action->trigger();
            }
            delete menu;
        };
        RankTable table;
        QVERIFY(!table.isColumnHidden(RankTableModel::Top5));
        choose(table, QStringLiteral("Top-5"));
        QVERIFY(table.isColumnHidden(RankTableModel::Top5));
        RankTable next;
        QVERIFY(next.isColumnHidden(RankTableModel::Top5));
        QVERIFY(!next.isColumnHidden(RankTableModel::Top1));
        choose(next, QStringLiteral("Top-5"));
        QVERIFY(!RankTable().isColumnHidden(RankTableModel::Top5));
    }

    /// Rank 0 on a GPU of which all is known, rank 1 on one that tells nothing, rank 2 on the processor.
    void whatGpusDoStandsInTheTable()
    {
        Experiment experiment = recordedExperiment({.ranksPerHost = 3});
        experiment.topology.hosts[0].devices = {
            {DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {DeviceKind::Cpu, 0}};
        RunSummary summary(experiment);
        const GpuState gpu{0.97, 6.5 * (1 << 30), 64, 213, 1710, 9501, "power-cap heat"};
        summary.take(0, std::vector<Record>{{0, 0, 0, DeviceSampled{0.3, 1, gpu, 10.0 * (1 << 30)}}});
        summary.take(1, std::vector<Record>{{0, 0, 0, DeviceSampled{0.3, 1}}});
        summary.take(2, std::vector<Record>{{0, 0, 0, DeviceSampled{0.9, 1}}});
        RankTableModel model;
        model.update(summary);
        const auto row = [&](int rank) {
            QStringList texts;
            for (int column = RankTableModel::GpuLoad; column <= RankTableModel::GpuPower; ++column)
                texts << cell(model, rank, column);
            return texts.join(u'|');
        };
        QCOMPARE(row(0), QStringLiteral("97 %|6.5 of 10.0 GiB|64 °C|213 W"));
        QCOMPARE(row(1), QStringLiteral("–|–|–|–"));
        QCOMPARE(row(2), QStringLiteral("|||"));
        const QString tip = model.index(0, RankTableModel::GpuLoad).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("1,710 MHz")) &&
                     tip.contains(QStringLiteral("its power limit, heat")),
                 qPrintable(tip));
    }

    void columnsAboutGpusAreThereForRanksOnGpus()
    {
        Experiment experiment = recordedExperiment({});
        RankTable table;
        table.setSummary(RunSummary(experiment));
        QVERIFY(table.isColumnHidden(RankTableModel::GpuLoad));
        experiment.topology.hosts[0].devices[1] = {DeviceKind::Cuda, 2};
        table.setSummary(RunSummary(experiment));
        QVERIFY(!table.isColumnHidden(RankTableModel::GpuLoad) &&
                !table.isColumnHidden(RankTableModel::GpuPower));
        QVERIFY(!table.isColumnHidden(RankTableModel::NetworkTime));
    }

    void aLossThatIsNoNumberIsNotAChange()
    {
        RunSummary summary(recordedExperiment({}));
        StepFinished step;
        step.loss = std::nan("");
        summary.take(0, std::vector<Record>{{0, 0, 0, step}});
        RankTableModel model;
        model.update(summary);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.update(summary);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(cell(model, 0, RankTableModel::Loss), QStringLiteral("NaN"));
    }

    void theTableSortsNumbersAsNumbersAndKeepsTheSelection()
    {
        const RecordedRun run{.ranksPerHost = 12, .epochs = 1, .stepsPerEpoch = 40};
        RunSummary summary(recordedExperiment(run));
        RankTable table;
        table.setSummary(summary);
        for (int rank = 0; rank < 12; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            summary.take(rank, std::span(journal).first(static_cast<std::size_t>(2 + rank)));
        }
        table.setSummary(summary);
        table.sortByColumn(RankTableModel::Step, Qt::DescendingOrder);
        QCOMPARE(cell(*table.model(), 0, RankTableModel::Rank), QStringLiteral("11"));
        QCOMPARE(cell(*table.model(), 11, RankTableModel::Rank), QStringLiteral("0"));
        table.toggleRank(10);
        QCOMPARE(table.selectedRanks(), QVector<int>{10});
        summary.take(10, recordedJournal(run, 10));
        table.setSummary(summary);
        QCOMPARE(table.selectedRanks(), QVector<int>{10});
        QCOMPARE(cell(*table.model(), 0, RankTableModel::Rank), QStringLiteral("10"));
        table.toggleRank(10);
        QVERIFY(table.selectedRanks().isEmpty());
    }

    /// Runs on other hosts that a program left behind: what they are now is known where something proves it.
    void theListTellsTheTruthOfRunsThatNobodyWatches_data()
    {
        QTest::addColumn<RunPhase>("left");
        QTest::addColumn<bool>("isWatched");
        QTest::addColumn<QString>("word");
        QTest::newRow("created") << RunPhase::Waiting << false << "Not started";
        QTest::newRow("connecting") << RunPhase::Connecting << false << "Not started";
        QTest::newRow("deploying") << RunPhase::Deploying << false << "Not started";
        QTest::newRow("launching") << RunPhase::Launching << false << "Unknown since";
        QTest::newRow("training") << RunPhase::Training << false << "Unknown since";
        QTest::newRow("stopping") << RunPhase::Stopping << false << "Unknown since";
        QTest::newRow("deploying now") << RunPhase::Deploying << true << "Deploying";
        QTest::newRow("training now") << RunPhase::Training << true << "Training";
        QTest::newRow("finished") << RunPhase::Finished << false << "Finished";
    }
    void theListTellsTheTruthOfRunsThatNobodyWatches()
    {
        QFETCH(RunPhase, left);
        QFETCH(bool, isWatched);
        QFETCH(QString, word);
        QTemporaryDir runs;
        Result<RunFolder> folder = RunFolder::create(runs.path(), recordedExperiment({.hosts = 2}));
        RunInfo info = folder->info();
        info.phase = left;
        QVERIFY(folder->setInfo(info).ok());
        Descriptor watch;
        if (isWatched)
            watch = watchRun(folder->path());
        const QVector<RunEntry> entries = readRunEntries(runs.path(), {});
        QVERIFY2(stateText(entries[0]).startsWith(word), qPrintable(stateText(entries[0])));
        QCOMPARE(entries[0].isLive(), isWatched);
        QCOMPARE(entries[0].unknownSince.has_value(), word == QStringLiteral("Unknown since"));
        watch.reset();
        QVERIFY(!lockstep::isWatched(folder->path()));
    }

    void aRunThatTheMirrorsSawToItsEndHasFinished()
    {
        QTemporaryDir runs;
        Result<RunFolder> folder = writeRecordedRun(runs.path(), {.hosts = 2});
        RunInfo info = folder->info();
        info.phase = RunPhase::Training; // the window was killed before it could note the end
        info.complete = false;
        QVERIFY(folder->setInfo(info).ok());
        QCOMPARE(stateText(readRunEntries(runs.path(), {})[0]), QStringLiteral("Finished"));
        QVERIFY(QFile::remove(folder->journalPath(3)));
        const QVector<RunEntry> entries = readRunEntries(runs.path(), {});
        RunListModel model;
        model.setRuns(catalogued(entries));
        QVERIFY(cell(model, 0, RunListModel::State).startsWith(QStringLiteral("Unknown since")));
        QCOMPARE(model.unknownRuns(), QStringList{folder->path()});
    }

    void theListOfRunsReadsWhatIsThereAndSurvivesWhatIsDamaged()
    {
        QTemporaryDir runs;
        QVERIFY(writeRecordedRun(runs.path(), {.hosts = 2}).ok());
        QVERIFY(writeRecordedRun(runs.path(), {.failingRank = 0, .name = "evil\x1b[31m\u202Ename"}).ok());
        QVERIFY(QDir(runs.path()).mkdir(QStringLiteral("rubbish")));
        QFile rubbish(runs.filePath(QStringLiteral("rubbish/run.json")));
        QVERIFY(rubbish.open(QIODevice::WriteOnly));
        rubbish.write("{\"id\":");
        rubbish.close();
        RunListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(catalogued(readRunEntries(runs.path(), {})));
        QCOMPARE(model.rowCount(), 3);
        int seen = 0;
        for (int row = 0; row < 3; ++row) {
            const QString name = cell(model, row, RunListModel::Name);
            QVERIFY(!name.contains(QChar(0x1b)) && !name.contains(QChar(0x202e)));
            if (name == QStringLiteral("Digits on this computer")) {
                ++seen;
                QCOMPARE(cell(model, row, RunListModel::Accuracy), QStringLiteral("97.89 %"));
                QCOMPARE(cell(model, row, RunListModel::State), QStringLiteral("Finished"));
            } else {
                QCOMPARE(cell(model, row, RunListModel::State), QStringLiteral("Failed"));
            }
        }
        QCOMPARE(seen, 1);
        QVERIFY(readRunEntries(runs.filePath(QStringLiteral("nowhere")), {}).isEmpty());
    }
};

QTEST_MAIN(RunModelsTest)
#include "run_models_test.moc"
