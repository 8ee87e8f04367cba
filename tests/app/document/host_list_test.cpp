// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/host_list.h"
#include "app/document/host_list_edits.h"

#include <QSet>
#include <QTest>

using namespace lockstep;

namespace {

/// "user@address:port xranks", one for each host.
QStringList described(const HostList& list)
{
    QStringList lines;
    for (const Host& host : list.hosts)
        lines << QStringLiteral("%1@%2:%3 x%4")
                     .arg(QString::fromStdString(host.user), QString::fromStdString(host.address))
                     .arg(host.port)
                     .arg(host.devices.size());
    return lines;
}

} // namespace

class HostListTest : public QObject {
    Q_OBJECT

private slots:
    /// Ranks that the text gives and nobody gets are not passed over in silence.
    void tasksThatFitNoNodesAreTold()
    {
        for (const char* tasks : {"2(x3)", "two", "2"}) {
            const std::string text =
                std::string("SLURM_TASKS_PER_NODE=") + tasks + "\nSLURM_JOB_NODELIST=c[1-2]\n";
            const HostList list = readHostList(text);
            QCOMPARE(described(list), QStringList({"@c1:22 x1", "@c2:22 x1"}));
            QCOMPARE(list.problems.size(), std::size_t(1));
            QCOMPARE(list.problems[0].line, 1);
            QVERIFY(list.problems[0].error.message().find(tasks) != std::string::npos);
        }
    }

