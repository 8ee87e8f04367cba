// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/exit_code.h"
#include "tests/app/headless/program_run.h"
#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace lockstep;

namespace {

const QString kTemplate =
    QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/digits-local.lockstep.json");

} // namespace

class ProgramTest : public QObject, private ProgramRun {
    Q_OBJECT
    QJsonArray checkpoints(const QStringList& arguments) const
    {
        const Output output =
            run(QStringList{"checkpoints"} + arguments + QStringList{"--json", "--runs", runs()}, 60);
        if (output.exitCode != 0)
            qWarning("%s", output.errors.constData());
        return output.lastObject()["checkpoints"].toArray();
    }

    /// Those of a run of three epochs: all are whole, one comes here, one goes, and from the one between them
    /// the training comes to the same weights again.
    void checkpointsOf(const QString& id, const QJsonArray& hashes) const
    {
        const QJsonArray whole = checkpoints({id, "--verify"});
        QCOMPARE(whole.size(), 3);
        for (const auto& each : whole) {
            QVERIFY(each.toObject()["whole"].toBool() && each.toObject()["top1"].toDouble() > 0.2);
            QVERIFY(each.toObject()["on_host"].toBool() && !each.toObject()["here"].toBool());
        }
        const auto step = [&whole](int row) {
            return QString::number(whole[row].toObject()["step"].toInt());
        };
        QVERIFY(checkpoints({id, "--fetch", step(0)})[0].toObject()["here"].toBool());
        QCOMPARE(checkpoints({id, "--delete", step(2)}).size(), 2);
        QCOMPARE(run({"checkpoints", id, "--delete", "7", "--runs", runs()}).exitCode, 1);
        QCOMPARE(run({"resume", id, "--from", step(2), "--runs", runs()}, 60).exitCode, 1);
        const Output again = run({"resume", id, "--from", step(1), "--json", "--runs", runs()}, 300);
        QVERIFY2(again.exitCode == 0, again.errors.constData());
        QCOMPARE(again.lastObject()["attempt"].toInt(), 3);
        QCOMPARE(again.lastObject()["weight_hashes"].toArray(), hashes);
    }

private slots:
    void saysItsVersionAndItsHelp()
    {
        QCOMPARE(run({"--version"}).text, QByteArray("lockstep " LOCKSTEP_VERSION "\n"));
        QVERIFY(run({"--help"}).text.contains("lockstep run EXPERIMENT"));
        for (const char* command : {"run", "list", "attach", "stop", "resume", "checkpoints", "check", "plot",
                                    "export", "import", "demo"}) {
            const Output help = run({command, "--help"});
            QCOMPARE(help.exitCode, 0);
            QVERIFY2(help.text.startsWith(QByteArray("lockstep ") + command), help.text.constData());
        }
    }

    /// The window's own command line is read by the same rules, once there is a display.
    void theWindowRefusesWhatItCannotMean()
    {
        const Output option = run({"-platform", "offscreen", "--fast"});
        QCOMPARE(option.exitCode, static_cast<int>(ExitCode::Usage));
        QVERIFY2(option.errors.contains("lockstep: Unknown option --fast."), option.errors.constData());
        const Output language = run({"-platform", "offscreen", "--language", "fr"});
        QCOMPARE(language.exitCode, static_cast<int>(ExitCode::Usage));
        QVERIFY2(language.errors.contains("en|zh_CN"), language.errors.constData());
        const Output display = run({kTemplate});
        QCOMPARE(display.exitCode, static_cast<int>(ExitCode::Failure));
        QVERIFY2(display.errors.contains("lockstep: There is no display"), display.errors.constData());
    }

