// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/dull_server.h"
#include "tests/remote/password_server.h"
#include "tests/remote/session_helpers.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTest>
#include <csignal>
#include <thread>

#include <sys/ioctl.h>

namespace lockstep {

class SshLoginTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void key();
    void encryptedKeyAsksForItsPassphrase();
    void wrongPassphrasesCostTheServerNothing();
    void nobodyIsAskedInTheBackground();
    void agent();
    void refusedKeyNamesWhatWasTried();
    void password_data();
    void password();
    void wrongPasswordsArePromptedForOneByOne();
    void closedPort();
    void unknownName();
    void silentServerMeetsTheDeadline();
    void waitingCanBeInterrupted();
    void noServerOfOurKind();
    void badNames_data();
    void badNames();
    void underscoresInNamesConnect();
    void execSeparatesStreamsAndStatus();
    void outputIsReadWhicheverStreamBringsIt();
    void frozenServerIsNoticed();
    void secretsAreOverwritten();

private:
    Result<std::unique_ptr<SshSession>> connect(const SshTarget& target, const SshOptions& options)
    {
        return SshSession::connect(target, options, m_prompter, m_secrets, m_interrupt);
    }
    SshOptions passwordOptions(const PasswordServer& server);
    std::string hostKey() const { return m_server->scratch("host").toStdString(); }

    std::unique_ptr<LocalSshd> m_server;
    QString m_encrypted;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;

private slots:
    void init() { m_prompter = {}; }
};

void SshLoginTest::initTestCase()
{
    ::unsetenv("SSH_AUTH_SOCK");
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    m_encrypted = m_server->scratch("encrypted");
    const QStringList options{"-q", "-t", "ed25519", "-N", "pass phrase", "-a", "4", "-f", m_encrypted};
    QCOMPARE(runProgram("ssh-keygen", options), 0);
    QFile pub(m_encrypted + ".pub");
    QVERIFY(pub.open(QIODevice::ReadOnly));
    m_server->authorize(QString::fromUtf8(pub.readAll().trimmed()));
}

void SshLoginTest::key()
{
    auto session = connect(targetOf(*m_server), optionsFor(*m_server));
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    const auto answer = session.value()->exec("echo hello", deadlineIn(std::chrono::seconds(10)));
    QVERIFY(answer.ok());
    QCOMPARE(answer->output, std::string("hello\n"));
    QCOMPARE(answer->exitStatus, 0);
    QCOMPARE(localAddressOf(session.value()->socket()), std::string("127.0.0.1"));
    QCOMPARE(peerAddressOf(session.value()->socket()), std::string("127.0.0.2"));
}

void SshLoginTest::encryptedKeyAsksForItsPassphrase()
{
    SshOptions options = optionsFor(*m_server);
    options.identityFiles = {m_encrypted.toStdString()};
    m_prompter.answers = {"wrong", "pass phrase"};
    auto session = connect(targetOf(*m_server), options);
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QCOMPARE(m_prompter.secrets.size(), 2u);
    QCOMPARE(m_prompter.secrets[0].prompt, m_encrypted.toStdString());
    QVERIFY(!m_prompter.secrets[0].retry && m_prompter.secrets[1].retry);
    // Remembered, and enough for a reconnect that may not ask.
    m_prompter.asking = false;
    session = connect(targetOf(*m_server), options);
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QCOMPARE(m_prompter.secrets.size(), 2u);
    m_secrets.remove("passphrase " + m_encrypted.toStdString());
}

void SshLoginTest::wrongPassphrasesCostTheServerNothing()
{
    SshOptions options = optionsFor(*m_server);
    options.identityFiles = {m_encrypted.toStdString(), m_server->identityFile().toStdString()};
    m_prompter.answers = {"a", "b", "c", "d", "e", "f"};
    const auto session = connect(targetOf(*m_server), options);
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QCOMPARE(m_prompter.secrets.size(), 3u);
}

void SshLoginTest::nobodyIsAskedInTheBackground()
{
    SshOptions options = optionsFor(*m_server);
    options.identityFiles = {m_encrypted.toStdString()};
    m_prompter.asking = false;
    QVERIFY(!connect(targetOf(*m_server), options));
    options.knownHostsFiles = {};
    const auto unknown = connect(targetOf(*m_server), options);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message().find("not known") != std::string::npos);
    QVERIFY(m_prompter.secrets.empty() && m_prompter.keys.empty());
}

void SshLoginTest::agent()
{
    const QString socket = m_server->scratch("agent");
    QProcess agent;
    agent.start("ssh-agent", {"-D", "-a", socket});
    QVERIFY(agent.waitForStarted());
    QTRY_VERIFY(QFile::exists(socket));
    ::setenv("SSH_AUTH_SOCK", qPrintable(socket), 1);
    QCOMPARE(runProgram("ssh-add", {m_server->identityFile()}), 0);
    SshOptions options = optionsFor(*m_server);
    options.identityFiles.clear();
    options.useAgent = true;
    const auto session = connect(targetOf(*m_server), options);
    ::unsetenv("SSH_AUTH_SOCK");
    agent.terminate();
    agent.waitForFinished();
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QVERIFY(m_prompter.secrets.empty());
    options.useAgent = true; // and no agent any more
    QVERIFY(!connect(targetOf(*m_server), options));
}

