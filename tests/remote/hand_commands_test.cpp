// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/hand_commands.h"
#include "remote/launchers/shell_words.h"
#include "tests/remote/launcher_helpers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace lockstep {

namespace {

HandPlaces places()
{
    return {"digits-1", "/opt/bin/lockstep-engine", "/opt/bundle", "/home/anna/my net.json", "desk"};
}

std::vector<std::string> linesOf(const std::vector<HandCommands>& commands, HandStep step)
{
    for (const HandCommands& each : commands)
        if (each.step == step)
            return each.lines;
    return {};
}

} // namespace

class HandCommandsTest : public QObject {
    Q_OBJECT
private slots:
    void shellsReadWordsBack_data();
    void shellsReadWordsBack();
    void commandsNameEveryHost();
    void commandsSurviveTwoShells();
    void yarnGetsAContainerForEachRank();
    void aDrawingOfNothingHasNone();
    void launchersOfRanksCannotStartServers();
};
void HandCommandsTest::shellsReadWordsBack_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("dash") << QStringLiteral("/bin/dash");
    QTest::newRow("bash") << QStringLiteral("/bin/bash");
}

void HandCommandsTest::shellsReadWordsBack()
{
    QFETCH(QString, program);
    std::vector<std::string> words{"",
                                   "plain-word_1.2/3:4@5,6=7%8+9",
                                   "two words",
                                   "it's",
                                   "''",
                                   "\"$HOME\"",
                                   "`id`",
                                   "$(id)",
                                   "a;b|c&d>e<f",
                                   "*?[a]~",
                                   "~",
                                   "#no comment",
                                   "back\\slash",
                                   "line\nbreak",
                                   "tab\there",
                                   "-n",
                                   "!history",
                                   "{a,b}",
                                   "数据 集",
                                   "=x",
                                   "\x01\x7f"};
    for (int c = 1; c < 128; ++c)
        words.push_back(std::string("x") + static_cast<char>(c));
    for (const std::string& word : words) {
        const QByteArray read = shell(program, "printf '%s.' " + shellWord(word));
        QCOMPARE(read, QByteArray::fromStdString(word + "."));
    }
    QCOMPARE(shell(program, "printf '<%s>' " + shellCommand({"a b", "", "c'd"})), QByteArray("<a b><><c'd>"));
}

void HandCommandsTest::commandsNameEveryHost()
{
    const auto commands = handCommands(clusterOf({{kCpu, kCpu}, {kCpu}}), places());
    QCOMPARE(linesOf(commands, HandStep::Copy).size(), std::size_t{8});
    const auto starts = linesOf(commands, HandStep::Start);
    QCOMPARE(starts.size(), std::size_t{2});
    QCOMPARE(starts[1],
             std::string("ssh -p 22 -- anna@10.0.0.2 'cd .lockstep/by-hand/digits-1 && RANK=1 WORLD_SIZE=2 "
                         "MASTER_ADDR=10.0.0.1 engine/lib/ld-linux-x86-64.so.2 --library-path engine/lib "
                         "engine/lockstep-engine supervise experiment.lockstep.json --run digits-1 "
                         "--token-file token' &"));
    QCOMPARE(linesOf(commands, HandStep::Mpirun),
             std::vector<std::string>{"mpirun -np 3 --host 10.0.0.1:2,10.0.0.2:1 -x MASTER_ADDR=10.0.0.1 "
                                      "/opt/bin/lockstep-engine train '/home/anna/my net.json' --run-folder "
                                      "digits-1 --token-file digits-1.token"});
    QVERIFY(linesOf(commands, HandStep::Torchrun).empty()); // not as many ranks on each
    QCOMPARE(linesOf(handCommands(clusterOf({{kCpu}, {kCpu}}), places()), HandStep::Torchrun).size(),
             std::size_t{2});
}

