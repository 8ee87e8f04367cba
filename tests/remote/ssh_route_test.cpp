// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a host is reached that ~/.ssh/config names. OpenSSH is the oracle: `ssh -G`, and a real `ssh` that logs
// in at a real server.
#include "remote/ssh/ssh_route.h"
#include "tests/remote/openssh_helpers.h"
#include "tests/remote/session_helpers.h"

#include <QDir>

namespace lockstep {

namespace {

/// As `ssh -G` prints them: a port where it is not the standard one, each address in brackets that holds
/// colons.
QString jumpsIn(const SshRoute& route)
{
    QStringList jumps;
    for (const SshTarget& jump : route.jumps) {
        const QString user = jump.user.empty() ? QString() : QString::fromStdString(jump.user) + u'@';
        const QString address = QString::fromStdString(jump.address());
        jumps << user + (address.endsWith(QStringLiteral(":22")) ? address.chopped(3) : address);
    }
    return jumps.join(u',');
}

} // namespace

class SshRouteTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void goesWhereOpenSshGoes_data();
    void goesWhereOpenSshGoes();
    void namesTheWayThatItDoesNotGo_data();
    void namesTheWayThatItDoesNotGo();
    void logsInAsTheConfigurationSays();

private:
    SshOptions options() const;
    /// What `ssh -G` prints first for a keyword.
    QString said(const QStringList& arguments, const QByteArray& key) const
    {
        return openSshSays(m_config, arguments, key).value(0);
    }

    std::unique_ptr<LocalSshd> m_server;
    QString m_home;   ///< of the person
    QString m_config; ///< her ~/.ssh/config
};

void SshRouteTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    m_home = m_server->scratch("person");
    QVERIFY(QDir().mkpath(m_home + "/.ssh"));
    m_config = m_home + "/.ssh/config";
}

SshOptions SshRouteTest::options() const
{
    SshOptions options = optionsFor(*m_server);
    options.knownHostsFiles.clear();
    options.identityFiles.clear();
    options.userConfig = m_config.toStdString();
    options.home = m_home.toStdString();
    options.localUser = m_server->user().toStdString();
    return options;
}

void SshRouteTest::goesWhereOpenSshGoes_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("user"); ///< that a person gave; may be empty
    const auto row = [](const char* title, const QByteArray& text, const QByteArray& user = "") {
        QTest::newRow(title) << text << user;
    };
    row("nothing is said", "");
    row("address", "Host gpu-1\n HostName 10.0.0.1\n");
    row("address of another", "Host gpu-2\n HostName 10.0.0.1\n");
    row("address with a token", "HostName %h.lab.example.org\n");
    row("the first address counts", "Host gpu-1\n HostName 10.0.0.1\nHost *\n HostName 10.0.0.2\n");
    row("port", "Host gpu-*\n Port 2222\n");
    row("user", "Host gpu-1\n User otto\n");
    row("another user was given", "Host gpu-1\n User otto\n", "anna");
    row("key", "Host gpu-1\n HostName 10.0.0.1\n IdentityFile /keys/lab\n");
    row("several keys", "Host gpu-1\n IdentityFile /keys/lab\nHost *\n IdentityFile /keys/all\n");
    row("key of another", "Host gpu-2\n IdentityFile /keys/lab\n");
    row("key with tokens", "Host gpu-1\n HostName 10.0.0.1\n IdentityFile /keys/%n/%h/%r\n", "anna");
    row("this key alone", "IdentityFile /keys/lab\nIdentitiesOnly yes\n");
    row("the first says no", "IdentitiesOnly no\nIdentitiesOnly yes\n");
    row("match by the address", "Host gpu-1\n HostName 10.0.0.1\n"
                                "Match host 10.0.0.*\n IdentityFile /keys/lab\n");
    row("match by the user", "Host gpu-1\n User otto\nMatch user otto\n IdentityFile /keys/otto\n");
    row("match final", "IdentityFile /keys/a\nMatch final\n IdentityFile /keys/b\n");
    row("no jump", "ProxyJump none\nProxyJump bastion\n");
    row("no command", "ProxyCommand none\nProxyJump bastion\n");
    row("jump to another", "Host gpu-2\n ProxyJump bastion\n");
    row("over a host", "Host gpu-1\n ProxyJump anna@bastion:2222\n");
    row("over hosts", "ProxyJump a,otto@b:23\n");
    row("over an address", "ProxyJump anna@[fd00::1]:24\n");
    row("over a location", "ProxyJump ssh://otto@bastion:24\n");
    row("the first counts", "ProxyJump bastion\nProxyCommand none\n");
    row("the jump of a pattern", "Host gpu-*\n ProxyJump bastion\nHost bastion\n User otto\n");
}

