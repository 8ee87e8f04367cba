// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/dull_server.h"
#include "tests/remote/openssh_helpers.h"
#include "tests/remote/password_server.h"
#include "tests/remote/session_helpers.h"
#include "tests/support/tcp_relay.h"

#include <QTest>
#include <atomic>
#include <mutex>
#include <thread>

namespace lockstep {

namespace {

/// A person who answers several connections, one question at a time.
class PatientPerson final : public Prompter {
public:
    explicit PatientPerson(std::list<std::string> answers) : m_answers(std::move(answers)) {}
    int asked() const { return m_asked; }
    int keysAsked() const { return m_keysAsked; }

    bool mayAsk() const override { return true; }
    bool trustHostKey(const KeyPrompt&) override
    {
        ++m_keysAsked;
        return true;
    }
    std::optional<Secret> secret(const SecretPrompt&) override
    {
        const std::lock_guard lock(m_mutex);
        ++m_asked;
        if (m_answers.empty())
            return std::nullopt;
        Secret answer(m_answers.front());
        m_answers.pop_front();
        return answer;
    }
    bool maySend(const LibraryPrompt&) override { return false; }

private:
    std::mutex m_mutex;
    std::list<std::string> m_answers;
    std::atomic<int> m_asked = 0, m_keysAsked = 0;
};

} // namespace

/// Many hosts at once, at servers that let few log in at a time.
class LoginStormTest : public QObject {
    Q_OBJECT
private slots:
    void sixtyFourHosts_data();
    void sixtyFourHosts();
    void busyServerIsTriedAgainForAWhile();
    void gateWithoutAServerIsTriedAgain();
    void otherServersAreNotTriedAgain();
    void onePasswordForAll();
    void wrongPasswordsAreTriedOnceEach();

private:
    struct Storm {
        int connected = 0;
        int delayed = 0; ///< connections that said why they take their time
        std::string refusal;
    };
    Storm connectAll(const std::vector<SshTarget>& targets, const SshOptions& options, Prompter& prompter);