    void aWrongCommandLineIsAUsageError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("misspelt") << QStringList{"rnu", "x"};
        QTest::newRow("nothing to run") << QStringList{"run"};
        QTest::newRow("option") << QStringList{"list", "--what"};
        QTest::newRow("argument") << QStringList{"list", "last"};
        QTest::newRow("help on what is no command") << QStringList{"help", "rnu"};
        QTest::newRow("no such run") << QStringList{"attach", "no-such-run", "--runs", "/nonexistent"};
        QTest::newRow("no last run") << QStringList{"stop", "last", "--runs", "/nonexistent"};
    }
    void aWrongCommandLineIsAUsageError()
    {
        QFETCH(QStringList, arguments);
        const Output output = run(arguments);
        QCOMPARE(output.exitCode, static_cast<int>(ExitCode::Usage));
        QVERIFY(output.text.isEmpty());
        QVERIFY(output.errors.startsWith("lockstep: "));
    }

    /// The list of the window's problems, warnings apart: they leave the exit code at 0.
    void checksTellWhatWouldDisappoint()
    {
        const QString cluster =
            QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/ceni-resnet18.lockstep.json");
        const Output incomplete = run({"check", cluster, "--offline", "--json"});
        QCOMPARE(incomplete.exitCode, 3);
        const QJsonObject result = incomplete.lastObject();
        // Three addresses, the data, and three GPUs where this engine has no plug-in for them.
        const bool servesGpus = QFile::exists(QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/liblockstep_cuda.so"));
        QCOMPARE(result.value(QStringLiteral("errors")).toArray().size(), servesGpus ? 4 : 7);
        QCOMPARE(result.value(QStringLiteral("warnings")).toArray().size(), 1);
        // Over its chain sums go through the hosts; around a switch they go by NCCL, and that is noted.
        QCOMPARE(result.value(QStringLiteral("notes")).toArray().size(), 0);
        const QString aroundASwitch =
            QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/i3d-ucf101.lockstep.json");
        const QJsonObject other = run({"check", aroundASwitch, "--offline", "--json"}).lastObject();
        QCOMPARE(other.value(QStringLiteral("notes")).toArray().size(), 1);
        const Output complete =
            run({"check", cluster, "--offline", "--set", "topology.hosts.0.address=10.0.0.1", "--set",
                 "topology.hosts.1.address=10.0.0.2", "--set", "topology.hosts.2.address=10.0.0.3", "--set",
                 "data.path=/data", "--set", "topology.hosts.0.devices=cpu", "--set",
                 "topology.hosts.1.devices=cpu", "--set", "topology.hosts.2.devices=cpu"});
        QCOMPARE(complete.exitCode, 0);
        QVERIFY2(complete.errors.contains("warning: ") &&
                     complete.errors.contains("each step sends 44.6 MiB through N"),
                 complete.errors);
        QVERIFY2(!complete.text.contains("note: "), complete.text);
        QVERIFY2(complete.text.contains("PowerSGD rank 4") && complete.text.contains("the quickest safe one"),
                 complete.text);
        // The same for programs, of an experiment that cannot run yet as well.
        const QJsonArray strategies = result.value(QStringLiteral("strategies")).toArray();
        int recommended = 0;
        for (const QJsonValue& value : strategies) {
            const QJsonObject row = value.toObject();
            const QJsonArray seconds = row.value(QStringLiteral("step_seconds")).toArray();
            QVERIFY(seconds[0].toDouble() <= seconds[1].toDouble() &&
                    seconds[1].toDouble() <= seconds[2].toDouble());
            if (row.value(QStringLiteral("recommended")).toBool()) {
                ++recommended;
                QCOMPARE(row.value(QStringLiteral("compression")).toString(), QStringLiteral("powersgd"));
                QCOMPARE(row.value(QStringLiteral("compression_rank")).toInt(), 4);
            }
        }
        QCOMPARE(recommended, 1);
        QVERIFY(
            result.value(QStringLiteral("advice")).toString().contains(QStringLiteral("40 s on gradients")));
    }

    /// What a run would end with, exit code 5, after everything was copied.
    void aDeviceThatTheEngineCannotTrainOnIsAnError()
    {
        for (const char* scope : {"--offline", "--json"}) {
            const Output output =
                run({"check", kTemplate, scope, "--set", "topology.hosts.0.devices=cpu,cuda:63"});
            QCOMPARE(output.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
            QVERIFY2(output.errors.contains("topology.hosts.0.devices") &&
                         output.errors.contains("cuda:63") &&
                         (output.errors.contains("the device cpu") ||
                          output.errors.contains("Choose among these")),
                     output.errors.constData());
        }
    }

    void checksDocuments()
    {
        QCOMPARE(run({"check", kTemplate}).exitCode, 0);
        const Output missing = run({"check", m_folder.filePath(QStringLiteral("none.json"))});
        QCOMPARE(missing.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY(missing.errors.contains("none.json"));
        const Output broken = run({"check", document("broken.json", "{\"version\": 1,")});
        QCOMPARE(broken.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        const Output newer = run({"check", document("newer.json", "{\"version\": 999}")});
        QCOMPARE(newer.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        const Output batch = run({"check", kTemplate, "--set", "training.batch=0", "--json"});
        QCOMPARE(batch.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY(batch.errors.contains("training.batch"));
        QCOMPARE(batch.lastObject()["errors"].toArray()[0].toObject()["key"].toString(),
                 QStringLiteral("training.batch"));
        const Output data =
            run({"check", kTemplate, "--set", "data.kind=mnist", "--set", "data.path=nowhere"});
        QCOMPARE(data.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
        QVERIFY(data.errors.contains("data.path"));
        QCOMPARE(
            run({"check", kTemplate, "--offline", "--set", "data.kind=mnist", "--set", "data.path=nowhere"})
                .exitCode,
            0);
    }

    void everyKeyThatIsPromisedCanBeSet_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* value :
             {"model.name=lenet", "data.kind=synthetic-digits", "training.optimizer=momentum",
              "training.learning_rate=0.05", "training.batch=128", "training.epochs=7", "training.seed=42",
              "training.precision=f32", "topology.hosts.0.devices=cpu,cpu,cpu", "topology.hosts.0.name=lab"})
            QTest::newRow(value) << QString::fromLatin1(value);
    }
    void everyKeyThatIsPromisedCanBeSet()
    {
        QFETCH(QString, value);
        const Output output = run({"check", kTemplate, "--offline", "--set", value});
        QVERIFY2(output.exitCode == 0, output.errors.constData());
        const Output wrong = run({"check", kTemplate, "--offline", "--set", QStringLiteral("x") + value});
        QCOMPARE(wrong.exitCode, static_cast<int>(ExitCode::InvalidExperiment));
    }

    void listsAndDrawsRunsOfAFolder()
    {
        QVERIFY(QDir().mkpath(runs()));
        const Result<RunFolder> folder = writeRecordedRun(runs(), {});
        QVERIFY(folder.ok());
        QVERIFY(run({"list", "--runs", runs()}).text.contains(folder->info().id.toUtf8()));
        const QJsonArray list =
            QJsonDocument::fromJson(run({"list", "--json", "--runs", runs()}).text).array();
        QCOMPARE(list.size(), 1);
        QCOMPARE(list[0].toObject()["run"].toString(), folder->info().id);
        const QString picture = m_folder.filePath(QStringLiteral("curves.png"));
        const Output drawn = run({"plot", "last", "-o", picture, "--runs", runs()});
        QVERIFY2(drawn.exitCode == 0, drawn.errors.constData());
        const QImage image(picture);
        QVERIFY(image.width() > 1000 && image.height() > 400);
        QVERIFY(!image.allGray());
        for (const auto& [name, begin] :
             {std::pair("curves.svg", "<?xml"), std::pair("curves.pdf", "%PDF-")}) {
            QFile file(m_folder.filePath(QLatin1String(name)));
            QCOMPARE(run({"plot", "last", "-o", file.fileName(), "--runs", runs()}).exitCode, 0);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.readAll().startsWith(begin));
        }
        const Output refused =
            run({"plot", "last", "-o", m_folder.filePath(QStringLiteral("curves.bmp")), "--runs", runs()});
        QVERIFY(refused.exitCode != 0);
        QVERIFY2(refused.errors.contains(".pdf"), refused.errors.constData());
    }

    void writesARunForOthersAndTakesOneIn()
    {
        QTemporaryDir home;
        const QString mine = home.filePath(QStringLiteral("mine"));
        QVERIFY(QDir().mkpath(mine));
        const Result<RunFolder> folder = writeRecordedRun(mine, {});
        const QString file = home.filePath(QStringLiteral("digits.lockstep-run"));
        for (const QString& path :
             {file, home.filePath(QStringLiteral("digits.csv")),
              home.filePath(QStringLiteral("digits.jsonl")), home.filePath(QStringLiteral("events"))}) {
            const Output written = run({"export", "last", "-o", path, "--runs", mine});
            QVERIFY2(written.exitCode == 0, written.errors.constData());
            QVERIFY(QFileInfo::exists(path));
        }
        const QString theirs = home.filePath(QStringLiteral("theirs"));
        const Output taken = run({"import", file, "--runs", theirs});
        QCOMPARE(taken.text, (QDir(theirs).filePath(folder->info().id) + u'\n').toUtf8());
        QVERIFY(run({"list", "--runs", theirs}).text.contains(folder->info().id.toUtf8()));
        const Output refused = run({"import", home.filePath(QStringLiteral("digits.csv")), "--runs", theirs});
        QVERIFY(refused.exitCode != 0);
        const Output unknown =
            run({"export", "last", "-o", home.filePath(QStringLiteral("a.xls")), "--runs", mine});
        QVERIFY2(unknown.errors.contains(".lockstep-run"), unknown.errors.constData());
    }

    void trainsTheTemplateAndTellsInJson()
    {
        const Output output =
            run({"run", kTemplate, "--json", "--runs", runs(), "--set", "training.epochs=2"}, 300);
        QVERIFY2(output.exitCode == 0, output.errors.constData());
        const QJsonObject result = output.lastObject();
        QCOMPARE(result["state"].toString(), QStringLiteral("finished"));
        QCOMPARE(result["epochs"].toInt(), 2);
        QCOMPARE(result["world_size"].toInt(), 2);
        QVERIFY(result["validation_accuracy"].toDouble() > 0.9);
        const QJsonArray hashes = result["weight_hashes"].toArray();
        QCOMPARE(hashes.size(), 2);
        QCOMPARE(hashes[0].toString().size(), qsizetype{64});
        QCOMPARE(hashes[0], hashes[1]);
        QVERIFY(result["records"].toArray()[1].toInt() > 200);
        QVERIFY(output.errors.contains("epoch 2 of 2"));
        QVERIFY(QDir(result["folder"].toString()).exists(QStringLiteral("attempt-1/rank-1.jsonl")));
        const Output again = run({"attach", result["run"].toString(), "--json", "--runs", runs()}, 60);
        QCOMPARE(again.exitCode, 0);
        QCOMPARE(again.lastObject()["records"], result["records"]);
        QCOMPARE(again.lastObject()["weight_hashes"], result["weight_hashes"]);
    }

    /// The program that began it is killed; what the list says afterwards comes from the engine.
    void aRunThatNobodyWatchesIsListedWithTheTruth()
    {
        const QString folder = m_folder.filePath(QStringLiteral("unwatched"));
        QProcess process;
        prepare(process);
        process.setArguments({"run", kTemplate, "--json", "--runs", folder, "--set", "training.epochs=4000"});
        process.start();
        QByteArray errors;
        const auto trains = [&] {
            errors += process.readAllStandardError();
            return errors.contains("rank 0  epoch");
        };
        const auto listed = [&] {
            const Output list = run({"list", "--json", "--runs", folder});
            return QJsonDocument::fromJson(list.text).array()[0].toObject();
        };
        QTRY_VERIFY_WITH_TIMEOUT(trains(), 60'000);
        QCOMPARE(listed()["state"].toString(), QStringLiteral("training"));
        process.kill();
        QVERIFY(process.waitForFinished(30'000));
        const QJsonObject left = listed();
        QCOMPARE(left["state"].toString(), QStringLiteral("training"));
        QVERIFY(left["unknown_since"].isNull());
        QFile journal(left["folder"].toString() + QStringLiteral("/attempt-1/rank-1.jsonl"));
        QVERIFY(journal.open(QIODevice::ReadOnly));
        const QByteArray first = journal.readLine();
        const auto at = first.indexOf("\"process_id\":") + 13;
        QCOMPARE(::kill(first.mid(at, first.indexOf(',', at) - at).toInt(), SIGKILL), 0);
        QTRY_COMPARE_WITH_TIMEOUT(listed()["state"].toString(), QStringLiteral("failed"), 60'000);
        QCOMPARE(listed()["exit_code"].toInt(), 128 + SIGKILL);
        static const QRegularExpression killed(QStringLiteral("Rank 1 on .+ was killed by signal 9"));
        const QString message = listed()["message"].toString();
        QVERIFY2(message.contains(killed), qPrintable(message));
    }

    void aFinishedRunIsNotResumedButTrainedLonger()
    {
        const Output once =
            run({"run", kTemplate, "--json", "--runs", runs(), "--set", "training.epochs=1"}, 300);
        QVERIFY2(once.exitCode == 0, once.errors.constData());
        const QString id = once.lastObject()["run"].toString();
        const Output again = run({"resume", id, "--json", "--runs", runs()}, 60);
        QCOMPARE(again.exitCode, static_cast<int>(ExitCode::Failure));
        QVERIFY2(again.errors.contains("(epochs: 1)") && again.errors.contains("--more-epochs"),
                 again.errors.constData());
        const Output longer = run({"resume", id, "--json", "--runs", runs(), "--more-epochs", "2"}, 300);
        QVERIFY2(longer.exitCode == 0, longer.errors.constData());
        const QJsonObject result = longer.lastObject();
        QCOMPARE(result["attempt"].toInt(), 2); // the refused one left none
        QCOMPARE(result["epochs"].toInt(), 3);
        QCOMPARE(result["epoch_validation_accuracy"].toArray()[0],
                 once.lastObject()["epoch_validation_accuracy"].toArray()[0]);
        QVERIFY2(longer.errors.contains("epoch 3 of 3"), longer.errors.constData());
        checkpointsOf(id, result["weight_hashes"].toArray());
    }

    void controlCStopsTheRunAndResumeGoesOn()
    {
        QProcess process;
        prepare(process);
        process.setArguments({"run", kTemplate, "--json", "--runs", runs(), "--set", "training.epochs=400"});
        process.start();
        QByteArray errors;
        const auto training = [&] {
            errors += process.readAllStandardError();
            return errors.contains("rank 0  epoch");
        };
        QTRY_VERIFY_WITH_TIMEOUT(training(), 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60'000));
        const Output stopped{process.exitCode(), process.readAllStandardOutput(), errors};
        QCOMPARE(stopped.exitCode, static_cast<int>(ExitCode::Stopped));
        QCOMPARE(stopped.lastObject()["state"].toString(), QStringLiteral("stopped"));
        const QString id = stopped.lastObject()["run"].toString();

        QProcess resumed;
        prepare(resumed);
        resumed.setArguments({"resume", id, "--json", "--runs", runs()});
        resumed.start();
        errors.clear();
        const auto again = [&] {
            errors += resumed.readAllStandardError();
            return errors.contains("rank 0  epoch");
        };
        QTRY_VERIFY_WITH_TIMEOUT(again(), 60'000);
        // Left twice: the program goes, the run stays.
        ::kill(static_cast<pid_t>(resumed.processId()), SIGTERM);
        QVERIFY(resumed.waitForFinished(30'000));
        QCOMPARE(resumed.exitCode(), 128 + SIGTERM);
        const Output end = run({"stop", id, "--json", "--runs", runs()}, 60);
        QCOMPARE(end.exitCode, 0);
        QCOMPARE(end.lastObject()["state"].toString(), QString("stopped"));
        QCOMPARE(end.lastObject()["attempt"].toInt(), 2);
        QVERIFY(end.lastObject()["steps"].toInt() > stopped.lastObject()["steps"].toInt());
    }
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