void SshLoginTest::refusedKeyNamesWhatWasTried()
{
    const QString stranger = m_server->scratch("stranger");
    QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", stranger}), 0);
    const QString damaged = m_server->scratch("damaged");
    QFile file(damaged);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n");
    file.close();
    SshOptions options = optionsFor(*m_server);
    options.identityFiles = {stranger.toStdString(), damaged.toStdString(), "/no/such/file"};
    const auto refused = connect(targetOf(*m_server), options);
    QVERIFY(!refused);
    const std::string message = refused.error().message();
    for (const std::string& part : {stranger.toStdString(), damaged.toStdString(), std::string("publickey"),
                                    targetOf(*m_server).userAddress()})
        QVERIFY2(message.find(part) != std::string::npos, message.c_str());
    QVERIFY(message.find("/no/such/file") == std::string::npos);
}

SshOptions SshLoginTest::passwordOptions(const PasswordServer&)
{
    SshOptions options = optionsFor(*m_server);
    options.knownHostsFiles.erase(options.knownHostsFiles.begin());
    m_prompter.trust = true;
    return options;
}

void SshLoginTest::password_data()
{
    QTest::addColumn<int>("method");
    QTest::newRow("password") << int(PasswordServer::Method::Password);
    QTest::newRow("keyboard-interactive") << int(PasswordServer::Method::Interactive);
}

void SshLoginTest::password()
{
    QFETCH(int, method);
    PasswordServer server(static_cast<PasswordServer::Method>(method), hostKey(), "geheim");
    SshOptions options = passwordOptions(server);
    const SshTarget target{"127.0.0.1", server.port(), "anna"};
    m_prompter.answers = {"falsch", "geheim"};
    auto session = connect(target, options);
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QCOMPARE(m_prompter.secrets.size(), 2u);
    QVERIFY(m_prompter.secrets[1].retry);
    QCOMPARE(m_prompter.secrets[0].address, "anna@127.0.0.1:" + std::to_string(server.port()));
    if (m_prompter.secrets[0].kind == Prompter::SecretKind::Interactive)
        QCOMPARE(m_prompter.secrets[0].prompt, std::string("Password of the test: "));
    session.value().reset();
    m_prompter.asking = false;
    session = connect(target, options);
    QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    QCOMPARE(server.refused(), 1);
    session.value().reset();
    // A password that is no longer right is tried once, and never again.
    PasswordServer changed(static_cast<PasswordServer::Method>(method), hostKey(), "new");
    const SshTarget moved{"127.0.0.1", changed.port(), "anna"};
    m_prompter.asking = true;
    m_prompter.answers = {"geheim"};
    QVERIFY(!connect(moved, options));
    const int before = changed.refused();
    m_prompter.asking = false;
    QVERIFY(!connect(moved, options));
    QCOMPARE(changed.refused(), before);
}

void SshLoginTest::wrongPasswordsArePromptedForOneByOne()
{
    PasswordServer server(PasswordServer::Method::Password, hostKey(), "geheim");
    const SshOptions options = passwordOptions(server);
    m_prompter.answers = {"1", "2", "3", "4", "5"};
    const auto refused = connect({"127.0.0.1", server.port(), "berta"}, options);
    QVERIFY(!refused);
    QCOMPARE(server.refused(), int(m_prompter.secrets.size()));
    QCOMPARE(server.refused(), 3);
    QVERIFY(refused.error().message().find("berta") != std::string::npos);
    QVERIFY(refused.error().message().find("\"3\"") == std::string::npos);
}

void SshLoginTest::closedPort()
{
    const auto refused = connect({"127.0.0.2", 1, "anna"}, optionsFor(*m_server));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("127.0.0.2:1: Connection refused") != std::string::npos,
             refused.error().message().c_str());
}

void SshLoginTest::unknownName()
{
    const auto refused = connect({"no-such-host.invalid", 22, "anna"}, optionsFor(*m_server));
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("no-such-host.invalid:22") != std::string::npos);
}

void SshLoginTest::silentServerMeetsTheDeadline()
{
    const DullServer server("");
    SshOptions options = optionsFor(*m_server);
    options.connectTime = std::chrono::seconds(2);
    QElapsedTimer timer;
    timer.start();
    const auto refused = connect({"127.0.0.1", server.port(), "anna"}, options);
    QVERIFY(!refused);
    QVERIFY(timer.elapsed() >= 1900 && timer.elapsed() < 6000);
    const std::string said = refused.error().message();
    QVERIFY2(said.find("does not answer") != std::string::npos, said.c_str());
}

void SshLoginTest::waitingCanBeInterrupted()
{
    const DullServer server("");
    std::thread impatient([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        m_interrupt.raise();
    });
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!connect({"127.0.0.1", server.port(), "anna"}, optionsFor(*m_server)));
    QVERIFY(timer.elapsed() < 3000);
    impatient.join();
    m_interrupt.clear();
}