    void formsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("hosts");
        const auto row = [](const char* name, const char* text, const QStringList& hosts) {
            QTest::newRow(name) << QByteArray(text) << hosts;
        };
        row("MXNet's tutorial", "172.30.0.172\n172.30.0.171\n",
            {"@172.30.0.172:22 x1", "@172.30.0.171:22 x1"});
        row("comments, blank lines, CRLF, mark", "\xEF\xBB\xBF# lab\r\n\r\n  gpu-1 # left\r\n\tgpu-2\r\n",
            {"@gpu-1:22 x1", "@gpu-2:22 x1"});
        row("user and port", "ann@gpu-1:2222\nbob@10.0.0.7\n", {"ann@gpu-1:2222 x1", "bob@10.0.0.7:22 x1"});
        row("a user's low port", "ann@gpu-1:23", {"ann@gpu-1:23 x1"});
        row("as ssh has it", "ssh -p 2222 ann@gpu-1\nann@gpu-2 -p 23\nssh://ann@gpu-3:24",
            {"ann@gpu-1:2222 x1", "ann@gpu-2:23 x1", "ann@gpu-3:24 x1"});
        row("IPv6", "[fd00::1]:2222\nfd00::2\n[fd00::3]",
            {"@fd00::1:2222 x1", "@fd00::2:22 x1", "@fd00::3:22 x1"});
        row("Open MPI", "node1 slots=4 max_slots=8\nnode2  slots=2\n", {"@node1:22 x4", "@node2:22 x2"});
        row("MPICH", "node1:4\nnode2:22\nnode3:2222", {"@node1:22 x4", "@node2:22 x1", "@node3:2222 x1"});
        row("Horovod's -H", "node1:4,node2:2", {"@node1:22 x4", "@node2:22 x2"});
        row("PBS", "n1\nn1\nn2\nn1\n", {"@n1:22 x3", "@n2:22 x1"});
        row("Grid Engine", "n1 4 all.q@n1 UNDEFINED\nn2 2 all.q@n2 <NULL>\n", {"@n1:22 x4", "@n2:22 x2"});
        row("Slurm", "gpu[08-10,2],login", // as scontrol show hostnames prints them
            {"@gpu08:22 x1", "@gpu09:22 x1", "@gpu10:22 x1", "@gpu2:22 x1", "@login:22 x1"});
        row("Slurm, two brackets", "r[0-1]n[0-1].lab",
            {"@r0n0.lab:22 x1", "@r0n1.lab:22 x1", "@r1n0.lab:22 x1", "@r1n1.lab:22 x1"});
        row("Slurm's environment",
            "SLURM_JOB_ID=7\nSLURM_TASKS_PER_NODE=2(x2),1\nSLURM_NODELIST=a[1-3]\nSLURM_JOB_NODELIST=a[1-3]"
            "\n",
            {"@a1:22 x2", "@a2:22 x2", "@a3:22 x1"});
        row("nothing", "\n# none\n", {});
    }
    void formsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, hosts);
        const HostList list = readHostList(text.toStdString());
        QCOMPARE(described(list), hosts);
        QCOMPARE(list.problems.size(), 0u);
    }

    void whatIsNoHostIsNamedWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* line, const char* says) {
            QTest::newRow(name) << QByteArray(line) << QString::fromUtf8(says);
        };
        row("a number", "116", "0.0.0.116");
        row("half an address", "10.1", "10.0.0.1");
        row("octal", "010.0.0.7", "8.0.0.7");
        row("hexadecimal", "0x7f000001", "127.0.0.1");
        row("nobody's", "0.0.0.116", "no host");
        row("too large", "10.0.0.256", "neither the name nor the address");
        row("a command", "python train_mnist.py --network lenet", "train_mnist.py");
        row("a command with a key", "gpu-1 network=lenet", "network=lenet");
        row("an option", "-n 2", "-n");
        row("a shell's", "gpu-1;reboot", "neither");
        row("a path", "/etc/hosts", "neither");
        row("a port", "ann@gpu-1:70000", "70000");
        row("no port", "gpu-1:", "behind the colon");
        row("no user", "@gpu-1", "user");
        row("a user that is an option", "-oProxyCommand=x@gpu-1", "-oProxyCommand");
        row("slots", "gpu-1 slots=none", "slots=none");
        row("a bracket", "gpu[01-04", "partner");
        row("a range", "gpu[4-1]", "4-1");
        row("letters in a range", "gpu[a-b]", "a-b");
        row("too many", "gpu[0-999]n[0-999]", "1024");
        row("not ASCII",
            "gpu\xE2\x80\x91"
            "1",
            "neither");
    }
    void whatIsNoHostIsNamedWithItsLine()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, says);
        const HostList list = readHostList("first\n\n" + line.toStdString() + "\nlast\n");
        QCOMPARE(described(list), QStringList({"@first:22 x1", "@last:22 x1"}));
        QCOMPARE(list.problems.size(), 1u);
        QCOMPARE(list.problems.front().line, 3);
        const QString message = QString::fromStdString(list.problems.front().error.message());
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    void aListIsBounded()
    {
        std::string text;
        for (int i = 0; i < 3000; ++i)
            text += "host" + std::to_string(i) + "\n";
        QCOMPARE(readHostList(text).hosts.size(), kMaxHosts);
        const HostList endless = readHostList(std::string(8u << 20, 'a'));
        QCOMPARE(endless.hosts.size(), 0u);
        QVERIFY(!endless.problems.empty());
        QCOMPARE(readHostList("n1 slots=1024\nn1 slots=1024\n").hosts.front().devices.size(), 1024u);
    }

    void hostsComeInOneStep()
    {
        ExperimentDocument document;
        const Experiment before = document.experiment();
        const HostList list = readHostList("a.lab\nb.lab\nann@10.0.0.7:2222\na.other\n");
        const auto added = addHosts(document, list.hosts, Join::BySwitch, {100, 200});
        QVERIFY(added.ok());
        QCOMPARE(added->nodes.size(), 5u);
        QCOMPARE(added->links.size(), 4u);
        const Topology& topology = document.experiment().topology;
        QStringList names;
        QSet<QPair<double, double>> places;
        for (auto host = topology.hosts.end() - 4; host != topology.hosts.end(); ++host) {
            names << QString::fromStdString(host->name);
            places.insert({host->position.x, host->position.y});
        }
        QCOMPARE(names, QStringList({"a", "b", "10.0.0.7", "a.other"}));
        QCOMPARE(places.size(), 4);
        QCOMPARE(hostsNotDrawn(topology, list.hosts).size(), 0u);
        document.undoStack().undo();
        QVERIFY(document.experiment() == before);
    }

    void aFullDrawingTakesNone()
    {
        ExperimentDocument document;
        const auto many = readHostList("n[1-1024]").hosts;
        QVERIFY(addHosts(document, many, Join::None, {}).ok());
        const Experiment before = document.experiment();
        const auto refused = addHosts(document, readHostList("m1").hosts, Join::None, {});
        QVERIFY(!refused.ok());
        QVERIFY(document.experiment() == before);
    }
};

QTEST_GUILESS_MAIN(HostListTest)
#include "host_list_test.moc"
