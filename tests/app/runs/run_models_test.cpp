// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list_model.h"
#include "app/runs/run_header.h"
#include "remote/mirrors/run_watch.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

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

    void betweenTwoAttemptsTheListSaysWhatThePageSays()
    {
        QTemporaryDir runs;
        Result<RunFolder> folder = writeRecordedRun(runs.path(), {.hosts = 2});
        RunInfo next = nextAttempt(folder->info(), {});
        next.phase = RunPhase::Submitted;
        QVERIFY(folder->setInfo(next).ok());
        const QVector<RunEntry> left = readRunEntries(runs.path(), {});
        QVERIFY2(stateText(left[0]).startsWith(QStringLiteral("Unknown since")),
                 qPrintable(stateText(left[0])));
        const Descriptor watch = watchRun(folder->path());
        const RunEntry entry = readRunEntries(runs.path(), {})[0];
        RunHeader header;
        header.setRun(next);
        header.setPhase(RunPhase::Submitted);
        const auto words = header.findChildren<QLabel*>();
        QCOMPARE(stateText(entry), QStringLiteral("About to restart"));
        QVERIFY(std::ranges::any_of(
            words, [&](const QLabel* label) { return label->text().endsWith(stateText(entry)); }));
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