void SshLoginTest::noServerOfOurKind()
{
    const DullServer server("HTTP/1.1 400 Bad Request\r\n\r\n");
    SshOptions options = optionsFor(*m_server);
    options.connectTime = std::chrono::seconds(3);
    const auto refused = connect({"127.0.0.1", server.port(), "anna"}, options);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("127.0.0.1:") != std::string::npos);
}

void SshLoginTest::badNames_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("user");
    for (const QString& host : {QString("-oProxyCommand=touch x"), QString("a b"), QString("$(id)"),
                                QString("a;b"), QString("a`b`"), QString("g\u00fcnther"), QString(300, 'a'),
                                QString("a\nb"), QString("a/b"), QString("a\"b"), QString(QChar(u'\0'))})
        QTest::newRow(qPrintable("host " + host.left(20).toUtf8().toPercentEncoding())) << host << "anna";
    for (const QString& user :
         {QString("-lroot"), QString("a b"), QString("a\nb"), QString(300, 'a'), QString("\t")})
        QTest::newRow(qPrintable("user " + user.left(20).toUtf8().toPercentEncoding()))
            << "127.0.0.2" << user;
}

void SshLoginTest::badNames()
{
    QFETCH(QString, host);
    QFETCH(QString, user);
    const SshTarget target{host.toStdString(), m_server->port(), user.toStdString()};
    const auto refused = connect(target, optionsFor(*m_server));
    QVERIFY(!refused);
    const std::string said = refused.error().message();
    QVERIFY2(said.find("is no ") != std::string::npos, said.c_str());
}

void SshLoginTest::underscoresInNamesConnect()
{
    QVERIFY(checkTarget({"gpu_node1", 22, "anna"}).ok());
    QVERIFY(checkTarget({"fe80::1%eth0", 22, "DOMAIN\\anna"}).ok());
    QCOMPARE(QString::fromStdString(checkTarget({"", 22, "anna"}).error().message()),
             QStringLiteral("It has no address yet; enter a host name or an IP address."));
    QVERIFY(!checkTarget({"gpu-1", 0, "anna"}));
    QVERIFY(!checkTarget({"gpu-1", 65536, "anna"}));
}

void SshLoginTest::execSeparatesStreamsAndStatus()
{
    const auto session = connect(targetOf(*m_server), optionsFor(*m_server));
    QVERIFY(session.ok());
    const auto answer = session.value()->exec("head -c 200000 /dev/zero; echo err >&2; echo out; exit 3",
                                              deadlineIn(std::chrono::seconds(10)));
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message().c_str());
    QVERIFY(answer->output.ends_with("out\n"));
    QCOMPARE(answer->output.size(), std::size_t{64 << 10});
    QCOMPARE(answer->errors, std::string("err\n"));
    QCOMPARE(answer->exitStatus, 3);
    const auto silent = session.value()->exec("sleep 5", deadlineIn(std::chrono::milliseconds(300)));
    QVERIFY(!silent);
    QVERIFY(silent.error().message().find("does not answer") != std::string::npos);
}

/// A packet that libssh takes from the socket in two pieces, the second while it looks for errors.
void SshLoginTest::outputIsReadWhicheverStreamBringsIt()
{
    constexpr int kBytes = 6000;
    const auto session = connect(targetOf(*m_server), optionsFor(*m_server));
    QVERIFY(session.ok());
    const auto channel = session.value()->openChannel("head -c 6000 /dev/zero");
    QVERIFY(channel.ok());
    const auto waiting = [&] {
        int bytes = 0;
        return ioctl(session.value()->socket(), FIONREAD, &bytes) == 0 ? bytes : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(waiting() > kBytes, 10000);
    ExecResult said;
    for (bool more = true; more;) {
        const auto news = readOutput(*session.value(), channel.value().get(), said);
        QVERIFY(news.ok());
        more = news.value();
    }
    QCOMPARE(said.output.size(), std::size_t{kBytes});
}

void SshLoginTest::frozenServerIsNoticed()
{
    const auto session = connect(targetOf(*m_server), optionsFor(*m_server));
    QVERIFY(session.ok());
    m_server->signalSessions(SIGSTOP);
    const auto answer = session.value()->exec("true", deadlineIn(std::chrono::seconds(2)));
    m_server->signalSessions(SIGCONT);
    m_server->signalSessions(SIGKILL);
    QVERIFY(!answer);
}

void SshLoginTest::secretsAreOverwritten()
{
    const char* place = nullptr;
    {
        Secret secret("correct horse battery staple, at full length");
        place = secret.text();
        const Secret moved = std::move(secret);
        QCOMPARE(moved.text(), place); // moved, not copied
        QCOMPARE(secret.size(), std::size_t{0});
        QCOMPARE(secret.text()[0], '\0');
    }
    QCOMPARE(Secret("abc").copy().size(), std::size_t{3});
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SshLoginTest)
#include "ssh_login_test.moc"