void HandCommandsTest::commandsSurviveTwoShells()
{
    Experiment experiment = clusterOf({{kCpu}, {kCpu}});
    experiment.topology.hosts[0].address = "fd00::1";
    experiment.topology.hosts[1].user = "o'neil; touch broken";
    const QTemporaryDir folder;
    writeTool(folder.filePath(QStringLiteral("ssh")), "printf '%s\\n' \"$4\" >> logins\n");
    writeTool(folder.filePath(QStringLiteral("scp")),
              "for last; do :; done; printf '%s\\n' \"$last\" >> logins\n");
    std::string script = "PATH=.:$PATH\n";
    HandPlaces odd = places();
    odd.document = "$(touch broken)";
    for (const HandStep step : {HandStep::Copy, HandStep::Start, HandStep::Follow})
        for (const std::string& line : linesOf(handCommands(experiment, odd), step))
            script += line + "\n";
    shell(QStringLiteral("/bin/dash"), script + "wait", folder.path());
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("broken"))));
    QFile logins(folder.filePath(QStringLiteral("logins")));
    QVERIFY(logins.open(QIODevice::ReadOnly));
    const QByteArrayList lines = logins.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 11);
    QCOMPARE(lines[0], QByteArray("anna@fd00::1"));
    QCOMPARE(lines[1], QByteArray("anna@[fd00::1]:.lockstep/by-hand/digits-1/engine"));
    QCOMPARE(lines[4], QByteArray("o'neil; touch broken@10.0.0.2"));
}

void HandCommandsTest::yarnGetsAContainerForEachRank()
{
    const QTemporaryDir folder;
    const QString shared = folder.filePath(QStringLiteral("it's \"$HOME\" `touch broken`"));
    QVERIFY(QDir().mkpath(shared));
    writeTool(folder.filePath(QStringLiteral("dmlc-submit")),
              "for word; do case $word in --*) echo $word; shift;; *) break;; esac; done\n"
              "sh -c \"client $*\"\n");
    writeTool(folder.filePath(QStringLiteral("client")), "sh -c \"master $*\"\n");
    writeTool(folder.filePath(QStringLiteral("master")),
              "for id in 2 1 0; do\n  DMLC_NUM_WORKER=3 DMLC_TASK_ID=$id DMLC_NODE_HOST=node$id sh -c "
              "\"launcher $*\" &\ndone\nwait\n");
    writeTool(folder.filePath(QStringLiteral("launcher")), "exec \"$@\"\n");
    writeTool(
        folder.filePath(QStringLiteral("engine $x")),
        "printf '%s\\n' \"$RANK of $WORLD_SIZE at $MASTER_ADDR, $LOCAL_RANK of $LOCAL_WORLD_SIZE\" \"$PWD\" "
        "\"$@\" > $RANK.said\n");
    HandPlaces odd = places();
    odd.engine = folder.filePath(QStringLiteral("engine $x")).toStdString();
    odd.document = (shared + QStringLiteral("/my net.json")).toStdString();
    odd.containerCores = 2;
    odd.containerMebibytes = 1536;
    const auto lines = linesOf(handCommands(clusterOf({{kCpu, kCpu}, {kCpu}}), odd), HandStep::Yarn);
    QCOMPARE(lines.size(), std::size_t{1});
    const QByteArray said =
        shell(QStringLiteral("/bin/dash"),
              "PATH=.:" + folder.path().toStdString() + ":$PATH; export PATH; " + lines[0], folder.path());
    QCOMPARE(said, QByteArray("--cluster=yarn\n--num-workers=3\n--worker-cores=2\n--worker-memory=1536m\n"
                              "--jobname=digits-1\n"));
    QVERIFY(QDir(folder.path()).entryList({"broken"}).isEmpty() &&
            QDir(shared).entryList({"broken"}).isEmpty());
    for (int rank = 0; rank < 3; ++rank) {
        QFile file(shared + QStringLiteral("/%1.said").arg(rank));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        QCOMPARE(
            QString::fromUtf8(file.readAll()),
            QStringLiteral("%1 of 3 at node0, 0 of 1\n%2\ntrain\n%2/my net.json\n--run-folder\ndigits-1\n"
                           "--token-file\ndigits-1.token\n")
                .arg(rank)
                .arg(shared));
    }
}

void HandCommandsTest::aDrawingOfNothingHasNone()
{
    QVERIFY(handCommands({}, places()).empty());
    QVERIFY(handCommands(clusterOf({{}}), places()).empty());
}

void HandCommandsTest::launchersOfRanksCannotStartServers()
{
    Experiment experiment = clusterOf({{kCpu}, {kCpu}});
    experiment.training.strategy = StrategyKind::ServerSync;
    experiment.topology.hosts[0].servers = 1;
    const auto commands = handCommands(experiment, places());
    QVERIFY(!linesOf(commands, HandStep::Srun).empty());
    QVERIFY(linesOf(commands, HandStep::Mpirun).empty());
    QVERIFY(linesOf(commands, HandStep::Torchrun).empty());
    QVERIFY(linesOf(commands, HandStep::Yarn).empty());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HandCommandsTest)
#include "hand_commands_test.moc"
