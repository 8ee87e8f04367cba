// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Deployments that are cut off, run out of disk or arrive damaged: whatever happens, the engine there is
// whole or it cannot be started. LOCKSTEP_LONG=1 takes every place of a fault instead of some.
#include "remote/ssh/deployment.h"
#include "tests/remote/session_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>
#include <sys/mount.h>

namespace lockstep {

namespace {

constexpr std::int64_t kBlock = 64 << 10;
constexpr std::uint64_t kBesideTheEngine = 26u << 20; ///< room on a small disk: what must stay free fits, too

const DeployProgress kQuiet = [](std::uint64_t, std::uint64_t) {};

} // namespace

class DeploymentFaultsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { QDir(m_server->home() + "/.lockstep").removeRecursively(); }
    void cutOff();
    void flippedBits();
    void diskThatFillsUp();
    void hostsWithAndWithoutOpenssl_data();
    void hostsWithAndWithoutOpenssl();

private:
    std::unique_ptr<SshSession> connect(const LocalSshd& server, int port = 0);
    std::vector<std::int64_t> placesOfFaults(std::int64_t quickly) const;
    void verifyNothingPartialStarts();
    void verifyDeploysNow();
    QString engines() const { return m_server->home() + "/.lockstep/engine"; }

    std::unique_ptr<LocalSshd> m_server;
    Bundle m_bundle;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
    int m_absent = 0; ///< engines that were not there after a fault
    int m_whole = 0;  ///< that were, and ran
};

void DeploymentFaultsTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    const auto bundle = readBundle(QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle"));
    QVERIFY2(bundle.ok(), bundle ? "" : bundle.error().message().c_str());
    m_bundle = bundle.value();
}

std::unique_ptr<SshSession> DeploymentFaultsTest::connect(const LocalSshd& server, int port)
{
    SshTarget target = targetOf(server);
    if (port != 0)
        target = {"127.0.0.1", port, target.user};
    m_prompter.trust = true;
    auto session = SshSession::connect(target, optionsFor(server), m_prompter, m_secrets, m_interrupt);
    if (!session)
        qWarning("%s", session.error().message().c_str());
    return session ? std::move(session.value()) : nullptr;
}

/// Bytes after the log-in: three in each 64 KiB, more than two hundred in all, or about so many multiples.
std::vector<std::int64_t> DeploymentFaultsTest::placesOfFaults(std::int64_t quickly) const
{
    const auto bytes = static_cast<std::int64_t>(m_bundle.bytes);
    const bool isLong = qEnvironmentVariableIntValue("LOCKSTEP_LONG") != 0;
    const std::int64_t step = isLong ? kBlock / 3 : bytes / quickly / kBlock * kBlock;
    std::vector<std::int64_t> places;
    for (std::int64_t place = isLong ? step : kBlock; place < bytes; place += step)
        places.push_back(place);
    return places;
}

/// Starts what a run would start.
void DeploymentFaultsTest::verifyNothingPartialStarts()
{
    const auto session = connect(*m_server);
    QVERIFY(session);
    const auto started = session->exec(engineCommand(m_bundle.hash, m_bundle.loader, "--version"),
                                       deadlineIn(std::chrono::minutes(1)));
    QVERIFY2(started.ok(), started ? "" : started.error().message().c_str());
    const QString folder = engines() + "/" + QString::fromStdString(m_bundle.hash);
    if (!QFile::exists(folder)) {
        ++m_absent;
        QVERIFY(started->exitStatus != 0 && started->output.empty());
        return;
    }
    ++m_whole;
    QCOMPARE(started->exitStatus, 0);
    QCOMPARE(runProgram("/bin/sh", {"-c", "cd '" + folder + "' && sha256sum -c --quiet MANIFEST.sha256"}), 0);
}

