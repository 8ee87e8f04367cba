// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/deployment.h"
#include "remote/ssh/sftp_client.h"
#include "tests/remote/session_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/stat.h>
#include <thread>
#include <utime.h>

namespace lockstep {

class DeploymentTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void freshThenUnchanged();
    void permissionsAreNarrow();
    void damagedDeploymentIsReplaced();
    void corruptedUploadNeverBecomesVisible();
    void cutInTheMiddleThenAgain();
    void killedSessionThenAgain();
    void twoAtOnceIntoOneHome();
    void preferredEngineIsKept();
    void wrongMachineIsNamed();
    void fullDiskIsNamed();
    void staleFoldersAreRemoved();
    void noisyStartUpFiles();
    void damagedBundlesAreRefused();
    void canBeInterrupted();
    void runsWithItsOwnLoaderInAnEmptyRoot();

private:
    std::unique_ptr<SshSession> connect(const LocalSshd& server, int port = 0);
    QString engines() const { return m_server->home() + "/.lockstep/engine"; }
    QStringList visible() const { return QDir(engines()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }
    QStringList hidden() const
    {
        return QDir(engines()).entryList({".tmp-*"}, QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    void makeBundle(const QString& folder, qint64 bytes);
    bool deployedWhole() const;

    std::unique_ptr<LocalSshd> m_server;
    QTemporaryDir m_folder;
    QString m_bundleFolder;
    Bundle m_bundle;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
    DeployProgress m_quiet = [](std::uint64_t, std::uint64_t) {};
};

void DeploymentTest::makeBundle(const QString& folder, qint64 bytes)
{
    QDir().mkpath(folder + "/lib");
    const QList<QPair<QString, QByteArray>> files{{"lockstep-engine", "#!/bin/sh\necho engine\n"},
                                                  {"lib/ld-linux-x86-64.so.2", "loader"},
                                                  {"lib/empty.so", ""},
                                                  {"lib/big.so", QByteArray(bytes, 'b')}};
    for (const auto& [name, content] : files) {
        QFile file(folder + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
        if (name == "lockstep-engine")
            file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    QCOMPARE(
        runProgram("/bin/sh",
                   {"-c", "cd '" + folder +
                              "' && find . -type f ! -name 'MANIFEST*' | sed 's/^..//' | LC_ALL=C sort | "
                              "xargs sha256sum > MANIFEST.sha256"}),
        0);
}

void DeploymentTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    m_bundleFolder = m_folder.filePath("bundle");
    makeBundle(m_bundleFolder, 6'000'000);
    const auto bundle = readBundle(m_bundleFolder);
    QVERIFY2(bundle.ok(), bundle ? "" : bundle.error().message().c_str());
    m_bundle = bundle.value();
    QByteArray hash;
    runProgram("sha256sum", {m_bundleFolder + "/MANIFEST.sha256"}, &hash);
    QVERIFY(hash.startsWith(m_bundle.hash.c_str()));
}

void DeploymentTest::init()
{
    QDir(m_server->home() + "/.lockstep").removeRecursively();
    m_interrupt.clear();
}

std::unique_ptr<SshSession> DeploymentTest::connect(const LocalSshd& server, int port)
{
    SshTarget target = targetOf(server);
    SshOptions options = optionsFor(server);
    if (port != 0) {
        target = {"127.0.0.1", port, target.user};
        m_prompter.trust = true;
    }
    auto session = SshSession::connect(target, options, m_prompter, m_secrets, m_interrupt);
    if (!session)
        qWarning("%s", session.error().message().c_str());
    return session ? std::move(session.value()) : nullptr;
}

bool DeploymentTest::deployedWhole() const
{
    return runProgram("/bin/sh", {"-c", "cd '" + engines() + "/" + QString::fromStdString(m_bundle.hash) +
                                            "' && sha256sum -c --quiet MANIFEST.sha256"}) == 0;
}

void DeploymentTest::freshThenUnchanged()
{
    const auto session = connect(*m_server);
    QVERIFY(session);
    std::uint64_t last = 0;
    const auto first = deploy(*session, m_bundle, "", [&last](std::uint64_t done, std::uint64_t total) {
        QVERIFY(done >= last && done <= total);
        last = done;
    });
    QVERIFY2(first.ok(), first ? "" : first.error().message().c_str());
    QVERIFY(first->uploaded);
    QCOMPARE(last, m_bundle.bytes);
    QVERIFY(deployedWhole());
    QVERIFY(hidden().isEmpty());
    const auto second =
        deploy(*session, m_bundle, "", [](std::uint64_t, std::uint64_t) { QFAIL("uploaded again"); });
    QVERIFY(second.ok());
    QVERIFY(!second->uploaded);
    QCOMPARE(second->hash, m_bundle.hash);
}

void DeploymentTest::permissionsAreNarrow()
{
    const auto session = connect(*m_server);
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    const QString folder = engines() + "/" + QString::fromStdString(m_bundle.hash);
    struct stat status {};
    QCOMPARE(::stat(qPrintable(folder), &status), 0);
    QCOMPARE(status.st_mode & 0777u, 0700u);
    QCOMPARE(::stat(qPrintable(folder + "/lockstep-engine"), &status), 0);
    QCOMPARE(status.st_mode & 0777u, 0700u);
    QCOMPARE(::stat(qPrintable(folder + "/lib/big.so"), &status), 0);
    QCOMPARE(status.st_mode & 0777u, 0600u);
}

void DeploymentTest::damagedDeploymentIsReplaced()
{
    const auto session = connect(*m_server);
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    QVERIFY(QFile::resize(engines() + "/" + QString::fromStdString(m_bundle.hash) + "/lib/big.so", 10));
    const auto again = deploy(*session, m_bundle, "", m_quiet);
    QVERIFY2(again.ok(), again ? "" : again.error().message().c_str());
    QVERIFY(again->uploaded);
    QVERIFY(deployedWhole());
}

/// The bundle here changes after its manifest was made, as a bad disk or memory would change it on the way.
void DeploymentTest::corruptedUploadNeverBecomesVisible()
{
    const QString folder = m_folder.filePath("corrupt");
    makeBundle(folder, 100'000);
    auto bundle = readBundle(folder);
    QVERIFY(bundle.ok());
    QFile file(folder + "/lib/big.so");
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(50'000);
    file.write("X");
    file.close();
    const auto session = connect(*m_server);
    const auto refused = deploy(*session, bundle.value(), "", m_quiet);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("big.so") != std::string::npos,
             refused.error().message().c_str());
    QVERIFY(visible().isEmpty());
}

void DeploymentTest::cutInTheMiddleThenAgain()
{
    TcpRelay relay(m_server->address(), m_server->port());
    for (int cut = 0; cut < 6; ++cut) {
        const auto session = connect(*m_server, relay.port());
        QVERIFY(session);
        relay.resetAfter(20'000 + cut * 1'100'000);
        const auto broken = deploy(*session, m_bundle, "", m_quiet);
        QVERIFY(!broken);
        QVERIFY2(broken.error().message().find("127.0.0.1:") != std::string::npos,
                 broken.error().message().c_str());
        QVERIFY(visible().isEmpty());
    }
    const auto session = connect(*m_server, relay.port());
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    QVERIFY(deployedWhole());
    QCOMPARE(visible().size(), 1);
}

void DeploymentTest::killedSessionThenAgain()
{
    auto session = connect(*m_server);
    bool killed = false;
    const auto broken =
        deploy(*session, m_bundle, "", [this, &killed](std::uint64_t done, std::uint64_t total) {
            if (done > total / 2 && !std::exchange(killed, true))
                m_server->signalSessions(SIGKILL);
        });
    QVERIFY(killed);
    QVERIFY(!broken);
    QVERIFY(visible().isEmpty());
    session = connect(*m_server);
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    QVERIFY(deployedWhole());
}

void DeploymentTest::twoAtOnceIntoOneHome()
{
    LocalSshd::Options options;
    options.address = "127.0.0.3";
    options.home = m_server->home();
    const LocalSshd other(options);
    for (int round = 0; round < 3; ++round) {
        init();
        const auto first = connect(*m_server);
        const auto second = connect(other);
        QVERIFY(first && second);
        Result<Deployed> one = Deployed{}, two = Deployed{};
        std::thread parallel([&] { one = deploy(*first, m_bundle, "", m_quiet); });
        two = deploy(*second, m_bundle, "", m_quiet);
        parallel.join();
        QVERIFY2(one.ok(), one ? "" : one.error().message().c_str());
        QVERIFY2(two.ok(), two ? "" : two.error().message().c_str());
        QVERIFY(deployedWhole());
        QCOMPARE(visible().size(), 1);
        QVERIFY(hidden().isEmpty());
    }
}

void DeploymentTest::preferredEngineIsKept()
{
    const auto session = connect(*m_server);
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    const QString folder = m_folder.filePath("newer");
    makeBundle(folder, 10);
    const auto newer = readBundle(folder);
    QVERIFY(newer.ok());
    const auto kept = deploy(*session, newer.value(), m_bundle.hash, m_quiet);
    QVERIFY(kept.ok());
    QCOMPARE(kept->hash, m_bundle.hash);
    const auto gone = deploy(*session, newer.value(), std::string(64, 'a'), m_quiet);
    QVERIFY(gone.ok());
    QCOMPARE(gone->hash, newer->hash);
}

void DeploymentTest::wrongMachineIsNamed()
{
    const auto session = connect(*m_server);
    Bundle bundle = m_bundle;
    bundle.machine = "m68k";
    const auto refused = deploy(*session, bundle, "", m_quiet);
    QVERIFY(!refused);
    QByteArray machine;
    runProgram("uname", {"-m"}, &machine);
    QVERIFY(refused.error().message().find("m68k") != std::string::npos);
    QVERIFY(refused.error().message().find(machine.trimmed().toStdString()) != std::string::npos);
}

void DeploymentTest::fullDiskIsNamed()
{
    const auto session = connect(*m_server);
    Bundle bundle = m_bundle;
    bundle.bytes = std::uint64_t{1} << 60;
    const auto refused = deploy(*session, bundle, "", m_quiet);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("too little room") != std::string::npos,
             refused.error().message().c_str());
}

void DeploymentTest::staleFoldersAreRemoved()
{
    const QString old = engines() + "/.tmp-" + QString(32, '0');
    const QString young = engines() + "/.tmp-" + QString(32, '1');
    const QString foreign = engines() + "/.tmp-keep";
    for (const QString& folder : {old, young, foreign}) {
        QVERIFY(QDir().mkpath(folder + "/lib"));
        QFile file(folder + "/lib/part");
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const utimbuf yesterday{::time(nullptr) - 25 * 3600, ::time(nullptr) - 25 * 3600};
    ::utime(qPrintable(old), &yesterday);
    ::utime(qPrintable(foreign), &yesterday);
    const auto session = connect(*m_server);
    QVERIFY(deploy(*session, m_bundle, "", m_quiet).ok());
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(young) && QFile::exists(foreign));
}

void DeploymentTest::noisyStartUpFiles()
{
    LocalSshd::Options options;
    options.address = "127.0.0.4";
    options.startUpFile = "echo 'Welcome to gpu-4!'; head -c 300000 /dev/urandom; echo; echo hello >&2\n";
    const LocalSshd noisy(options);
    QVERIFY2(noisy.error().isEmpty(), qPrintable(noisy.error()));
    const auto session = connect(noisy);
    QVERIFY(session);
    const auto deployed = deploy(*session, m_bundle, "", m_quiet);
    QVERIFY2(deployed.ok(), deployed ? "" : deployed.error().message().c_str());

    options.address = "127.0.0.5";
    options.startUpFile = "exit 0\n";
    const LocalSshd leaving(options);
    const auto other = connect(leaving);
    const auto refused = deploy(*other, m_bundle, "", m_quiet);
    QVERIFY(!refused);
    QVERIFY(!QFile::exists(leaving.home() + "/.lockstep/engine/" + QString::fromStdString(m_bundle.hash)));
}

void DeploymentTest::damagedBundlesAreRefused()
{
    QVERIFY(!readBundle("/no/such/folder"));
    const QString folder = m_folder.filePath("bad");
    makeBundle(folder, 10);
    const QString manifest = folder + "/MANIFEST.sha256";
    QFile file(manifest);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray good = file.readAll();
    file.close();
    QVERIFY(readBundle(folder).ok());
    const QByteArray hash(64, 'a');
    for (const QByteArray& bad :
         {QByteArray(), good + "nonsense\n", good + hash + "  ../../etc/passwd\n",
          good + hash + "  /etc/passwd\n", good + hash + "  lib/not-there.so\n",
          good + hash + "  a;rm -rf x\n", good + hash + "  $(id)\n",
          QByteArray(good).replace("lib/ld-linux", "lib/xx-linux"), QByteArray(2'000'000, 'a')}) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bad);
        file.close();
        const auto refused = readBundle(folder);
        QVERIFY2(!refused, bad.left(200).constData());
        QVERIFY(refused.error().message().find(folder.toStdString()) != std::string::npos);
    }
}

void DeploymentTest::canBeInterrupted()
{
    auto session = connect(*m_server);
    const auto stopped = deploy(*session, m_bundle, "", [this](std::uint64_t done, std::uint64_t total) {
        if (done > total / 3)
            m_interrupt.raise();
    });
    QVERIFY(!stopped);
    QVERIFY(visible().isEmpty());
}

/// Nothing but the bundle: no C library, no loader, no shell. As root by chroot(8), else in a user namespace.
void DeploymentTest::runsWithItsOwnLoaderInAnEmptyRoot()
{
    const QString root = m_folder.filePath("root");
    QVERIFY(QDir().mkpath(root));
    const QString bundle = QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle");
    QVERIFY2(readBundle(bundle).ok(), "the bundle of the fake engine is damaged");
    QCOMPARE(runProgram("cp", {"-r", bundle, root + "/bundle"}), 0);
    QStringList command{"chroot",         root,          "/bundle/lib/ld-linux-x86-64.so.2",
                        "--library-path", "/bundle/lib", "/bundle/lockstep-engine",
                        "--version"};
    if (::geteuid() != 0)
        command = QStringList{"unshare", "-r"} + command;
    QByteArray said;
    QCOMPARE(runProgram(command.first(), command.mid(1), &said), 0);
    QVERIFY2(lastLine(said).startsWith("lockstep-engine"), said.constData());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::DeploymentTest)
#include "deployment_test.moc"
