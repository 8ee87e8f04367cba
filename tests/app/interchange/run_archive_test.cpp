// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/archive/run_archive.h"
#include "app/summary/run_loader.h"
#include "tests/app/interchange/exchanged_files.h"
#include "tests/app/summary/recorded_run.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace lockstep;

class RunArchiveTest : public QObject {
    Q_OBJECT
private slots:
    void aRunAsOneFileIsTheSameRun()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), {});
        put(run->path() + QStringLiteral("/checkpoints/step-00000120/manifest.json"), "{}");
        put(run->path() + QStringLiteral("/secret.txt"), "stays here");
        const QString file = home.filePath(QStringLiteral("shared.zip"));
        for (const bool withCheckpoints : {false, true}) {
            TransferProgress progress;
            QVERIFY(bool(packRun(run->path(), file, {.checkpoints = withCheckpoints}, progress)));
            QCOMPARE(progress.doneBytes.load(), progress.totalBytes.load());
            const QString others = home.filePath(withCheckpoints ? QStringLiteral("b") : QStringLiteral("a"));
            const Result<QString> unpacked = unpackRun(file, others, progress);
            QVERIFY2(bool(unpacked), unpacked ? "" : unpacked.error().message().c_str());
            for (const char* name :
                 {"experiment.lockstep.json", "attempt-1/rank-1.jsonl", "attempt-1/rank-0.log"}) {
                const QString relative = u'/' + QLatin1String(name);
                QVERIFY(!contents(run->path() + relative).isEmpty());
                QCOMPARE(contents(*unpacked + relative), contents(run->path() + relative));
            }
            QCOMPARE(QFileInfo::exists(*unpacked + QStringLiteral("/checkpoints")), withCheckpoints);
            QVERIFY(!QFileInfo::exists(*unpacked + QStringLiteral("/secret.txt")));
            QCOMPARE(pointsOf(loadRun(*RunFolder::open(*unpacked)).metrics), pointsOf(loadRun(*run).metrics));
        }
    }

    void logsStayBehindWhereTheyAreNotWanted()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), {});
        put(run->path() + QStringLiteral("/checkpoints/step-00000120/manifest.json"), QByteArray(777, '{'));
        put(run->path() + QStringLiteral("/secret.txt"), "is told to nobody");
        const ArchiveSizes sizes = archiveSizes(run->path());
        QCOMPARE(sizes.checkpoints, qint64{777});
        QCOMPARE(sizes.logs, QFileInfo(run->logPath(0)).size() + QFileInfo(run->logPath(1)).size());
        QCOMPARE(sizes.of({.logs = true, .checkpoints = true}), sizes.always + sizes.logs + qint64{777});
        const QString file = home.filePath(QStringLiteral("shared.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {.logs = false}, progress)));
        // What the list and the heads of the entries add is little.
        QVERIFY(QFileInfo(file).size() - sizes.of({.logs = false}) < 4096);
        const Result<QString> unpacked = unpackRun(file, home.filePath(QStringLiteral("a")), progress);
        QVERIFY(bool(unpacked));
        QVERIFY(!QFileInfo::exists(*unpacked + QStringLiteral("/attempt-1/rank-0.log")));
        QVERIFY(QFileInfo::exists(*unpacked + QStringLiteral("/attempt-1/rank-0.jsonl")));
    }

    void aRunThatIsThereAlreadyGetsAnotherName()
    {
        QTemporaryDir home;
        const QString runs = home.filePath(QStringLiteral("runs"));
        const Result<RunFolder> run = writeRecordedRun(runs, {});
        const QString file = home.filePath(QStringLiteral("shared.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {.checkpoints = true}, progress)));
        for (const char* suffix : {"-2", "-3"}) {
            const Result<QString> unpacked = unpackRun(file, runs, progress);
            QVERIFY(bool(unpacked));
            QCOMPARE(*unpacked, run->path() + QLatin1String(suffix));
            QCOMPARE(RunFolder::open(*unpacked)->info().id, run->info().id + QLatin1String(suffix));
        }
    }

    /// Opening it must connect to nobody's hosts.
    void aRunThatWasGoingOnCountsAsEnded()
    {
        QTemporaryDir home;
        Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), {});
        RunInfo info = run->info();
        info.phase = RunPhase::Training;
        info.complete = false;
        QVERIFY(bool(run->setInfo(info)));
        const QString file = home.filePath(QStringLiteral("shared.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {}, progress)));
        const Result<QString> unpacked = unpackRun(file, home.filePath(QStringLiteral("b")), progress);
        QVERIFY(bool(unpacked));
        QVERIFY(hasEnded(RunFolder::open(*unpacked)->info().phase));
        QVERIFY(RunFolder::open(*unpacked)->info().complete);
    }

    void hostileArchivesAreRefused()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), {});
        const QString file = home.filePath(QStringLiteral("good.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {}, progress)));
        const QString hostile = home.filePath(QStringLiteral("hostile"));
        QDir().mkpath(hostile);
        QCOMPARE(QProcess::execute(
                     QStringLiteral("python3"),
                     {QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/app/interchange/hostile_archives.py"), file,
                      hostile}),
                 0);
        const QString others = home.filePath(QStringLiteral("others"));
        int refused = 0;
        for (const QFileInfo& archive : QDir(hostile).entryInfoList(QDir::Files)) {
            const Result<QString> unpacked = unpackRun(archive.filePath(), others, progress);
            QVERIFY2(!unpacked, qPrintable(archive.fileName()));
            QVERIFY(!unpacked.error().message().empty());
            ++refused;
        }
        QCOMPARE(refused, 32);
        const auto everything = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
        QCOMPARE(QDir(others).entryList(everything), QStringList());
        QVERIFY(!QFileInfo::exists(home.filePath(QStringLiteral("evil"))));
    }

    /// In the program's own words, which are translated.
    void anyOtherFileIsSaidToBeNoRun()
    {
        QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("shopping.txt"));
        put(file, "bread\nmilk\n");
        TransferProgress progress;
        const Result<QString> unpacked = unpackRun(file, home.filePath(QStringLiteral("others")), progress);
        QVERIFY(!unpacked);
        QCOMPARE(QString::fromStdString(unpacked.error().message()),
                 file + QStringLiteral(" is no run of Lockstep, or damaged: its list cannot be read."));
    }

    /// Cut or broken anywhere it is refused, or it is the very run: what ZIP says twice need not be right
    /// twice.
    void damagedArchivesAreRefused()
    {
        QTemporaryDir home;
        RecordedRun recorded;
        recorded.epochs = 1;
        recorded.stepsPerEpoch = 5;
        const Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), recorded);
        const QString good = home.filePath(QStringLiteral("good.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), good, {}, progress)));
        const QByteArray whole = contents(good);
        const QString file = home.filePath(QStringLiteral("damaged.zip"));
        const QString others = home.filePath(QStringLiteral("others"));
        int refused = 0;
        int damaged = 0;
        for (qsizetype i = 0; i < whole.size(); i += 1 + whole.size() / 150) {
            QByteArray broken = whole;
            broken[i] = static_cast<char>(broken[i] ^ 0x55);
            for (const QByteArray& bytes : {broken, whole.left(i)}) {
                put(file, bytes);
                const Result<QString> unpacked = unpackRun(file, others, progress);
                ++damaged;
                refused += unpacked ? 0 : 1;
                if (unpacked) {
                    QCOMPARE(contents(*unpacked + QStringLiteral("/attempt-1/rank-0.jsonl")),
                             contents(run->path() + QStringLiteral("/attempt-1/rank-0.jsonl")));
                    QVERIFY(QDir(*unpacked).removeRecursively());
                }
            }
        }
        qInfo("%d of %d damaged archives were refused", refused, damaged);
        QVERIFY(refused > damaged * 8 / 10);
    }

    void aCancelledTransferLeavesNothing()
    {
        QTemporaryDir home;
        const Result<RunFolder> run = writeRecordedRun(home.filePath(QStringLiteral("runs")), {});
        const QString file = home.filePath(QStringLiteral("shared.zip"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {}, progress)));
        progress.cancelled = true;
        const QString others = home.filePath(QStringLiteral("others"));
        QVERIFY(!unpackRun(file, others, progress));
        QVERIFY(!packRun(run->path(), home.filePath(QStringLiteral("again.zip")), {}, progress));
        QVERIFY(!QFileInfo::exists(home.filePath(QStringLiteral("again.zip"))));
        QVERIFY(QDir(others).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }
};

QTEST_GUILESS_MAIN(RunArchiveTest)
#include "run_archive_test.moc"
