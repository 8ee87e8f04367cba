// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the catalogue knows of runs: the index follows the folders, and nothing is lost with it.
#include "app/catalogue/index/catalogue.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/index/run_query.h"
#include "app/catalogue/run_list_model.h"
#include "app/catalogue/shown_names.h"
#include "app/text/language.h"
#include "remote/mirrors/run_watch.h"
#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace lockstep;

namespace {

/// A catalogue and what it has told so far, by folder.
class Watched : public QObject {
public:
    Watched(const QString& cache, const QString& runs)
        : catalogue({}, cache), scans(&catalogue, &Catalogue::scanned)
    {
        connect(&catalogue, &Catalogue::opened, this, [this](const QVector<CatalogueRun>& known) {
            fromIndex = known.size();
            for (const CatalogueRun& run : known)
                all[run.folder()] = run;
        });
        connect(&catalogue, &Catalogue::changed, this,
                [this](const QVector<CatalogueRun>& changed, const QStringList& gone) {
                    read += changed.size();
                    for (const CatalogueRun& run : changed)
                        all[run.folder()] = run;
                    for (const QString& folder : gone)
                        all.remove(folder);
                });
        connect(&catalogue, &Catalogue::rebuilt, this, [this] { wasRebuilt = true; });
        connect(&catalogue, &Catalogue::failed, this, [this](const Error& error) { errors.append(error); });
        catalogue.open(runs);
    }
    bool settles(int count = 1)
    {
        return QTest::qWaitFor([&] { return scans.count() >= count; }, 30'000);
    }

    Catalogue catalogue;
    QSignalSpy scans;
    QHash<QString, CatalogueRun> all;
    qsizetype fromIndex = -1;
    qsizetype read = 0; ///< folders that were read
    bool wasRebuilt = false;
    QVector<Error> errors;
};

QString written(const QTemporaryDir& runs, const std::string& name = "Digits")
{
    return writeRecordedRun(runs.path(), {.epochs = 2, .stepsPerEpoch = 10, .name = name})->path();
}

double numberOf(const CatalogueRun& run, const QString& name)
{
    const RunField* found = run.fields.find(name);
    return found ? found->number : std::nan("");
}

/// A run as queries see it.
CatalogueRun imagined()
{
    CatalogueRun run;
    run.entry.info.name = QStringLiteral("Digits at night");
    run.entry.info.id = QStringLiteral("20261120-235959-digits-3f9a");
    run.entry.info.phase = RunPhase::Failed;
    run.entry.info.created = QDateTime(QDate(2026, 11, 20), QTime(23, 59, 59));
    run.entry.info.attempt = 2;
    run.labels = {
        {QStringLiteral("Baseline"), QStringLiteral("to keep")}, QStringLiteral("diverges late"), {}};
    run.fields = RunFields({{QStringLiteral("training.learning_rate"), QStringLiteral("0.05"), 0.05},
                            {QStringLiteral("training.optimizer"), QStringLiteral("adam")},
                            {QStringLiteral("model.name"), QStringLiteral("resnet18")},
                            {QStringLiteral("evaluated.validation.top1.best"), QStringLiteral("0.91"), 0.91},
                            {field::kHosts, QStringLiteral("gpu-1 10.0.0.1")}});
    run.words = searchedWords(run);
    return run;
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT
private slots:
    void aRunIsKnownByItsParametersAndResults()
    {
        QTemporaryDir cache, runs;
        const QString folder = written(runs);
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        const CatalogueRun run = watched.all.value(folder);
        QCOMPARE(run.entry.info.name, QStringLiteral("Digits"));
        QCOMPARE(run.fields.find(QStringLiteral("model.name"))->text, QStringLiteral("mnist-cnn"));
        QCOMPARE(numberOf(run, QStringLiteral("training.epochs")), 2.0);
        QCOMPARE(numberOf(run, field::kSteps), 20.0);
        // What recordedJournal() writes for its epochs 0 and 1.
        const auto isAbout = [&](const char* name, double value) {
            return std::abs(numberOf(run, QLatin1String(name)) - value) < 1e-5;
        };
        QVERIFY(isAbout("evaluated.validation.top1.best", 0.991 - 0.06 * std::exp(-0.8)));
        QVERIFY(isAbout("evaluated.validation.loss.best", 0.1 + 0.4 * std::exp(-0.9)));
        QVERIFY(isAbout("epoch.loss.last", 0.12 + 0.9 * std::exp(-0.9)));
        QVERIFY(numberOf(run, QStringLiteral("step.learning_rate.last")) > 0);
        QVERIFY(run.bytes > QFileInfo(folder + QStringLiteral("/attempt-1/rank-0.jsonl")).size());
    }

    void whatHasNotChangedIsNotReadAgain()
    {
        QTemporaryDir cache, runs;
        const QString first = written(runs);
        written(runs, "Another");
        {
            Watched watched(cache.path(), runs.path());
            QVERIFY(watched.settles());
            QCOMPARE(watched.fromIndex, 0);
            QCOMPARE(watched.read, 2);
        }
        const QString third = written(runs, "Third");
        QVERIFY(QDir(first).removeRecursively());
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        QCOMPARE(watched.fromIndex, 2);
        QCOMPARE(watched.read, 1);
        QCOMPARE(watched.all.size(), 2);
        QVERIFY(watched.all.contains(third) && !watched.all.contains(first));
    }

    /// Everything that the index tells is what reading the folder tells.
    void theIndexTellsWhatTheFoldersTell()
    {
        QTemporaryDir cache, runs;
        const QString folder =
            writeRecordedRun(
                runs.path(),
                {.epochs = 2, .stepsPerEpoch = 10, .failingRank = 1, .name = "Zahlen \"1\" 数字"})
                ->path();
        QVERIFY(writeLabels(folder, {{QStringLiteral("a"), QStringLiteral("b c")},
                                     QStringLiteral("n\nm"),
                                     QStringLiteral("s-1")})
                    .ok());
        {
            Watched watched(cache.path(), runs.path());
            QVERIFY(watched.settles());
        }
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        QCOMPARE(watched.read, 0);
        const CatalogueRun kept = watched.all.value(folder);
        RunEntryReader reader({});
        const CatalogueRun fresh = digestRun(folder, reader, false);
        QVERIFY(kept.labels == fresh.labels);
        QCOMPARE(kept.words, fresh.words);
        QCOMPARE(kept.bytes, fresh.bytes);
        QCOMPARE(kept.entry.info.created, fresh.entry.info.created);
        QVERIFY(kept.entry.info.reason == fresh.entry.info.reason);
        QVERIFY(kept.entry.phase() == fresh.entry.phase());
        QVERIFY(kept.entry.accuracy == fresh.entry.accuracy);
        QCOMPARE(kept.fields.all().size(), fresh.fields.all().size());
        for (const RunField& field : fresh.fields.all())
            QCOMPARE(kept.fields.find(field.name)->text, field.text);
    }

    void aDamagedIndexIsMadeAnew_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("rubbish") << QByteArray(10'000, 'x');
        QTest::newRow("cut") << QByteArray();
        QTest::newRow("head alone") << QByteArray("SQLite format 3\0\x10\0\1\1\0", 21) +
                                           QByteArray(5000, '\xee');
    }
    void aDamagedIndexIsMadeAnew()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir cache, runs;
        const QString folder = written(runs);
        {
            Watched watched(cache.path(), runs.path());
            QVERIFY(watched.settles());
        }
        const QStringList files = QDir(cache.path()).entryList({QStringLiteral("*.sqlite")});
        QCOMPARE(files.size(), 1);
        QFile file(cache.filePath(files[0]));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
        file.close();
        {
            Watched watched(cache.path(), runs.path());
            QVERIFY(watched.settles());
            QCOMPARE(watched.wasRebuilt, !content.isEmpty()); // an empty file is one that nobody has begun
            QCOMPARE(watched.read, 1);
            QVERIFY(watched.all.contains(folder));
        }
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        QCOMPARE(watched.fromIndex, 1);
    }

