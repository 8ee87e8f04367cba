// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two desktops and the same hosts: over real SSH servers, with the real engine.
#include "remote/inventory/host_inventories.h"
#include "tests/remote/controller_helpers.h"

#include <QDir>
#include <QTemporaryDir>
#include <algorithm>

namespace lockstep {

namespace {

using Kind = HostDeed::Kind;

constexpr int kPatienceMs = 120'000;

} // namespace

class InventoryTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRunOfAnotherDesktopIsAdoptedAndBothSeeAllOfIt();
    void oneHostThatFailsLeavesTheOthersBe();
    void givingUpIsPossibleWhileAQuestionWaits();

private:
    RemoteOptions optionsOf(const QTemporaryDir& desktop) const
    {
        return remoteOptions(desktop.path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"),
                             QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle"), m_servers[0].get());
    }
    Experiment experiment() const;
    /// Asks, and answers questions about keys.
    void trustAll(HostInventories& inventories)
    {
        connect(&inventories, &HostInventories::hostKeyUnknown, this,
                [&inventories](const HostKeyQuestion& question) {
                    inventories.answerHostKey(question.host, true);
                });
    }
    static HostDeedOutcome carryOut(HostInventories& inventories, const HostDeed& deed);

    std::vector<std::unique_ptr<LocalSshd>> m_servers;
};

void InventoryTest::initTestCase()
{
    for (int i = 0; i < 2; ++i) {
        LocalSshd::Options options;
        options.address = QStringLiteral("127.0.0.%1").arg(i + 2);
        m_servers.push_back(std::make_unique<LocalSshd>(options));
        QVERIFY2(m_servers.back()->error().isEmpty(), qPrintable(m_servers.back()->error()));
    }
    m_servers[1]->authorize(
        QString::fromUtf8(contentOf(m_servers[0]->identityFile() + ".pub")).section(' ', 0, 1));
}

Experiment InventoryTest::experiment() const
{
    Experiment answer;
    answer.name = "Shared";
    answer.training.epochs = 200;
    answer.topology.hosts = {hostFor(*m_servers[0], 1), hostFor(*m_servers[1], 1)};
    return answer;
}

HostDeedOutcome InventoryTest::carryOut(HostInventories& inventories, const HostDeed& deed)
{
    QSignalSpy ended(&inventories, &HostInventories::deedEnded);
    QSignalSpy finished(&inventories, &HostInventories::finished);
    inventories.carryOut(0, deed);
    // The host is asked again by itself.
    if (!QTest::qWaitFor([&] { return finished.count() == 1; }, kPatienceMs) || ended.count() != 1)
        return {.deed = deed, .error = Error{"no answer", {}, {}}};
    return ended[0][1].value<HostDeedOutcome>();
}

void InventoryTest::aRunOfAnotherDesktopIsAdoptedAndBothSeeAllOfIt()
{
    const QTemporaryDir first, second;
    RunController theirs(optionsOf(first));
    Listener theirsHeard(theirs);
    QVERIFY(theirs.start(experiment()).ok());
    QTRY_VERIFY_WITH_TIMEOUT(theirsHeard.records[1] > 20 || theirsHeard.finished, kPatienceMs);
    const std::string run = theirs.folder().info().id.toStdString();

    HostInventories inventories(optionsOf(second));
    trustAll(inventories);
    QSignalSpy finished(&inventories, &HostInventories::finished);
    inventories.begin({hostFor(*m_servers[0], 1)});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
    const HostHoldings& kept = inventories.holdings(0);
    QVERIFY2(kept.state == HostHoldings::State::Known, kept.error ? kept.error->message().c_str() : "");
    QCOMPARE(kept.inventory.runs.size(), 1u);
    QCOMPARE(kept.inventory.runs[0].state.run, run);
    QCOMPARE(kept.inventory.runs[0].state.name, std::string("Shared"));
    QVERIFY(kept.inventory.runs[0].goesOn() && kept.inventory.runs[0].bytes > 0);
    QCOMPARE(kept.inventory.runs[0].processes, 1);
    QCOMPARE(kept.inventory.deployments.size(), 1u);
    const Deployment engine = kept.inventory.deployments[0];
    QCOMPARE(engine.runs, std::vector<std::string>{run});
    QVERIFY(engine.use == DeploymentUse::Running && engine.bytes > 1'000'000);

    // What runs and what it runs from stay.
    const HostDeed removal{.kind = Kind::Remove, .run = {run, 0}};
    QVERIFY(carryOut(inventories, removal).error.has_value());
    QVERIFY(carryOut(inventories, {.kind = Kind::Sweep, .run = {run, 0}}).error.has_value());
    const HostDeed withdrawal{.kind = Kind::Withdraw, .deployment = engine.reference};
    QVERIFY(carryOut(inventories, withdrawal).error.has_value());

    const HostDeedOutcome adopted = carryOut(inventories, {.kind = Kind::Adopt, .run = {run, 0}});
    QVERIFY2(!adopted.error, adopted.error ? adopted.error->message().c_str() : "");
    QVERIFY(adopted.elsewhere.isEmpty());
    RunController ours(optionsOf(second));
    Listener oursHeard(ours);
    QVERIFY(ours.attach(adopted.folder).ok());
    // The other host is known from the experiment.
    QTRY_VERIFY_WITH_TIMEOUT(oursHeard.records[0] > 30 && oursHeard.records[1] > 30, kPatienceMs);
    ours.stop();
    QTRY_VERIFY_WITH_TIMEOUT(oursHeard.finished && theirsHeard.finished, kPatienceMs);
    for (const Listener* heard : {&theirsHeard, &oursHeard}) {
        QCOMPARE(heard->result.exitCode, int(ExitCode::Stopped));
        QVERIFY(heard->result.complete);
        QVERIFY(heard->phases.contains(RunPhase::Stopping)); // whoever asked for it
        QCOMPARE(heard->gaps, 0);
    }
    QCOMPARE(oursHeard.records, theirsHeard.records);
    const QDir theirAttempt(theirs.folder().path() + "/attempt-1");
    const QStringList files = theirAttempt.entryList(QDir::Files);
    QCOMPARE(QDir(ours.folder().path() + "/attempt-1").entryList(QDir::Files), files);
    QVERIFY2(files.size() >= 7, qPrintable(files.join(' ')));
    for (const QString& file : files)
        QVERIFY2(contentOf(theirAttempt.filePath(file)) ==
                     contentOf(ours.folder().path() + "/attempt-1/" + file),
                 qPrintable(file));

    const QString there = m_servers[0]->home() + "/.lockstep/runs/" + QString::fromStdString(run);
    QVERIFY(QDir(there).exists());
    const HostDeedOutcome removed = carryOut(inventories, removal);
    QVERIFY2(!removed.error, removed.error ? removed.error->message().c_str() : "");
    QVERIFY(!QDir(there).exists());
    QVERIFY(inventories.holdings(0).inventory.runs.empty());
    QVERIFY(QDir(adopted.folder).exists()); // what is here is another matter
}

void InventoryTest::oneHostThatFailsLeavesTheOthersBe()
{
    const QTemporaryDir desktop;
    HostInventories inventories(optionsOf(desktop));
    trustAll(inventories);
    Host nobody = hostFor(*m_servers[0], 1);
    nobody.port = 1;
    QSignalSpy finished(&inventories, &HostInventories::finished);
    inventories.begin({nobody, hostFor(*m_servers[1], 1)});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
    QVERIFY(inventories.holdings(0).state == HostHoldings::State::Failed && inventories.holdings(0).error);
    QVERIFY(inventories.holdings(1).state == HostHoldings::State::Known);
    QVERIFY(inventories.holdings(1).asOf.isValid());
    inventories.refresh(1);
    QVERIFY(!inventories.isOver());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatienceMs);
    QVERIFY(inventories.holdings(1).state == HostHoldings::State::Known);
}

void InventoryTest::givingUpIsPossibleWhileAQuestionWaits()
{
    const QTemporaryDir desktop;
    HostInventories inventories(optionsOf(desktop));
    QSignalSpy asked(&inventories, &HostInventories::hostKeyUnknown);
    QSignalSpy finished(&inventories, &HostInventories::finished);
    inventories.begin({hostFor(*m_servers[0], 1)});
    QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, kPatienceMs);
    inventories.cancel();
    QCOMPARE(finished.count(), 1);
    QVERIFY(inventories.holdings(0).state == HostHoldings::State::GivenUp);
    trustAll(inventories);
    inventories.refresh(0);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, kPatienceMs);
    QVERIFY(inventories.holdings(0).state == HostHoldings::State::Known);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::InventoryTest)
#include "inventory_test.moc"
