// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A host whose file transfer lies: lengths, numbers, kinds and names that make no sense. Whatever it says,
// this computer's files stay as they are, nothing waits for ever, and nothing is taken for deployed.
// LOCKSTEP_LONG=1: twenty thousand lies instead of some hundred.
#include "remote/ssh/deployment.h"
#include "remote/ssh/sftp_client.h"
#include "tests/remote/session_helpers.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

namespace lockstep {

class HostileSftpTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void nothingHappensHere();
    void nothingIsDeployed();
    void aFolderWithoutEndIsLeft();

private:
    std::unique_ptr<SshSession> connect();
    void lieBy(int seed);
    std::map<QString, QByteArray> files() const;
    int lies() const;
    /// Every request that there is, until one is refused.
    void askEverything(SftpClient& client);

    QTemporaryDir m_here; ///< with the files that are sent
    std::unique_ptr<LocalSshd> m_server;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
    const int m_times = qEnvironmentVariableIntValue("LOCKSTEP_LONG") != 0 ? 20'000 : 150;
};

void HostileSftpTest::initTestCase()
{
    LocalSshd::Options options;
    options.startUpFile =
        QStringLiteral(
            "case \"$SSH_ORIGINAL_COMMAND\" in *sftp-server*) exec python3 -B '%1' \"$HOME\" ;; esac\n")
            .arg(QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/remote/hostile_sftp.py"));
    m_server = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    QVERIFY(QDir().mkpath(m_here.filePath("deep/deeper")));
    for (const char* name : {"escaped-not", "deep/first", "deep/deeper/second"}) {
        QFile file(m_here.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(100'000, name[0]));
    }
    // Where relative paths of this program lead.
    QVERIFY(QDir::setCurrent(m_here.filePath("deep/deeper")));
}

std::unique_ptr<SshSession> HostileSftpTest::connect()
{
    SshOptions options = optionsFor(*m_server);
    options.replyTime = std::chrono::seconds(2);
    auto session = SshSession::connect(targetOf(*m_server), options, m_prompter, m_secrets, m_interrupt);
    if (!session)
        qWarning("%s", session.error().message().c_str());
    return session ? std::move(session.value()) : nullptr;
}

void HostileSftpTest::lieBy(int seed)
{
    QFile file(m_server->home() + "/seed");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::number(seed));
}

std::map<QString, QByteArray> HostileSftpTest::files() const
{
    std::map<QString, QByteArray> found;
    QDirIterator entries(m_here.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                         QDirIterator::Subdirectories);
    while (entries.hasNext()) {
        QFile file(entries.next());
        found[file.fileName()] = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    return found;
}

int HostileSftpTest::lies() const
{
    QFile file(m_server->home() + "/lies");
    return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
}

void HostileSftpTest::askEverything(SftpClient& client)
{
    const std::vector<UploadFile> files{{m_here.filePath("deep/first").toStdString(), "a", 100'000},
                                        {m_here.filePath("deep/deeper/second").toStdString(), "b", 100'000}};
    const auto entries = client.list("somewhere");
    if (!entries)
        return;
    for (const RemoteEntry& entry : entries.value())
        QVERIFY(entry.name != "." && entry.name != ".." && entry.name.find('/') == std::string::npos);
    if (!client.stat({"a", "b", "c"}) || !client.makeFolders({"d", "d/e"}) || !client.freeBytes("d") ||
        !client.upload(files, [](std::uint64_t) {}) || !client.rename("d", "e"))
        return;
    [[maybe_unused]] const auto removed = client.removeFolder("e", 3);
}

void HostileSftpTest::nothingHappensHere()
{
    const auto before = files();
    auto session = connect();
    QVERIFY(session);
    for (int seed = 0; seed < m_times; ++seed) {
        lieBy(seed);
        const auto client = SftpClient::open(*session);
        if (client)
            askEverything(**client);
        if (!client) {
            session = connect(); // it may have ended with the conversation
            QVERIFY(session);
        }
    }
    qInfo("FIGURES lies of a file transfer: %d told in %d conversations", lies(), m_times);
    QVERIFY(lies() > m_times * 9 / 10);
    QVERIFY(files() == before);
}

void HostileSftpTest::nothingIsDeployed()
{
    const auto before = files();
    const auto bundle = readBundle(QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle"));
    QVERIFY2(bundle.ok(), bundle ? "" : bundle.error().message().c_str());
    const int told = lies();
    const int times = m_times / 10;
    for (int seed = 0; seed < times; ++seed) {
        lieBy(1'000'000 + seed);
        const auto session = connect();
        QVERIFY(session);
        QVERIFY(!deploy(*session, bundle.value(), "", [](std::uint64_t, std::uint64_t) {}));
    }
    qInfo("FIGURES deployments to a host that lies: %d of %d refused, %d lies told", times, times,
          lies() - told);
    QVERIFY(files() == before);
}

/// Answers that come in time, and with which nothing comes to an end.
void HostileSftpTest::aFolderWithoutEndIsLeft()
{
    lieBy(-1);
    const auto session = connect();
    QVERIFY(session);
    const auto client = SftpClient::open(*session);
    QVERIFY(client.ok());
    QVERIFY(client.value()->list("somewhere").ok());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::HostileSftpTest)
#include "hostile_sftp_test.moc"
