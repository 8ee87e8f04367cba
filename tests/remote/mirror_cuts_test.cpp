// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mirror is exact over every kind of cut: nothing lost, nothing twice, byte for byte.
#include "tests/remote/controller_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <csignal>

namespace lockstep {

namespace {

const QString kEngine = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine");
const QString kBundle = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle");

} // namespace

class MirrorCutsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void resetsAtRandomBytes();
    void blackHoleOfTenSeconds();
    void frozenServerIsNoticedInTime();
    void serverThatRestarts();
    void lyingOffsets();
    void backgroundReconnectsFailClosed();
    void slowWindowIsNotFlooded();

private:
    void begin(const QByteArray& configuration);
    void verifyExact(qint64 records);
    qint64 cuts() const { return m_heard->states[0].count(RunPhase::Reconnecting); }

    std::unique_ptr<LocalSshd> m_server;
    std::unique_ptr<TcpRelay> m_relay;
    std::unique_ptr<QTemporaryDir> m_runs;
    std::unique_ptr<RunController> m_controller;
    std::unique_ptr<Listener> m_heard;
};

void MirrorCutsTest::init()
{
    m_controller.reset();
    m_relay.reset();
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    m_relay = std::make_unique<TcpRelay>(m_server->address(), m_server->port());
    m_runs = std::make_unique<QTemporaryDir>();
}

/// Starts a run of two ranks and waits until it trains.
void MirrorCutsTest::begin(const QByteArray& configuration)
{
    QFile file(m_server->home() + "/fake.conf");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(configuration);
    file.close();
    m_controller =
        std::make_unique<RunController>(remoteOptions(m_runs->path(), kEngine, kBundle, m_server.get()));
    m_heard = std::make_unique<Listener>(*m_controller);
    Experiment experiment;
    experiment.name = "Cuts";
    experiment.topology.hosts = {hostFor(*m_server, 2, m_relay->port())};
    QVERIFY(m_controller->start(experiment).ok());
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->records[0] > 10 || m_heard->finished, 60'000);
    QVERIFY2(!m_heard->finished, qPrintable(m_heard->result.message()));
}

void MirrorCutsTest::verifyExact(qint64 records)
{
    QVERIFY2(m_heard->result.phase == RunPhase::Finished, qPrintable(m_heard->result.message()));
    QVERIFY(m_heard->result.complete);
    QCOMPARE(m_heard->gaps, 0);
    QCOMPARE(m_heard->damage, 0);
    for (int rank = 0; rank < 2; ++rank) {
        QCOMPARE(m_heard->records[rank], records + 1);
        for (const QString& suffix : {QString(".jsonl"), QString(".log")}) {
            const QString name = "attempt-1/rank-" + QString::number(rank) + suffix;
            QVERIFY(contentOf(m_controller->folder().path() + "/" + name) ==
                    contentOf(m_server->home() + "/.lockstep/runs/" + m_controller->folder().info().id +
                              "/host-0/" + name));
        }
    }
}

void MirrorCutsTest::resetsAtRandomBytes()
{
    begin("records=120000 seconds=12");
    for (int cut = 0; cut < 8; ++cut) {
        const qint64 before = cuts();
        m_relay->resetAfter(50'000 + 37'123 * cut);
        QTRY_VERIFY_WITH_TIMEOUT(cuts() > before, 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->hosts()[0].state != RunPhase::Reconnecting, 20'000);
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    QVERIFY(cuts() >= 8);
    verifyExact(120'000);
}

void MirrorCutsTest::blackHoleOfTenSeconds()
{
    begin("records=60000 seconds=14");
    QElapsedTimer timer;
    timer.start();
    m_relay->blackHole();
    QTRY_VERIFY_WITH_TIMEOUT(cuts() == 1, 12'000);
    QVERIFY2(timer.elapsed() >= 7'000 && timer.elapsed() <= 10'000,
             qPrintable(QString::number(timer.elapsed())));
    QTest::qWait(int(std::max<qint64>(0, 10'000 - timer.elapsed())));
    m_relay->pass();
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    verifyExact(60'000);
}

void MirrorCutsTest::frozenServerIsNoticedInTime()
{
    begin("records=30000 seconds=14");
    QElapsedTimer timer;
    timer.start();
    m_server->signalSessions(SIGSTOP); // TCP goes on acknowledging
    const QDateTime frozen = QDateTime::currentDateTime();
    QTRY_VERIFY_WITH_TIMEOUT(cuts() == 1, 15'000);
    // What is shown from now on is said to be from then, and not from when it was noticed.
    const QDateTime heard = m_controller->hosts()[0].heard;
    QVERIFY2(std::abs(heard.msecsTo(frozen)) < 2'500, qPrintable(heard.toString(Qt::ISODateWithMs)));
    QVERIFY2(timer.elapsed() <= 10'000, qPrintable(QString::number(timer.elapsed())));
    qInfo("a frozen server was noticed after %lld ms", timer.elapsed());
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    m_server->signalSessions(SIGCONT);
    verifyExact(30'000);
}

void MirrorCutsTest::serverThatRestarts()
{
    begin("records=30000 seconds=6");
    m_server->stop();
    QTRY_VERIFY_WITH_TIMEOUT(cuts() >= 2, 20'000);
    QVERIFY(m_server->start());
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    verifyExact(30'000);
}

void MirrorCutsTest::lyingOffsets()
{
    begin("records=20000 seconds=3 bad-offsets=25");
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    verifyExact(20'000);
}

/// After a cut the host shows another key: no question, no log-in, and the run is not given up.
void MirrorCutsTest::backgroundReconnectsFailClosed()
{
    begin("records=30000 seconds=5");
    LocalSshd::Options options;
    options.address = "127.0.0.9";
    const LocalSshd impostor(options);
    QVERIFY(impostor.error().isEmpty());
    QFile known(m_runs->path() + "/known_hosts");
    QVERIFY(known.open(QIODevice::ReadOnly));
    const QByteArray good = known.readAll();
    known.close();
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write(QByteArray(good).replace(m_server->hostKey().toUtf8(), impostor.hostKey().toUtf8()));
    known.close();
    const int asked = m_heard->keyQuestions;
    m_relay->reset();
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->errors.join('\n').contains("has changed"), 20'000);
    QCOMPARE(m_heard->keyQuestions, asked);
    QVERIFY(!m_heard->finished);
    // The list is mended, and all is well again.
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write(good);
    known.close();
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    verifyExact(30'000);
}

/// A window that hangs for a while loses nothing either, and the link holds.
void MirrorCutsTest::slowWindowIsNotFlooded()
{
    begin("records=300000 seconds=5");
    QThread::sleep(10);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->finished, 60'000);
    QCOMPARE(cuts(), 0);
    verifyExact(300'000);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::MirrorCutsTest)
#include "mirror_cuts_test.moc"