    void withoutAPlaceForTheIndexItIsKeptInMemory()
    {
        QTemporaryDir runs;
        const QString folder = written(runs);
        Watched watched(QStringLiteral("/proc/nowhere"), runs.path());
        QVERIFY(watched.settles());
        QVERIFY(watched.all.contains(folder));
        QVERIFY(!watched.wasRebuilt);
    }

    void labelsStandInTheRunFolder()
    {
        QTemporaryDir cache, otherCache, runs;
        const QString folder = written(runs);
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        const RunLabels labels{{QStringLiteral("good")}, QStringLiteral("best so far"), {}};
        watched.catalogue.setLabels(folder, labels);
        QTRY_VERIFY(watched.all.value(folder).labels == labels);
        Watched elsewhere(otherCache.path(), runs.path());
        QVERIFY(elsewhere.settles());
        QVERIFY(elsewhere.all.value(folder).labels == labels);
        QVERIFY(elsewhere.all.value(folder).words.contains(QStringLiteral("best so far")));
    }

    void labelsThatAreDamagedOrTooLongDoNoHarm()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(kLabelsFile));
        for (const QByteArray& content : {QByteArray("{\"tags\": [1, null, \"x\"], \"notes\": 7}"),
                                          QByteArray("{"), QByteArray(2 << 20, ' ')}) {
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(content);
            file.close();
            QVERIFY(readLabels(folder.path()).notes.isEmpty());
        }
        QCOMPARE(tagsIn(QStringLiteral(" a ,, A, b  c,")), (QStringList{"a", "b c"}));
        const RunLabels longest{tagsIn(QString(5000, u'x')), QString(2 * kMaxNotesLength, QChar(1)), {}};
        QVERIFY(writeLabels(folder.path(), longest).ok());
        QCOMPARE(readLabels(folder.path()).tags[0].size(), kMaxTagLength);
        QCOMPARE(readLabels(folder.path()).notes.size(), kMaxNotesLength);
    }

    void deletingARunLeavesNothingOfItAndNothingElseGoes()
    {
        QTemporaryDir cache, runs, elsewhere;
        const QString doomed = written(runs);
        const QString stays = written(runs, "Stays");
        const QString live = written(runs, "Live");
        QFile precious(elsewhere.filePath(QStringLiteral("precious")));
        QVERIFY(precious.open(QIODevice::WriteOnly));
        precious.close();
        QVERIFY(QFile::link(elsewhere.path(), doomed + QStringLiteral("/checkpoints")));
        const Descriptor watch = watchRun(live);
        Watched watched(cache.path(), runs.path());
        QVERIFY(watched.settles());
        watched.catalogue.remove({doomed, live, elsewhere.path()});
        QVERIFY(watched.settles(2));
        QCOMPARE(watched.errors.size(), 2);
        QVERIFY(watched.errors[0].text.find("goes on") != std::string::npos);
        QVERIFY(!QFileInfo::exists(doomed));
        QVERIFY(precious.exists());
        QCOMPARE(QDir(runs.path()).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot).size(), 2);
        QVERIFY(watched.all.contains(stays) && watched.all.contains(live) && !watched.all.contains(doomed));
    }

    void queriesFindRuns_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("isFound");
        for (const char* query : {"",
                                  "night",
                                  "NIGHT digits",
                                  "\"at night\"",
                                  "tag:base",
                                  "tag=\"to keep\"",
                                  "tag!=old",
                                  "diverges",
                                  "lr>0.01",
                                  "lr<=0.05",
                                  "lr=5e-2",
                                  "learning_rate>=0.05",
                                  "training.optimizer=Adam",
                                  "model:resnet",
                                  "resnet",
                                  "host:gpu-1",
                                  "state:failed",
                                  "state!=finished",
                                  "accuracy>90%",
                                  "top1.best<0.92",
                                  "created>=2026-11-20",
                                  "created<2026-12",
                                  "attempts>1",
                                  "-finished",
                                  "-tag:old",
                                  "-lr>1"})
            QTest::newRow(query) << query << true;
        for (const char* query :
             {"day", "night day", "\"night at\"", "tag:old", "tag!=baseline", "lr>0.05", "lr<0.05", "lr=0.5",
              "optimizer=ada", "model=resnet", "state:finished", "accuracy>95%", "created>2026-12",
              "unheard_of>0", "unheard_of!=1", "optimizer>1", "-digits", "-lr<1", "attempts<2"})
            QTest::newRow(query) << query << false;
    }
    void queriesFindRuns()
    {
        QFETCH(QString, query);
        const Result<RunQuery> parsed = RunQuery::parse(query);
        QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message().c_str());
        QTEST(parsed->matches(imagined()), "isFound");
    }

    /// In the words of the list, in both languages.
    void queriesGoByWhatIsShown_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("isFound");
        const auto row = [](const char* language, const char* query, bool isFound) {
            QTest::addRow("%s %s", language, query)
                << QString::fromUtf8(language) << QString::fromUtf8(query) << isFound;
        };
        row("en", "\"Learning rate\">0.01", true);
        row("en", "\"Learning rate\">0.1", false);
        row("en", "\"learning r\"<0.1", true); // as far as anything begins so
        row("en", "optimizer=adam", true);     // as it is written
        row("en", "Optimiser=Adam", true);
        row("en", "Optimiser!=Adam", false);
        row("en", "\"validation acc\">90%", true);
        row("en", "State:failed", true);
        row("en", "Unheard>0", false);
        row("zh_CN", "学习率>0.01", true);
        row("zh_CN", "学习率＞0.1", false);
        row("zh_CN", "优化器：adam", true);
        row("zh_CN", "状态:完成", false);
        row("zh_CN", "learning_rate>0.01", true);
        row("zh_CN", "没有的>0", false);
    }
    void queriesGoByWhatIsShown()
    {
        QFETCH(QString, language);
        QFETCH(QString, query);
        installLanguage(*QCoreApplication::instance(), language);
        const auto restore =
            qScopeGuard([] { installLanguage(*QCoreApplication::instance(), QStringLiteral("en")); });
        RunListModel model;
        model.setRuns({imagined()});
        const Result<RunQuery> parsed = RunQuery::parse(query, shownNames(model));
        QVERIFY(parsed.ok());
        QTEST(parsed->matches(imagined()), "isFound");
    }

    void aStateIsFoundByItsKeyAndAsTheListSaysIt()
    {
        CatalogueRun run = imagined();
        run.entry.info.phase = RunPhase::Submitted; // between two attempts
        run.entry.hasTrained = true;
        for (const char* query : {"state:submitted", "state:\"about to restart\""})
            QVERIFY2(RunQuery::parse(query)->matches(run), query);
        run.entry.unknownSince = run.entry.info.created;
        QVERIFY(RunQuery::parse(QStringLiteral("state:unknown"))->matches(run));
        QVERIFY(!RunQuery::parse(QStringLiteral("state:submitted"))->matches(run));
    }

    /// The signs and quotation marks of Chinese keyboards, in what was noted as in what is asked for.
    void fullWidthIsFoundByEitherWidth()
    {
        CatalogueRun run = imagined();
        run.labels.notes = QStringLiteral("结论：学习率＞０.１时“发散”！ＬＲ不变");
        run.labels.tags = {QStringLiteral("论文：表２")};
        run.words = searchedWords(run);
        for (const char* query : {"\"结论：学习率\"", "“发散”！", "时“发散”", "note:“学习率＞０.１”",
                                  "note:\"率>0.1时发散\"", "lr不变", "ＬＲ不变", "！ｌｒ", "tag:论文：表2",
                                  "tag＝“论文：表２”", "tag:表２", "lr＞０．０１", "0.1时"})
            QVERIFY2(RunQuery::parse(QString::fromUtf8(query))->matches(run), query);
        for (const char* query : {"note:\"＞０.２\"", "tag=论文", "lr＞０．１"})
            QVERIFY2(!RunQuery::parse(QString::fromUtf8(query))->matches(run), query);
    }

    void queriesThatMakeNoSenseSayWhy()
    {
        for (const char* query : {"lr>", "lr>fast", "model:", "\"open", "top1>=a lr>1"})
            QVERIFY2(!RunQuery::parse(query).ok(), query);
        QVERIFY(RunQuery::parse(QStringLiteral("lr>fast")).error().message().find("lr>") !=
                std::string::npos);
    }
};

QTEST_GUILESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"