void SshRouteTest::goesWhereOpenSshGoes()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, user);
    writeFile(m_config, config);
    SshOptions options = this->options();
    options.useAgent = true;
    options.standardIdentityFiles = {"/standard"};
    const auto route = routeTo({"gpu-1", 22, user.toStdString()}, options);
    QVERIFY2(route.ok(), route.ok() ? "" : route.error().message().c_str());
    const QStringList arguments = user.isEmpty() ? QStringList{"gpu-1"} : QStringList{"-l", user, "gpu-1"};
    QCOMPARE(QString::fromStdString(route->target.host), said(arguments, "hostname"));
    QCOMPARE(QString::fromStdString(route->target.user), said(arguments, "user"));
    QCOMPARE(QString::number(route->target.port), said(arguments, "port"));
    QCOMPARE(route->usesAgent, said(arguments, "identitiesonly") != "yes");
    QCOMPARE(jumpsIn(*route), said(arguments, "proxyjump"));
    QStringList files;
    for (const std::string& file : route->identityFiles)
        files << QString::fromStdString(file);
    // -G leaves tokens as they are, and prints its own standard where nothing is named.
    QStringList expected = openSshSays(m_config, arguments, "identityfile");
    for (QString& file : expected)
        file.replace("%h", said(arguments, "hostname")).replace("%n", "gpu-1").replace("%r", user);
    if (!config.contains("IdentityFile") || config.contains("Host gpu-2\n IdentityFile"))
        expected = QStringList{"/standard"};
    QCOMPARE(files, expected);
}

void SshRouteTest::namesTheWayThatItDoesNotGo_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<QByteArray>("wayOut");
    const auto row = [](const char* title, const QByteArray& text, const QByteArray& named,
                        const QByteArray& wayOut) { QTest::newRow(title) << text << named << wayOut; };
    row("over a command", "ProxyCommand nc -X 5 %h %p\n", "ProxyCommand nc -X 5", "ProxyCommand none");
}

/// Reached past a jump it would be another machine, or none: refused, before anything is sent.
void SshRouteTest::namesTheWayThatItDoesNotGo()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, named);
    QFETCH(QByteArray, wayOut);
    writeFile(m_config, config);
    QVERIFY(!said({"gpu-1"}, "proxyjump").isEmpty() || !said({"gpu-1"}, "proxycommand").isEmpty());
    ScriptedPrompter prompter;
    SecretStore secrets;
    WakeFlag interrupt;
    const auto session = SshSession::connect({"gpu-1", 22, "anna"}, options(), prompter, secrets, interrupt);
    QVERIFY(!session);
    const QByteArray message = QByteArray::fromStdString(session.error().message());
    QVERIFY2(message.contains(named) && message.contains(wayOut) && message.contains(m_config.toUtf8() + ":"),
             message.constData());
}

/// By the alias alone, as `ssh lab`: address, port, user, key and the list that knows it.
void SshRouteTest::logsInAsTheConfigurationSays()
{
    const QByteArray port = QByteArray::number(m_server->port());
    writeFile(m_home + "/.ssh/list", "[127.0.0.2]:" + port + ' ' + m_server->hostKey().toUtf8() + '\n');
    writeFile(m_config,
              "Host lab\n HostName 127.0.0.2\n Port " + port + "\n User " + m_server->user().toUtf8() +
                  "\n IdentityFile " + m_server->identityFile().toUtf8() +
                  "\n IdentitiesOnly yes\n UserKnownHostsFile " + (m_home + "/.ssh/list").toUtf8() + '\n');
    QCOMPARE(runProgram("ssh", {"-F", m_config, "-o", "BatchMode=yes", "lab", "true"}), 0);
    ScriptedPrompter prompter;
    SecretStore secrets;
    WakeFlag interrupt;
    SshOptions options = this->options();
    options.standardIdentityFiles = {"/no/such/file"};
    const auto session = SshSession::connect({"lab", 22, ""}, options, prompter, secrets, interrupt);
    QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
    QVERIFY(prompter.keys.empty() && prompter.secrets.empty());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SshRouteTest)
#include "ssh_route_test.moc"