/// And nothing is left of earlier attempts: the host removes it when the connection ends.
void DeploymentFaultsTest::verifyDeploysNow()
{
    const auto session = connect(*m_server);
    QVERIFY(session);
    const auto deployed = deploy(*session, m_bundle, "", kQuiet);
    QVERIFY2(deployed.ok(), deployed ? "" : deployed.error().message().c_str());
    verifyNothingPartialStarts();
    const auto entries = [this] {
        return QDir(engines()).entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    };
    QTRY_COMPARE_WITH_TIMEOUT(entries(), QStringList{QString::fromStdString(m_bundle.hash)}, 60'000);
}

void DeploymentFaultsTest::cutOff()
{
    TcpRelay relay(m_server->address(), m_server->port());
    m_absent = m_whole = 0;
    const auto places = placesOfFaults(20);
    for (const std::int64_t place : places) {
        const auto session = connect(*m_server, relay.port());
        QVERIFY(session);
        relay.resetAfter(place);
        QVERIFY(!deploy(*session, m_bundle, "", kQuiet));
        verifyNothingPartialStarts();
    }
    qInfo("FIGURES deployments cut off: %zu cuts landed, %d engines absent, %d whole, 0 partial started",
          places.size(), m_absent, m_whole);
    QCOMPARE(m_absent, static_cast<int>(places.size()));
    verifyDeploysNow();
}

/// On the way, past every check sum but that of SSH itself. (A disk that stores other bytes than it was sent
/// is a case of deployment_test.)
void DeploymentFaultsTest::flippedBits()
{
    TcpRelay relay(m_server->address(), m_server->port());
    m_absent = m_whole = 0;
    const auto places = placesOfFaults(8);
    for (const std::int64_t place : places) {
        const auto session = connect(*m_server, relay.port());
        QVERIFY(session);
        relay.flipBitAfter(place);
        QVERIFY(!deploy(*session, m_bundle, "", kQuiet));
        QCOMPARE(relay.flipped(), 1);
        verifyNothingPartialStarts();
    }
    qInfo("FIGURES deployments with a bit flipped: %zu flips landed, %d engines absent, %d whole, 0 partial "
          "started",
          places.size(), m_absent, m_whole);
    QCOMPARE(m_absent, static_cast<int>(places.size()));
    verifyDeploysNow();
}

/// Somebody else writes to the same disk while the engine arrives there.
void DeploymentFaultsTest::diskThatFillsUp()
{
    const QString root = m_server->home() + "/.lockstep";
    QVERIFY(QDir().mkpath(root));
    const QByteArray size = "size=" + QByteArray::number(qulonglong{m_bundle.bytes + kBesideTheEngine});
    if (::mount("lockstep", qPrintable(root), "tmpfs", 0, size.constData()) != 0)
        QSKIP("A small disk can be mounted by root alone.");
    const auto unmount = qScopeGuard([&root] { ::umount2(qPrintable(root), MNT_DETACH); });
    const int times = qEnvironmentVariableIntValue("LOCKSTEP_LONG") != 0 ? 20 : 4;
    int filled = 0;
    for (int i = 0; i < times; ++i) {
        QFile foreign(root + "/foreign");
        const auto session = connect(*m_server);
        QVERIFY(session);
        bool isFull = false;
        const auto refused = deploy(*session, m_bundle, "", [&](std::uint64_t done, std::uint64_t total) {
            // Before the half: what is on its way by then does not fill the rest.
            const auto share = static_cast<double>(i) / (2 * times);
            if (isFull || static_cast<double>(done) < share * static_cast<double>(total))
                return;
            QVERIFY(foreign.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
            while (foreign.write(QByteArray(4096, 'x')) > 0) {
            }
            isFull = true;
            ++filled;
        });
        QVERIFY(!refused);
        verifyNothingPartialStarts();
        foreign.remove();
    }
    qInfo("FIGURES deployments to a disk that filled up: %d of %d", filled, times);
    QCOMPARE(filled, times);
    verifyDeploysNow();
}

void DeploymentFaultsTest::hostsWithAndWithoutOpenssl_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("with") << 0;
    QTest::newRow("without") << 1;
}

/// Whichever program reads them there, each file has to be the one that was sent.
void DeploymentFaultsTest::hostsWithAndWithoutOpenssl()
{
    QFETCH(int, status);
    LocalSshd::Options options;
    options.address = QStringLiteral("127.0.0.%1").arg(6 + status);
    options.startUpFile =
        QStringLiteral("mkdir -p bin\nprintf '%1' > bin/openssl\nchmod +x bin/openssl\n"
                       "export PATH=\"$HOME/bin:$PATH\"\n")
            .arg(status == 0 ? QStringLiteral("#!/bin/sh\\necho >> asked; exec /usr/bin/openssl \"$@\"\\n")
                             : QStringLiteral("#!/bin/sh\\necho >> asked; exit 1\\n"));
    const LocalSshd server(options);
    QVERIFY2(server.error().isEmpty(), qPrintable(server.error()));
    const auto session = connect(server);
    QVERIFY(session);
    Bundle other = m_bundle;
    const auto engine = std::ranges::find(other.files, "lockstep-engine", &PayloadFile::path);
    engine->sha256 = std::string(64, 'a');
    const auto refused = deploy(*session, other, "", kQuiet);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("lockstep-engine is not what was sent") != std::string::npos,
             refused.error().message().c_str());
    const QString folder = server.home() + "/.lockstep/engine/";
    QVERIFY(QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    const auto deployed = deploy(*session, m_bundle, "", kQuiet);
    QVERIFY2(deployed.ok(), deployed ? "" : deployed.error().message().c_str());
    QVERIFY(QFile::exists(folder + QString::fromStdString(m_bundle.hash)));
    QVERIFY(QFile::exists(server.home() + "/asked"));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::DeploymentFaultsTest)
#include "deployment_faults_test.moc"
