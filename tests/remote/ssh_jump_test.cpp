// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hosts behind other hosts. Real servers of OpenSSH stand for each of them, and the gate counts who came by.
#include "remote/ssh/sftp_client.h"
#include "remote/ssh/ssh_channel.h"
#include "tests/remote/openssh_helpers.h"
#include "tests/remote/session_helpers.h"

#include <QDir>
#include <QElapsedTimer>
#include <csignal>

namespace lockstep {

class SshJumpTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void overOneHost();
    void overTwoHosts();
    void aJumpHasItsOwnConfiguration();
    void everyKeyIsChecked();
    void largeAnswersArriveWhole();
    void aWayThatEndsIsNoticed();
    void aHostThatForwardsNothingIsNamed();
    void whatCannotBeReachedIsNamed();
    void aCircleIsNamed();

private:
    using Session = Result<std::unique_ptr<SshSession>>;
    Session connect(const QString& alias)
    {
        return SshSession::connect({alias.toStdString(), 22, ""}, m_options, m_prompter, m_secrets,
                                   m_interrupt);
    }
    /// A host of the configuration, with its own key file.
    static QByteArray entry(const QByteArray& alias, const LocalSshd& server, const QByteArray& more = {})
    {
        return "Host " + alias + "\n HostName " + server.address().toUtf8() + "\n Port " +
               QByteArray::number(server.port()) + "\n User " + server.user().toUtf8() + "\n IdentityFile " +
               server.identityFile().toUtf8() + "\n" + more;
    }
    QByteArray entries(const QByteArray& behind) const
    {
        return entry("near", *m_near) + entry("far", *m_far, behind) + entry("target", *m_target, behind);
    }

    std::unique_ptr<LocalSshd> m_near;
    std::unique_ptr<LocalSshd> m_far;
    std::unique_ptr<LocalSshd> m_target;
    QString m_config;
    SshOptions m_options;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
};

void SshJumpTest::initTestCase()
{
    ::unsetenv("SSH_AUTH_SOCK");
    const auto start = [](std::unique_ptr<LocalSshd>& server, const char* address) {
        LocalSshd::Options options;
        options.address = QString::fromUtf8(address);
        server = std::make_unique<LocalSshd>(options);
        QVERIFY2(server->error().isEmpty(), qPrintable(server->error()));
    };
    start(m_near, "127.0.0.2");
    start(m_far, "127.0.0.3");
    start(m_target, "127.0.0.4");
    m_config = m_near->scratch(QStringLiteral("config"));
    m_options = optionsFor(*m_near);
    m_options.identityFiles.clear();
    m_options.knownHostsFiles = {m_near->knownHostsFile().toStdString(),
                                 m_far->knownHostsFile().toStdString(),
                                 m_target->knownHostsFile().toStdString()};
    m_options.userConfig = m_config.toStdString();
    m_options.home = m_near->home().toStdString();
    m_options.localUser = m_near->user().toStdString();
}

void SshJumpTest::overOneHost()
{
    writeFile(m_config, entries(" ProxyJump near\n"));
    const auto session = connect(QStringLiteral("target"));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QVERIFY(!m_near->sessions().isEmpty());
    const auto answer = (*session)->exec("echo $SSH_CONNECTION", deadlineIn(std::chrono::seconds(10)));
    QVERIFY(answer.ok());
    // The target saw a connection to its own address, from whoever went there: the host between.
    QVERIFY(QString::fromStdString(answer->output).contains(m_target->address()));
    QVERIFY(localAddressOf((*session)->socket()).empty());
}

void SshJumpTest::overTwoHosts()
{
    writeFile(m_config, entry("near", *m_near) + entry("far", *m_far) +
                            entry("target", *m_target, " ProxyJump near,far\n"));
    const auto session = connect(QStringLiteral("target"));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QVERIFY(!m_near->sessions().isEmpty());
    QVERIFY(!m_far->sessions().isEmpty());
    QVERIFY((*session)->exec("true", deadlineIn(std::chrono::seconds(10))).ok());
}

/// The far host stands behind the near one by its own entry, as for ssh.
void SshJumpTest::aJumpHasItsOwnConfiguration()
{
    writeFile(m_config, entry("near", *m_near) + entry("far", *m_far, " ProxyJump near\n") +
                            entry("target", *m_target, " ProxyJump far\n"));
    const auto session = connect(QStringLiteral("target"));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QVERIFY(!m_near->sessions().isEmpty());
    QVERIFY(!m_far->sessions().isEmpty());
}

