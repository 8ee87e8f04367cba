// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/batch_queue.h"
#include "remote/launchers/batch_script.h"
#include "remote/launchers/hand_commands.h"
#include "remote/launchers/shell_words.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace lockstep {

namespace {

/// What a shell makes of a line; its standard output.
QByteArray shell(const QString& program, const std::string& line, const QString& folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(program, {QStringLiteral("-c"), QString::fromStdString(line)});
    if (!process.waitForFinished(20'000))
        process.kill();
    return process.readAllStandardOutput();
}

/// A program that writes down what it was given, one word a line, each in its own file.
void writeTool(const QString& path, const QByteArray& script)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + script);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

Experiment clusterOf(const std::vector<std::vector<Device>>& hosts)
{
    Experiment experiment;
    for (const auto& devices : hosts) {
        Host host;
        host.id = host.name = "h" + std::to_string(experiment.topology.hosts.size());
        host.address = "10.0.0." + std::to_string(experiment.topology.hosts.size() + 1);
        host.user = "anna";
        host.devices = devices;
        experiment.topology.hosts.push_back(host);
    }
    return experiment;
}

const Device kCpu;
const Device kGpu{DeviceKind::Cuda, 0};

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

class LaunchersTest : public QObject {
    Q_OBJECT
private slots:
    void shellsReadWordsBack_data();
    void shellsReadWordsBack();
    void scriptsAskForWhatTheExperimentTakes();
    void noOptionBreaksOutOfItsLine();
    void scriptsAreShellScripts();
    void slurmsScriptStartsOneSupervisorOnEachNode();
    void gridEnginesScriptStartsOneOnEachHost();
    void commandsNameEveryHost();
    void commandsSurviveTwoShells();
    void aDrawingOfNothingHasNone();
    void launchersOfRanksCannotStartServers();
    void slurmsAnswersAreRead();
    void hostsAreWhereTheirNodesAre();
};

void LaunchersTest::shellsReadWordsBack_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("dash") << QStringLiteral("/bin/dash");
    QTest::newRow("bash") << QStringLiteral("/bin/bash");
}

void LaunchersTest::shellsReadWordsBack()
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

void LaunchersTest::scriptsAskForWhatTheExperimentTakes()
{
    BatchJob job = batchJob(clusterOf({{kGpu, {DeviceKind::Cuda, 1}}, {}, {kGpu}, {kCpu}}));
    QCOMPARE(job.hosts, 3); // one host has no device
    QCOMPARE(job.gpusPerHost, 2);
    job.run = "digits-1";
    job.logFile = "/scratch/digits-1.%j.log";
    job.parallelEnvironment = "lockstep";
    job.options = {"--partition=gpu"};
    const std::string slurm = batchScript(Scheduler::Slurm, job);
    for (const char* line :
         {"#SBATCH --nodes=3\n", "#SBATCH --ntasks-per-node=1\n", "#SBATCH --gpus-per-node=2\n",
          "#SBATCH --partition=gpu\n", "#SBATCH --requeue\n"})
        QVERIFY2(slurm.find(line) != std::string::npos, line);
    job.gpusPerHost = 0;
    QVERIFY(batchScript(Scheduler::Slurm, job).find("--gpus") == std::string::npos);
    QVERIFY(batchScript(Scheduler::GridEngine, job).find("#$ -pe lockstep 3\n") != std::string::npos);
    job.parallelEnvironment.clear();
    QVERIFY(batchScript(Scheduler::GridEngine, job).find("-pe") == std::string::npos);
}

void LaunchersTest::noOptionBreaksOutOfItsLine()
{
    BatchJob job;
    job.options = {"--comment=a\nrm -rf /"};
    for (const Scheduler scheduler : {Scheduler::Slurm, Scheduler::GridEngine})
        QVERIFY(batchScript(scheduler, job).find("rm") == std::string::npos);
}

void LaunchersTest::scriptsAreShellScripts()
{
    BatchJob job;
    job.run = "digits-1";
    job.document = "/home/anna/it's.json";
    for (const Scheduler scheduler : {Scheduler::Slurm, Scheduler::GridEngine}) {
        for (const char* environment : {"", "lockstep"}) {
            job.parallelEnvironment = environment;
            const std::string script = batchScript(scheduler, job);
            QCOMPARE(shell(QStringLiteral("/bin/dash"), "dash -n <<'END' && echo good\n" + script + "END\n"),
                     QByteArray("good\n"));
        }
    }
}

void LaunchersTest::slurmsScriptStartsOneSupervisorOnEachNode()
{
    const QTemporaryDir folder;
    writeTool(folder.filePath(QStringLiteral("srun")), "printf '%s\\n' \"$MASTER_ADDR\" \"$@\"\n");
    BatchJob job;
    job.run = "digits-1";
    job.engine = "/opt/bin/lockstep-engine";
    job.document = "/home/anna/my net.json";
    job.tokenFile = "/home/anna/token";
    const QByteArray said =
        shell(QStringLiteral("/bin/dash"),
              "PATH=" + folder.path().toStdString() +
                  ":$PATH MASTER_ADDR=node1 SLURM_JOB_NODELIST='node[1-2]'\nexport PATH\n" +
                  batchScript(Scheduler::Slurm, job));
    QCOMPARE(said.split('\n'),
             (QByteArrayList{"Nodes: node[1-2]", "node1", "--kill-on-bad-exit=0", "/opt/bin/lockstep-engine",
                             "supervise", "/home/anna/my net.json", "--run", "digits-1", "--token-file",
                             "/home/anna/token", ""}));
    QCOMPARE(allocatedNodes(said.toStdString()), std::string("node[1-2]"));
    QCOMPARE(allocatedNodes("Nodes: node1\nrequeued\nNodes: node[4-5]\nNodes: no"), std::string("node[4-5]"));
    QCOMPARE(allocatedNodes("Nodes: node1"), std::string()); // the line is not whole yet
}

// qrsh is played by a program that runs the command here; Grid Engine's file of hosts is as sge_pe(5) has it.
void LaunchersTest::gridEnginesScriptStartsOneOnEachHost()
{
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    writeTool(folder.filePath(QStringLiteral("qrsh")),
              "shift 2; export PLAYED=$1; shift; exec sh -c \"$*\"\n");
    writeTool(folder.filePath(QStringLiteral("engine")),
              "echo \"$PLAYED $RANK $WORLD_SIZE $MASTER_ADDR $*\" >> " + folder.path().toLocal8Bit() +
                  "/said\n[ \"$RANK\" != 1 ] || exit 6\n");
    QFile hosts(folder.filePath(QStringLiteral("hosts")));
    QVERIFY(hosts.open(QIODevice::WriteOnly));
    hosts.write("gpu-a 1 all.q@gpu-a UNDEFINED\ngpu-b 1 all.q@gpu-b UNDEFINED\n");
    hosts.close();
    BatchJob job;
    job.hosts = 2;
    job.parallelEnvironment = "lockstep";
    job.run = "digits-1";
    job.engine = path + "/engine";
    job.document = "/home/anna/my net.json";
    job.tokenFile = "/home/anna/token";
    const std::string head =
        "PATH=" + path + ":$PATH PE_HOSTFILE=" + path + "/hosts; export PATH PE_HOSTFILE\n";
    const std::string script = batchScript(Scheduler::GridEngine, job);
    QCOMPARE(shell(QStringLiteral("/bin/dash"), head + "(" + script + "); echo $?"), QByteArray("6\n"));
    QFile said(folder.filePath(QStringLiteral("said")));
    QVERIFY(said.open(QIODevice::ReadOnly));
    QByteArrayList lines = said.readAll().trimmed().split('\n');
    std::ranges::sort(lines);
    const QByteArray rest = "supervise /home/anna/my net.json --run digits-1 --token-file /home/anna/token";
    QCOMPARE(lines, (QByteArrayList{"gpu-a 0 2 gpu-a " + rest, "gpu-b 1 2 gpu-a " + rest}));
    said.close();
    said.remove();
    shell(QStringLiteral("/bin/dash"), head + "RESTARTED=1\n" + script);
    QVERIFY(said.open(QIODevice::ReadOnly));
    QCOMPARE(said.readAll().count("--resume latest"), 2);
}

void LaunchersTest::commandsNameEveryHost()
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

// ssh is played by a program that hands the command to a second shell, as sshd does.
void LaunchersTest::commandsSurviveTwoShells()
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

void LaunchersTest::aDrawingOfNothingHasNone()
{
    QVERIFY(handCommands({}, places()).empty());
    QVERIFY(handCommands(clusterOf({{}}), places()).empty());
}

void LaunchersTest::launchersOfRanksCannotStartServers()
{
    Experiment experiment = clusterOf({{kCpu}, {kCpu}});
    experiment.training.strategy = StrategyKind::ServerSync;
    experiment.topology.hosts[0].servers = 1;
    const auto commands = handCommands(experiment, places());
    QVERIFY(!linesOf(commands, HandStep::Srun).empty());
    QVERIFY(linesOf(commands, HandStep::Mpirun).empty());
    QVERIFY(linesOf(commands, HandStep::Torchrun).empty());
}

// As Slurm 22.05 answers.
void LaunchersTest::slurmsAnswersAreRead()
{
    using Kind = BatchState::Kind;
    QCOMPARE(parseSlurmState("PENDING|Resources"), (BatchState{Kind::Waiting, "Resources"}));
    QCOMPARE(parseSlurmState("RUNNING|None"), (BatchState{Kind::Running, ""}));
    QCOMPARE(parseSlurmState("CANCELLED|None"), (BatchState{Kind::Ended, "CANCELLED"}));
    QCOMPARE(parseSlurmState(""), (BatchState{Kind::Ended, ""}));
    QCOMPARE(parseSlurmState("RUNNING"), (BatchState{Kind::Running, ""}));
    const auto nodes =
        parseSlurmNodes("NodeName=node1 Arch=x86_64 CPUTot=2 NodeAddr=10.0.0.1 NodeHostName=gpu-a Port=16818 "
                        "Version=22.05.8\n"
                        "NodeName=node2 CPUTot=2 NodeAddr=node2 NodeHostName=node2 Port=16819\n");
    QCOMPARE(nodes, (std::vector<BatchNode>{{"10.0.0.1", "gpu-a"}, {"node2", "node2"}}));
    QVERIFY(parseSlurmNodes("slurm_load_node error").empty());
}

void LaunchersTest::hostsAreWhereTheirNodesAre()
{
    const Experiment drawn = clusterOf({{kCpu}, {}, {kCpu}});
    const auto placed = placedOn(drawn, {{"10.9.0.1", "gpu-a"}, {"10.9.0.2", "gpu-b"}}, "gpu-b");
    QVERIFY(placed.ok());
    QCOMPARE(placed->topology.hosts[0].address, std::string("10.9.0.1"));
    QCOMPARE(placed->topology.hosts[1], drawn.topology.hosts[1]); // takes no part
    QVERIFY(placed->topology.hosts[2].connection == Connection::Local);
    QVERIFY(!placedOn(drawn, {{"10.9.0.1", "gpu-a"}}, "gpu-b").ok());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LaunchersTest)
#include "launchers_test.moc"
