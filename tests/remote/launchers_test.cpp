// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/launchers/batch_queue.h"
#include "remote/launchers/batch_script.h"
#include "tests/remote/launcher_helpers.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace lockstep {

class LaunchersTest : public QObject {
    Q_OBJECT
private slots:
    void scriptsAskForWhatTheExperimentTakes();
    void noOptionBreaksOutOfItsLine();
    void scriptsAreShellScripts();
    void slurmsScriptStartsOneSupervisorOnEachNode();
    void gridEnginesScriptStartsOneOnEachHost();
    void gridEnginesScriptTellsItsOnlyHost();
    void slurmsAnswersAreRead();
    void gridEnginesAnswersAreRead();
    void gridEnginesErrorsAreRead();
    void hostsAreWhereTheirNodesAre();
};

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
    QCOMPARE(shell(QStringLiteral("/bin/dash"), head + "(" + script + "); echo $?"),
             QByteArray("Nodes: gpu-a gpu-b\n6\n"));
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

void LaunchersTest::gridEnginesScriptTellsItsOnlyHost()
{
    const QTemporaryDir folder;
    writeTool(folder.filePath(QStringLiteral("engine")), "echo $1\nexit 3\n");
    writeTool(folder.filePath(QStringLiteral("hostname")), "echo gpu-a.lab\n");
    BatchJob job;
    job.engine = folder.path().toStdString() + "/engine";
    const QByteArray said =
        shell(QStringLiteral("/bin/dash"), "PATH=" + folder.path().toStdString() + ":$PATH; export PATH\n(" +
                                               batchScript(Scheduler::GridEngine, job) + "); echo $?");
    QCOMPARE(said, QByteArray("Nodes: gpu-a.lab\nsupervise\n3\n"));
    QCOMPARE(parseGridEngineNodes(allocatedNodes(said.toStdString())),
             (std::vector<BatchNode>{{"gpu-a.lab", "gpu-a"}}));
}

// ssh is played by a program that hands the command to a second shell, as sshd does.
// DMLC's tracker is played by programs that put the words together for shells as often as it does: for its
// client, for the application's master and for the containers, where its launcher runs them.
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

// As Son of Grid Engine 8.1.9 answers.
void LaunchersTest::gridEnginesAnswersAreRead()
{
    using Kind = BatchState::Kind;
    const std::string answer = R"(<?xml version='1.0'?>
<job_info  xmlns:xsd="http://arc.liv.ac.uk/repos/darcs/sge/source/dist/util/resources/schemas/qstat/qstat.xsd">
  <queue_info>
    <job_list state="running">
      <JB_job_number>12</JB_job_number>
      <JB_name>state</JB_name>
      <state>dr</state>
      <queue_name>all.q@localhost</queue_name>
    </job_list>
  </queue_info>
  <job_info>
    <job_list state="pending">
      <JB_job_number>1</JB_job_number>
      <JB_name>12</JB_name>
      <state>hqw</state>
      <queue_name></queue_name>
    </job_list>
  </job_info>
</job_info>)";
    const auto stateOf = [](const std::string& xml, const char* job) {
        const auto state = parseGridEngineState(xml, job);
        return state ? state.value() : BatchState{Kind::Waiting, "unreadable"};
    };
    QCOMPARE(stateOf(answer, "12"), (BatchState{Kind::Running, ""}));
    QCOMPARE(stateOf(answer, "1"), (BatchState{Kind::Waiting, "hqw"}));
    QCOMPARE(stateOf(answer, "2"), (BatchState{Kind::Ended, ""}));
    for (std::size_t cut = 0; cut < answer.size(); ++cut) // never an end that is none
        QVERIFY(!parseGridEngineState(answer.substr(0, cut), "1").ok());
    QCOMPARE(
        parseGridEngineNodes(" gpu-a gpu-b.lab  localhost"),
        (std::vector<BatchNode>{{"gpu-a", "gpu-a"}, {"gpu-b.lab", "gpu-b"}, {"localhost", "localhost"}}));
    QVERIFY(parseGridEngineNodes("").empty());
}

void LaunchersTest::gridEnginesErrorsAreRead()
{
    QCOMPARE(
        gridEngineErrorReason("job_name:                   j.sh\n"
                              "error reason          1:      11/24/2026 17:04:29 [0:18015]: error: can't "
                              "open output file \"/x\"\nscheduling info:            none\n"),
        std::string("11/24/2026 17:04:29 [0:18015]: error: can't open output file \"/x\""));
    QCOMPARE(gridEngineErrorReason("job_name: j.sh\n"), std::string());
    QCOMPARE(gridEngineErrorReason("\nerror reason"), std::string());
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
    const auto alone = placedOn(clusterOf({{kCpu}}), {{"localhost", "localhost"}}, "gpu-b");
    QVERIFY(alone.ok() && alone->topology.hosts[0].connection == Connection::Local);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LaunchersTest)
#include "launchers_test.moc"
