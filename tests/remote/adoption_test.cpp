// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What becomes of another desktop's run here, before anything of it is mirrored.
#include "remote/inventory/adoption.h"

#include "remote/mirrors/run_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace lockstep {

namespace {

Host drawn(const char* name, Connection connection, const char* address, int devices = 1)
{
    Host host;
    host.id = host.name = name;
    host.connection = connection;
    host.address = address;
    host.devices.resize(static_cast<std::size_t>(devices));
    return host;
}

RunState stateOf(int host)
{
    RunState state;
    state.run = "20261120-235959-digits-3f9a";
    state.attempt = 3;
    state.host = host;
    state.phase = RunPhase::Training;
    state.startedMs = 1795219200000;
    return state;
}

} // namespace

class AdoptionTest : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_runs = std::make_unique<QTemporaryDir>();
        m_experiment = {};
        m_experiment.name = "Digits";
        m_experiment.topology.hosts = {
            drawn("desk", Connection::Local, ""), drawn("gpu-1", Connection::Ssh, "gpu-1"),
            drawn("also the desk", Connection::Local, ""), drawn("no ranks", Connection::Local, "", 0)};
        m_found = drawn("found", Connection::Ssh, "192.0.2.7");
        m_found.port = 2222;
        m_found.user = "ada";
    }

    /// The other desktop's own computer is reached from here as the host where the run was found.
    void aRunFoundOnTheOtherDesktopsComputer()
    {
        const auto adopted = adopt(stateOf(0));
        QVERIFY2(adopted.ok(), adopted ? "" : adopted.error().message().c_str());
        QVERIFY(adopted->elsewhere.isEmpty());
        const Topology topology = RunFolder::open(adopted->folder)->experiment().topology;
        for (const std::size_t index : {0, 2, 3}) {
            const Host& host = topology.hosts[index];
            QVERIFY(host.connection == Connection::Ssh && host.user == "ada" && host.port == 2222);
            QCOMPARE(host.address, std::string("192.0.2.7"));
            QCOMPARE(host.name, m_experiment.topology.hosts[index].name);
        }
        QCOMPARE(topology.hosts[1].address, std::string("gpu-1"));
    }

    void aRunFoundElsewhereSaysWhatIsOutOfReach()
    {
        const auto adopted = adopt(stateOf(1));
        QVERIFY(adopted.ok());
        QCOMPARE(adopted->elsewhere, (QStringList{"desk", "also the desk"})); // the last has no ranks
        const auto folder = RunFolder::open(adopted->folder);
        QCOMPARE(folder->experiment().topology.hosts[1].address, std::string("192.0.2.7"));
        QVERIFY(folder->experiment().topology.hosts[0].connection == Connection::Local);
        QCOMPARE(folder->info().attempt, 3);
        QCOMPARE(folder->info().name, QStringLiteral("Digits"));
        QCOMPARE(folder->info().created, QDateTime({2026, 11, 20}, {23, 59, 59}));
        QVERIFY(!folder->info().complete && isLive(folder->info().phase));
        QCOMPARE(QFile(adopted->folder).permissions() & (QFile::ReadGroup | QFile::ReadOther), 0);
    }

    void aRunThatIsHereStaysAsItIs()
    {
        const auto first = adopt(stateOf(1));
        auto folder = RunFolder::open(first->folder);
        RunInfo info = folder->info();
        info.complete = true;
        info.phase = RunPhase::Finished;
        QVERIFY(folder->setInfo(info).ok());
        const auto again = adopt(stateOf(1));
        QVERIFY(again.ok());
        QCOMPARE(again->folder, first->folder);
        QVERIFY(RunFolder::open(again->folder)->info().complete);
    }

    /// Somebody has resumed it with more epochs on another desktop.
    void aRunThatWentOnElsewhereCatchesUp()
    {
        const auto first = adopt(stateOf(1));
        RunState further = stateOf(1);
        further.attempt = 5;
        m_experiment.training.epochs += 7;
        QVERIFY(adopt(further).ok());
        const auto folder = RunFolder::open(first->folder);
        QCOMPARE(folder->info().attempt, 5);
        QCOMPARE(folder->info().earlier.size(), 1);
        QCOMPARE(folder->info().earlier[0].attempt, 3);
        QCOMPARE(folder->experiment().training.epochs, m_experiment.training.epochs);
        QVERIFY(!folder->info().complete && isLive(folder->info().phase));
        // An older state, which came late, changes nothing.
        QVERIFY(adopt(stateOf(1)).ok());
        QCOMPARE(RunFolder::open(first->folder)->info().attempt, 5);
    }

    void whatDoesNotFitTogetherIsRefused()
    {
        QVERIFY(!adopt(stateOf(4)).ok());
        QVERIFY(!adoptRun(m_runs->path(), stateOf(0), "{\"version\":1,", m_found).ok());
        QVERIFY(!adoptRun(m_runs->path(), stateOf(0), "", m_found).ok());
        RunState outside = stateOf(1);
        outside.run = "../outside";
        QVERIFY(!adopt(outside).ok());
        QVERIFY(QDir(m_runs->path()).isEmpty());
    }

private:
    Result<AdoptedRun> adopt(const RunState& state) const
    {
        return adoptRun(m_runs->path(), state, QByteArray::fromStdString(toJson(m_experiment)), m_found);
    }

    std::unique_ptr<QTemporaryDir> m_runs;
    Experiment m_experiment;
    Host m_found;
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::AdoptionTest)
#include "adoption_test.moc"