void SshJumpTest::everyKeyIsChecked()
{
    writeFile(m_config, entries(" ProxyJump near\n"));
    SshOptions all = m_options;
    for (std::size_t without : {0u, 2u}) {
        m_options = all;
        m_options.knownHostsFiles.erase(m_options.knownHostsFiles.begin() +
                                        static_cast<std::ptrdiff_t>(without));
        m_prompter = {};
        m_prompter.asking = true;
        const auto session = connect(QStringLiteral("target"));
        QVERIFY(!session.ok());
        QCOMPARE(m_prompter.keys.size(), 1u);
    }
    m_options = all;
    m_prompter = {};
}

void SshJumpTest::largeAnswersArriveWhole()
{
    writeFile(m_config, entries(" ProxyJump near\n"));
    auto session = connect(QStringLiteral("target"));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    const QString source = m_near->scratch(QStringLiteral("large"));
    QByteArray bytes(8 << 20, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 2654435761u >> 13);
    writeFile(source, bytes);
    auto files = SftpClient::open(**session);
    QVERIFY(files.ok());
    const auto sent =
        (*files)->upload({{source.toStdString(), "large", static_cast<std::uint64_t>(bytes.size()), 0600}},
                         [](std::uint64_t) {});
    QVERIFY2(sent.ok(), sent ? "" : sent.error().message().c_str());
    QFile arrived(m_target->home() + QStringLiteral("/large"));
    QVERIFY(arrived.open(QIODevice::ReadOnly));
    QVERIFY(arrived.readAll() == bytes);
    files->reset();
    // And back, through a channel that is read slowly at first.
    auto channel = SshChannel::open(std::move(*session), "cat large");
    QVERIFY(channel.ok());
    QTest::qWait(300);
    QByteArray back;
    char buffer[65536];
    QElapsedTimer timer;
    timer.start();
    while (back.size() < bytes.size() && timer.elapsed() < 60'000) {
        const auto count = (*channel)->read(buffer, sizeof buffer);
        QVERIFY2(count.ok(), count ? "" : count.error().message().c_str());
        back.append(buffer, static_cast<qsizetype>(*count));
        if (*count > 0)
            continue;
        std::vector<pollfd> descriptors;
        (*channel)->addDescriptors(descriptors, false);
        waitFor(descriptors, deadlineIn(std::chrono::seconds(5)), m_interrupt);
    }
    QVERIFY(back == bytes);
}

void SshJumpTest::aWayThatEndsIsNoticed()
{
    writeFile(m_config, entries(" ProxyJump near\n"));
    auto session = connect(QStringLiteral("target"));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    m_near->signalSessions(SIGKILL);
    const auto answer = (*session)->exec("sleep 20", deadlineIn(std::chrono::seconds(10)));
    QVERIFY(!answer.ok());
    QVERIFY2(answer.error().message().find("broke") != std::string::npos, answer.error().message().c_str());
}

void SshJumpTest::aHostThatForwardsNothingIsNamed()
{
    LocalSshd::Options options;
    options.address = QStringLiteral("127.0.0.5");
    options.forwards = false;
    LocalSshd closed(options);
    QVERIFY2(closed.error().isEmpty(), qPrintable(closed.error()));
    m_options.knownHostsFiles.push_back(closed.knownHostsFile().toStdString());
    writeFile(m_config, entry("closed", closed) + entry("target", *m_target, " ProxyJump closed\n"));
    const auto session = connect(QStringLiteral("target"));
    m_options.knownHostsFiles.pop_back();
    QVERIFY(!session.ok());
    const QString message = QString::fromStdString(session.error().message());
    QVERIFY2(message.contains(QStringLiteral("127.0.0.5")) &&
                 message.contains(QStringLiteral("AllowTcpForwarding")),
             qPrintable(message));
}

void SshJumpTest::whatCannotBeReachedIsNamed()
{
    writeFile(m_config,
              entry("near", *m_near) + "Host target\n HostName 127.0.0.4\n Port 1\n ProxyJump near\n");
    const auto session = connect(QStringLiteral("target"));
    QVERIFY(!session.ok());
    const QString message = QString::fromStdString(session.error().message());
    QVERIFY2(message.contains(QStringLiteral("127.0.0.4:1")) && message.contains(QStringLiteral("127.0.0.2")),
             qPrintable(message));
}

void SshJumpTest::aCircleIsNamed()
{
    writeFile(m_config, "Host a\n ProxyJump b\nHost b\n ProxyJump a\n");
    const auto session = connect(QStringLiteral("a"));
    QVERIFY(!session.ok());
    QVERIFY(session.error().message().find("lead back") != std::string::npos);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SshJumpTest)
#include "ssh_jump_test.moc"
