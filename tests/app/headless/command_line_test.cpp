// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/check_command.h"
#include "app/headless/command_help.h"
#include "app/headless/command_line.h"
#include "app/headless/run_lookup.h"
#include "app/headless/run_result.h"
#include "app/headless/terminal.h"
#include "app/problems/local_files.h"
#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class CommandLineTest : public QObject {
    Q_OBJECT
private slots:
    void readsOptionsInAnyOrderAndForm()
    {
        const Result<CommandLine> line =
            parseCommandLine({"run", "--json", "a.json", "--set", "training.batch=7", "--set=data.path=x=y",
                              "--runs=/r", "--identity", "k1", "--identity", "k2", "--known-hosts", "kh"});
        QVERIFY(line.ok());
        QCOMPARE(line->command, Command::Run);
        QCOMPARE(line->target, QStringLiteral("a.json"));
        QVERIFY(line->json);
        QCOMPARE(line->values, (QStringList{"training.batch=7", "data.path=x=y"}));
        QCOMPARE(line->runs, QStringLiteral("/r"));
        QCOMPARE(line->identities, (QStringList{"k1", "k2"}));
        QCOMPARE(line->knownHosts, QStringList{"kh"});
        QCOMPARE(parseCommandLine({"run", "a", "--deterministic"})->values,
                 QStringList{"training.deterministic=true"});
        QCOMPARE(parseCommandLine({"run", "--", "-odd-name.json"})->target, QStringLiteral("-odd-name.json"));
        QCOMPARE(parseCommandLine({"plot", "last", "-o", "x.png"})->output, QStringLiteral("x.png"));
        QCOMPARE(parseCommandLine({"trace", "last", "-o", "x.json"})->output, QStringLiteral("x.json"));
        QCOMPARE(parseCommandLine({"run", "--resume", "last"})->resume, QStringLiteral("last"));
        QVERIFY(parseCommandLine({"run", "a", "--ship-cuda"})->shipsCuda);
        QVERIFY(!parseCommandLine({"run", "a"})->shipsCuda);
        QVERIFY(!parseCommandLine({"copy-data", "a"})->copyWay);
        QVERIFY(parseCommandLine({"copy-data", "a", "--way", "chain"})->copyWay == CopyWay::Chain);
        QVERIFY(parseCommandLine({"copy-data", "a", "--way=direct"})->copyWay == CopyWay::Direct);
        QVERIFY(!parseCommandLine({"copy-data", "a", "--way=up"}).ok());
        QCOMPARE(parseCommandLine({"resume", "last"})->moreEpochs, 0);
        QCOMPARE(parseCommandLine({"resume", "last", "--more-epochs", "10"})->moreEpochs, 10);
        QCOMPARE(parseCommandLine({"resume", "last", "--from", "600"})->fromStep, std::optional<qint64>(600));
        const Result<CommandLine> checkpoints =
            parseCommandLine({"checkpoints", "last", "--verify", "--fetch=20", "--delete=10"});
        QVERIFY(checkpoints.ok() && checkpoints->verifies);
        QCOMPARE(checkpoints->fetchedStep, std::optional<qint64>(20));
        QCOMPARE(checkpoints->deletedStep, std::optional<qint64>(10));
        QVERIFY(!parseCommandLine({"resume", "last", "--from", "-1"}).ok());
        QCOMPARE(parseCommandLine({"rehearse", "a", "--act", "1:cut:a,b", "--act=2:kill:a"})->acts,
                 (QStringList{"1:cut:a,b", "2:kill:a"}));
        const Result<CommandLine> hosts = parseCommandLine(
            {"hosts", "ada@gpu-1:22", "--remove", "ended", "--adopt=2026", "--end", "x", "--remove=unused"});
        QVERIFY(hosts.ok() && hosts->command == Command::Hosts);
        QCOMPARE(hosts->target, QStringLiteral("ada@gpu-1:22"));
        QCOMPARE(hosts->adoptedRun + hosts->endedRun, QStringLiteral("2026x"));
        QCOMPARE(hosts->removed, (QStringList{"ended", "unused"}));
        QVERIFY(parseCommandLine({"hosts"}).ok() && !parseCommandLine({"hosts", "a", "b"}).ok());
        QCOMPARE(parseCommandLine({"plot", "--output=x.png", "last"})->output, QStringLiteral("x.png"));
        const Result<CommandLine> sweep =
            parseCommandLine({"sweep", "a", "--set", "training.batch=16,32", "--paired", "--at-once=2",
                              "--set=training.seed=1..3:3"});
        QVERIFY(sweep.ok());
        QCOMPARE(sweep->values, (QStringList{"training.batch=16,32", "training.seed=1..3:3"}));
        QVERIFY(sweep->isPaired);
        QCOMPARE(sweep->runsAtOnce, 2);
        QCOMPARE(parseCommandLine({"sweep", "--resume", "last"})->resume, QStringLiteral("last"));
        // What is set later holds, whichever way it was written.
        QCOMPARE(
            parseCommandLine({"run", "a", "--set", "training.deterministic=false", "--deterministic",
                              "--set=training.seed=1"})
                ->values,
            (QStringList{"training.deterministic=false", "training.deterministic=true", "training.seed=1"}));
    }

    void readsTheOptionsOfTheWindow()
    {
        const Result<CommandLine> line =
            parseCommandLine({"--language", "zh_CN", "--theme-name=dark", "a.lockstep.json"});
        QVERIFY(line.ok());
        QCOMPARE(line->command, Command::Window);
        QCOMPARE(line->target, QStringLiteral("a.lockstep.json"));
        QCOMPARE(line->language, QStringLiteral("zh_CN"));
        QCOMPARE(line->theme, QStringLiteral("dark"));
        QVERIFY(!line->measuresStart);
        QVERIFY(parseCommandLine({"--measure-start"})->measuresStart);
        QCOMPARE(parseCommandLine({})->command, Command::Window);
        for (const char* version : {"--version", "-v"})
            QCOMPARE(parseCommandLine({version})->command, Command::Version);
    }

    /// Even where the rest makes no sense: who asks for help may not know better.
    void helpComesBeforeEverything()
    {
        for (const QStringList& arguments :
             {QStringList{"run", "--help"}, QStringList{"run", "-h", "a", "b"}, QStringList{"help", "run"},
              QStringList{"run", "--fast", "--help"}, QStringList{"run", "--help", "--set"}}) {
            const Result<CommandLine> line = parseCommandLine(arguments);
            QVERIFY2(line.ok(), qPrintable(arguments.join(u' ')));
            QCOMPARE(line->command, Command::Help);
            QCOMPARE(line->target, QStringLiteral("run"));
        }
        QCOMPARE(parseCommandLine({"--help"})->target, QString());
        QCOMPARE(parseCommandLine({"help"})->command, Command::Help);
        QCOMPARE(parseCommandLine({"run", "--", "--help"})->target, QStringLiteral("--help"));
    }

    void refusesWhatItCannotMean_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("no experiment") << QStringList{"run"} << "lockstep run EXPERIMENT";
        QTest::newRow("no run") << QStringList{"attach"} << "lockstep list";
        QTest::newRow("two") << QStringList{"run", "a", "b"} << "b is one argument too many";
        QTest::newRow("one where none is") << QStringList{"list", "x"} << "x is one argument too many";
        QTest::newRow("two files") << QStringList{"a.json", "b.json"} << "b.json is one argument too many";
        QTest::newRow("unknown option") << QStringList{"run", "a", "--fast"} << "--fast";
        QTest::newRow("option of another command") << QStringList{"list", "--offline"} << "--offline";
        QTest::newRow("no value") << QStringList{"run", "a", "--set"} << "KEY=VALUE";
        QTest::newRow("no equals") << QStringList{"run", "a", "--set", "batch"} << "batch";
        QTest::newRow("no key") << QStringList{"run", "a", "--set", "=3"} << "=3";
        QTest::newRow("value of a flag") << QStringList{"run", "a", "--json=1"} << "no value";
        QTest::newRow("resume and document") << QStringList{"run", "a", "--resume", "last"} << "EXPERIMENT";
        QTest::newRow("resume and set") << QStringList{"run", "--resume", "last", "--set", "a=b"} << "--set";
        QTest::newRow("no epochs") << QStringList{"resume", "last", "--more-epochs", "0"}
                                   << "--more-epochs takes N";
        QTest::newRow("fewer epochs") << QStringList{"resume", "last", "--more-epochs=-3"} << "found -3";
        QTest::newRow("unknown with a value") << QStringList{"stop", "a", "--fast=1"} << "--fast=1";
        QTest::newRow("unknown letter") << QStringList{"stop", "a", "-x"} << "Unknown option -x.";
        QTest::newRow("of the window") << QStringList{"a.json", "--fast"} << "lockstep --help lists";
        QTest::newRow("language") << QStringList{"--language", "fr"} << "en|zh_CN, but found fr";
        QTest::newRow("theme") << QStringList{"--theme-name=blue"} << "dark|light, but found blue";
        QTest::newRow("help on nothing") << QStringList{"help", "rnu"} << "rnu is no command";
        QTest::newRow("no values") << QStringList{"sweep", "a"} << "--set KEY=VALUES";
        QTest::newRow("none at once") << QStringList{"sweep", "a", "--at-once", "0"} << "--at-once takes N";
        QTest::newRow("sweep and document") << QStringList{"sweep", "a", "--resume", "last"} << "EXPERIMENT";
        QTest::newRow("no picture") << QStringList{"plot", "last"} << "plot RUN -o";
        QTest::newRow("nowhere to export to") << QStringList{"export", "last"} << "export RUN -o";
        QTest::newRow("nothing to import") << QStringList{"import"} << "import FILE";
    }
    void refusesWhatItCannotMean()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const Result<CommandLine> line = parseCommandLine(arguments);
        QVERIFY(!line.ok());
        QVERIFY2(QString::fromStdString(line.error().message()).contains(part),
                 line.error().message().c_str());
    }

    void helpNamesEveryCommand()
    {
        const QString all = helpText({});
        for (const char* name : {"run", "list", "attach", "stop", "resume", "sweep", "check", "plot",
                                 "export", "import", "demo", "submit", "commands"}) {
            QVERIFY(isCommand(QLatin1String(name)));
            QVERIFY(all.contains(QStringLiteral("lockstep ") + QLatin1String(name)));
        }
        QVERIFY(all.contains(QStringLiteral("--language en|zh_CN")));
        QVERIFY(!isCommand(QStringLiteral("file.lockstep.json")));
        QVERIFY(!isCommand(QString()));
    }

    void helpOnACommandListsTheOptionsThatItTakes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("options");
        const QStringList hosts = {"--runs DIR", "--json", "--identity FILE", "--known-hosts FILE", "--help"};
        QTest::newRow("run") << "run"
                             << QStringList{"--set KEY=VALUE", "--deterministic", "--resume RUN",
                                            "--ship-cuda"} +
                                    hosts;
        QTest::newRow("list") << "list" << QStringList{"--runs DIR", "--json", "--help"};
        QTest::newRow("attach") << "attach" << hosts;
        QTest::newRow("stop") << "stop" << hosts;
        QTest::newRow("resume") << "resume"
                                << QStringList{"--more-epochs N", "--from STEP", "--ship-cuda"} + hosts;
        QTest::newRow("checkpoints") << "checkpoints"
                                     << QStringList{"--verify", "--fetch STEP", "--delete STEP"} + hosts;
        QTest::newRow("check") << "check"
                               << QStringList{"--set KEY=VALUE",    "--json", "--offline", "--identity FILE",
                                              "--known-hosts FILE", "--help"};
        QTest::newRow("submit") << "submit"
                                << QStringList{"--to slurm|sge", "--option OPTION", "--pe NAME", "--print",
                                               "--set KEY=VALUE"} +
                                       hosts;
        QTest::newRow("commands") << "commands" << QStringList{"--help"};
        QTest::newRow("plot") << "plot" << QStringList{"--runs DIR", "--output FILE", "--help"};
        QTest::newRow("trace") << "trace" << QStringList{"--runs DIR", "--output FILE", "--help"};
        QTest::newRow("export") << "export"
                                << QStringList{"--output FILE", "--checkpoints", "--no-logs", "--runs DIR",
                                               "--help"};
        QTest::newRow("import") << "import" << QStringList{"--runs DIR", "--help"};
        QTest::newRow("demo") << "demo"
                              << QStringList{"--set KEY=VALUE", "--deterministic", "--runs DIR", "--json",
                                             "--help"};
    }
    void helpOnACommandListsTheOptionsThatItTakes()
    {
        QFETCH(QString, command);
        QFETCH(QStringList, options);
        const QStringList lines = helpText(command).split(u'\n');
        QVERIFY(lines[0].startsWith(QStringLiteral("lockstep ") + command));
        QStringList listed;
        for (const QString& line : lines) {
            if (line.startsWith(QStringLiteral("  --")))
                listed.append(line.mid(2, 24).trimmed()); // the summary begins in the same column everywhere
        }
        QCOMPARE(listed, options);
        for (const char* any : {"--set KEY=VALUE", "--deterministic", "--resume RUN", "--runs DIR", "--json",
                                "--identity FILE", "--known-hosts FILE", "--ship-cuda", "--offline",
                                "--output FILE", "--help", "--language en", "--version"}) {
            const QString option = QString::fromLatin1(any);
            const Result<CommandLine> line = parseCommandLine(QStringList{command} + option.split(u' '));
            const bool isUnknown = !line.ok() && line.error().text.starts_with("Unknown option");
            QCOMPARE(isUnknown, !options.contains(option));
        }
    }

    void findsARunByItsNames()
    {
        QTemporaryDir runs;
        QVERIFY(!findRun(runs.path(), QStringLiteral("last")).ok());
        const QString first = writeRecordedRun(runs.path(), {.name = "alpha"})->info().id;
        QTest::qWait(5);
        const QString second = writeRecordedRun(runs.path(), {.name = "beta"})->info().id;
        QCOMPARE(findRun(runs.path(), first)->info().id, first);
        QCOMPARE(findRun(runs.path(), QStringLiteral("last"))->info().id, second);
        QCOMPARE(findRun(runs.path(), first.left(first.indexOf(QStringLiteral("alpha")) + 3))->info().id,
                 first);
        QCOMPARE(findRun(runs.path(), runs.filePath(first))->info().id, first);
        const Result<RunFolder> several = findRun(runs.path(), QStringLiteral("2"));
        QVERIFY(!several.ok());
        QVERIFY(several.error().message().find(first.toStdString()) != std::string::npos);
        QVERIFY(!findRun(runs.path(), QStringLiteral("nope")).ok());
        QVERIFY(!findRun(runs.path(), QString()).ok());
    }

    void theResultIsOneLineWithWhatScriptsNeed()
    {
        QTemporaryDir runs;
        const RecordedRun run;
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        RunSummary summary(recordedExperiment(run));
        for (int rank = 0; rank < 2; ++rank)
            summary.take(rank, recordedJournal(run, rank));
        const QByteArray json = runResultJson(*folder, folder->info(), summary, {});
        QVERIFY(!json.contains('\n'));
        const QJsonObject object = QJsonDocument::fromJson(json).object();
        QCOMPARE(object["state"].toString(), QStringLiteral("finished"));
        QCOMPARE(object["epochs"].toInt(), 3);
        QCOMPARE(object["world_size"].toInt(), 2);
        QVERIFY(object["validation_accuracy"].toDouble() > 0.97 &&
                object["validation_accuracy"].toDouble() < 1);
        QVERIFY(object["training_loss"].toDouble() > 0.1);
        QCOMPARE(object["epoch_training_loss"].toArray().size(), 3);
        QCOMPARE(object["weight_hashes"].toArray().size(), 2);
        QCOMPARE(object["records"].toArray()[0].toInt(), 1 + 360 + 3 * 3 + 1);
        QCOMPARE(object["records"].toArray()[1].toInt(), 1 + 360 + 3 * 2 + 1);
        QVERIFY(object["seconds"].toDouble() > 14 && object["seconds"].toDouble() < 15);
        RunSummary nothing(recordedExperiment(run));
        const QJsonObject empty =
            QJsonDocument::fromJson(runResultJson(*folder, folder->info(), nothing, {})).object();
        QVERIFY(empty["training_loss"].isNull());
        QCOMPARE(empty["epochs"].toInt(), 0);
        QCOMPARE(empty["held_back"].toObject()["kind"].toString(), QStringLiteral("unknown"));
    }

    void theResultSaysWhoHeldTheRunBack()
    {
        QTemporaryDir runs;
        const RecordedRun run;
        const Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
        Culprit culprit{.kind = Culprit::Kind::SlowRank, .rank = 1, .host = 0};
        culprit.step = 0.5;
        culprit.cost = 0.2;
        culprit.own = 0.4;
        culprit.usual = 0.2;
        culprit.processor = ProcessorShare{.own = 0.45, .usual = 0.9};
        culprit.shown = 30;
        culprit.steps = 40;
        const QJsonObject object =
            QJsonDocument::fromJson(runResultJson(*folder, folder->info(), RunSummary(), culprit)).object();
        const QJsonObject held = object["held_back"].toObject();
        QCOMPARE(held["kind"].toString(), QStringLiteral("slow-rank"));
        QCOMPARE(held["rank"].toInt(), 1);
        QCOMPARE(held["host"].toString(), QString::fromStdString(folder->experiment().topology.hosts[0].id));
        QCOMPARE(held["cost_seconds"].toDouble(), 0.2);
        QCOMPARE(held["processor_fraction"].toDouble(), 0.45);
        QCOMPARE(held["usual_processor_fraction"].toDouble(), 0.9);
        QCOMPARE(held["shown_steps"].toInt(), 30);
        QVERIFY(held["sentence"].toString().contains(QStringLiteral("30 of the last 40 steps")));
        QVERIFY(!held.contains("links"));
    }

    void aStoppedRunIsCalledSo()
    {
        RunInfo info;
        info.phase = RunPhase::Finished;
        info.exitCode = 10;
        QCOMPARE(stateName(info), QStringLiteral("stopped"));
        info.exitCode = 0;
        QCOMPARE(stateName(info), QStringLiteral("finished"));
        info.phase = RunPhase::Failed;
        info.exitCode = 6;
        QCOMPARE(stateName(info), QStringLiteral("failed"));
    }

    void wideCharactersCountTwiceOnATerminal()
    {
        QCOMPARE(padded(QStringLiteral("训练中"), -8) + u'|', QStringLiteral("训练中  |"));
        QCOMPARE(padded(QStringLiteral("abc"), 5), QStringLiteral("  abc"));
        QCOMPARE(padded(QStringLiteral("训练中"), 5), QStringLiteral("训练中"));
        QCOMPARE(fitted(QStringLiteral("abcdef"), 4), QStringLiteral("abcd"));
        QCOMPARE(fitted(QStringLiteral("训练中"), 4), QStringLiteral("训练"));
        QCOMPARE(fitted(QStringLiteral("训练中"), 5), QStringLiteral("训练"));
        QCOMPARE(fitted(QStringLiteral("abc"), 0), QStringLiteral("abc"));
    }

    void surroundingsAreChecked()
    {
        QTemporaryDir folder;
        Experiment experiment = recordedExperiment({});
        experiment.data.kind = DataKind::Mnist;
        experiment.data.path = folder.filePath(QStringLiteral("none")).toStdString();
        QCOMPARE(missingFiles(experiment).at(0).key, std::string("data.path"));
        experiment.data.path = folder.path().toStdString();
        QVERIFY(missingFiles(experiment).empty());
        experiment.data.kind = DataKind::PaddleJson;
        QCOMPARE(missingFiles(experiment).size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