    SecretStore m_secrets;
    WakeFlag m_interrupt;
};

LoginStormTest::Storm LoginStormTest::connectAll(const std::vector<SshTarget>& targets,
                                                 const SshOptions& options, Prompter& prompter)
{
    std::mutex mutex;
    Storm storm;
    std::vector<std::thread> threads;
    for (const SshTarget& target : targets)
        threads.emplace_back([&, target] {
            bool isDelayed = false;
            const auto session = SshSession::connect(target, options, prompter, m_secrets, m_interrupt,
                                                     [&isDelayed](const Sentence&) { isDelayed = true; });
            const std::lock_guard lock(mutex);
            storm.connected += session ? 1 : 0;
            storm.delayed += isDelayed ? 1 : 0;
            if (!session)
                storm.refusal = session.error().message();
        });
    for (std::thread& thread : threads)
        thread.join();
    return storm;
}

void LoginStormTest::sixtyFourHosts_data()
{
    QTest::addColumn<QString>("maxStartups");
    QTest::addColumn<bool>("sameAddress");
    for (const char* limit : {"10:30:100", "2:50:4"}) {
        QTest::addRow("64 addresses, %s", limit) << limit << false;
        QTest::addRow("one address, %s", limit) << limit << true;
    }
}

/// Hosts at addresses of their own behind one server are the hard case: nothing here tells that they share
/// its limit.
void LoginStormTest::sixtyFourHosts()
{
    QFETCH(QString, maxStartups);
    QFETCH(bool, sameAddress);
    LocalSshd::Options server;
    server.address = "0.0.0.0";
    server.maxStartups = maxStartups;
    const LocalSshd sshd(server);
    QVERIFY2(sshd.error().isEmpty(), qPrintable(sshd.error()));
    std::vector<SshTarget> targets;
    QByteArray known;
    for (int i = 1; i <= 64; ++i) {
        const QString address = QStringLiteral("127.0.1.%1").arg(sameAddress ? 1 : i);
        targets.push_back({address.toStdString(), sshd.port(), sshd.user().toStdString()});
        known += QStringLiteral("[%1]:%2 %3\n").arg(address).arg(sshd.port()).arg(sshd.hostKey()).toUtf8();
    }
    writeFile(sshd.knownHostsFile(), known);
    SshOptions options = optionsFor(sshd);
    options.connectTime = std::chrono::seconds(60); // both ends of 64 key exchanges, on this machine
    ScriptedPrompter nobody;
    nobody.asking = false;
    const Storm storm = connectAll(targets, options, nobody);
    qInfo("FIGURES login storm, MaxStartups %s, %s: %d of 64 connected, %d of them delayed, sshd dropped %d",
          qPrintable(maxStartups), sameAddress ? "one address" : "64 addresses", storm.connected,
          storm.delayed, sshd.droppedConnections());
    QVERIFY2(storm.connected == 64, storm.refusal.c_str());
    if (sameAddress)
        QVERIFY(storm.delayed >= 60); // they wait for each other
    else if (maxStartups == "2:50:4")
        QVERIFY(sshd.droppedConnections() > 0); // else nothing was shown
}

void LoginStormTest::busyServerIsTriedAgainForAWhile()
{
    const DullServer server("Exceeded MaxStartups\r\n");
    SshOptions options;
    options.busyTime = std::chrono::seconds(1);
    options.useAgent = false;
    ScriptedPrompter nobody;
    const Storm storm = connectAll({{"127.0.0.1", server.port(), "anna"}}, options, nobody);
    QCOMPARE(storm.connected, 0);
    QCOMPARE(storm.delayed, 1);
    QVERIFY2(storm.refusal.find("MaxStartups of its SSH server") != std::string::npos, storm.refusal.c_str());
}

/// As a port that a virtual machine's host passes on: it accepts before the machine inside has started.
void LoginStormTest::gateWithoutAServerIsTriedAgain()
{
    LocalSshd sshd;
    QVERIFY2(sshd.error().isEmpty(), qPrintable(sshd.error()));
    TcpRelay gate(sshd.address(), sshd.port());
    SshOptions options = optionsFor(sshd);
    const SshTarget target{"127.0.0.1", gate.port(), sshd.user().toStdString()};
    ScriptedPrompter person;
    person.trust = true;
    sshd.stop();
    options.hangUpTime = std::chrono::seconds(1);
    const Storm closed = connectAll({target}, options, person);
    QCOMPARE(closed.connected, 0);
    QVERIFY2(closed.refusal.find("hangs up before it says a word") != std::string::npos,
             closed.refusal.c_str());

    options.hangUpTime = std::chrono::minutes(2);
    const auto triedBefore = gate.connections();
    Storm opened;
    std::thread connecting([&] { opened = connectAll({target}, options, person); });
    const bool triedAgain = QTest::qWaitFor([&] { return gate.connections() > triedBefore + 1; }, 60'000);
    const bool started = sshd.start();
    connecting.join();
    QVERIFY2(triedAgain, opened.refusal.c_str());
    QVERIFY(started);
    QVERIFY2(opened.connected == 1, opened.refusal.c_str());
}

void LoginStormTest::otherServersAreNotTriedAgain()
{
    const DullServer server("HTTP/1.1 400 Bad Request\r\n\r\n");
    SshOptions options;
    options.connectTime = std::chrono::seconds(1);
    options.useAgent = false;
    ScriptedPrompter nobody;
    const Storm storm = connectAll({{"127.0.0.1", server.port(), "anna"}}, options, nobody);
    QCOMPARE(storm.connected, 0);
    QCOMPARE(storm.delayed, 0);
}

/// The account of one server, on which several hosts of a drawing lie.
void LoginStormTest::onePasswordForAll()
{
    const LocalSshd keys;
    PasswordServer server(PasswordServer::Method::Password, keys.scratch("host").toStdString(), "geheim");
    SshOptions options = optionsFor(keys);
    options.knownHostsFiles.erase(options.knownHostsFiles.begin());
    options.identityFiles.clear();
    PatientPerson person({"falsch", "geheim"});
    const std::vector<SshTarget> targets(8, {"127.0.0.1", server.port(), "anna"});
    const Storm storm = connectAll(targets, options, person);
    QVERIFY2(storm.connected == 8, storm.refusal.c_str());
    QCOMPARE(person.asked(), 2);
    QCOMPARE(person.keysAsked(), 1);
    QCOMPARE(server.refused(), 1);
}

void LoginStormTest::wrongPasswordsAreTriedOnceEach()
{
    const LocalSshd keys;
    PasswordServer server(PasswordServer::Method::Password, keys.scratch("host").toStdString(), "geheim");
    SshOptions options = optionsFor(keys);
    options.knownHostsFiles.erase(options.knownHostsFiles.begin());
    options.identityFiles.clear();
    PatientPerson person(std::list<std::string>(100, "falsch"));
    const Storm storm =
        connectAll(std::vector<SshTarget>(8, {"127.0.0.1", server.port(), "berta"}), options, person);
    QCOMPARE(storm.connected, 0);
    QCOMPARE(person.asked(), 8 * 3);
    QCOMPARE(server.refused(), person.asked());
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LoginStormTest)
#include "login_storm_test.moc"
