// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/attach/attach_client.h"
#include "remote/ssh/ssh_channel.h"
#include "tests/remote/session_helpers.h"

#include <QTest>
#include <chrono>

namespace lockstep {

/// What a command on a host says on standard error hides nothing that comes with it: neither what it says on
/// standard output nor that it has ended. And what is said to it does not wait for a word of its own. Over
/// OpenSSH's server.
class SshStreamsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void anEndIsToldWhateverWasSaid_data();
    void anEndIsToldWhateverWasSaid();
    void manyErrorsHoldBackNoOutput();
    void whatIsAskedOfAQuietHostIsOnItsWayAtOnce();

private:
    Result<std::unique_ptr<SshSession>> connect(const LocalSshd& server)
    {
        return SshSession::connect(targetOf(server), optionsFor(server), m_prompter, m_secrets, m_interrupt);
    }
    std::string readToEnd(HostChannel& channel, std::string& output);

    std::unique_ptr<LocalSshd> m_server;
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
};

void SshStreamsTest::initTestCase()
{
    ::unsetenv("SSH_AUTH_SOCK");
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
}

/// As an attached engine is read: whoever has been told that nothing is there waits for the socket alone. The
/// reason of the end, or that it was never told.
std::string SshStreamsTest::readToEnd(HostChannel& channel, std::string& output)
{
    std::string buffer(64u << 10, '\0');
    for (;;) {
        const auto count = channel.read(buffer.data(), buffer.size());
        if (!count)
            return count.error().message();
        output.append(buffer, 0, *count);
        if (*count > 0)
            continue;
        std::vector<pollfd> descriptors;
        channel.addDescriptors(descriptors, false);
        if (waitFor(descriptors, deadlineIn(std::chrono::seconds(10)), m_interrupt) != Waited::Ready)
            return "it is not told that the command has ended";
    }
}

void SshStreamsTest::anEndIsToldWhateverWasSaid_data()
{
    QTest::addColumn<int>("bytes");
    for (const int bytes : {0, 100, 4096, 6000, 20'000, 100'000, 1'000'000, 4'000'000})
        QTest::addRow("%d", bytes) << bytes;
}

void SshStreamsTest::anEndIsToldWhateverWasSaid()
{
    QFETCH(int, bytes);
    const std::string command = "head -c " + std::to_string(bytes) + " /dev/zero >&2; echo why >&2";
    auto session = connect(*m_server);
    QVERIFY(session.ok());
    auto channel = SshChannel::open(std::move(session.value()), command);
    QVERIFY(channel.ok());
    QTest::qWait(300); // all of it is there when it is first looked for: few packets, none of which is alone
    std::string output;
    const std::string end = readToEnd(**channel, output);
    QVERIFY2(end.find("has ended the conversation") != std::string::npos, end.c_str());
    QCOMPARE(output, std::string());
    const std::string said = channel.value()->diagnostics();
    QVERIFY(said.ends_with("why\n"));
    QCOMPARE(said.size(), std::min(static_cast<std::size_t>(bytes) + 4, std::size_t{4096}));
}

/// Both streams share one window, which what nobody has read takes up.
void SshStreamsTest::manyErrorsHoldBackNoOutput()
{
    auto session = connect(*m_server);
    QVERIFY(session.ok());
    auto channel = SshChannel::open(
        std::move(session.value()),
        "for i in 1 2 3 4; do head -c 1000000 /dev/zero >&2; head -c 200000 /dev/zero; done; echo out");
    QVERIFY(channel.ok());
    std::string output;
    const std::string end = readToEnd(**channel, output);
    QVERIFY2(end.find("has ended the conversation") != std::string::npos, end.c_str());
    QCOMPARE(output.size(), std::size_t{800'004});
    QVERIFY(output.ends_with("out\n"));
}

/// An order comes while nothing else is to be said or heard, between two heartbeats.
void SshStreamsTest::whatIsAskedOfAQuietHostIsOnItsWayAtOnce()
{
    auto session = connect(*m_server);
    QVERIFY(session.ok());
    auto channel = SshChannel::open(std::move(session.value()),
                                    "printf '" + std::string(kAttachGreeting) + "'; exec cat");
    QVERIFY(channel.ok());
    AttachClient client(std::move(channel.value()), "host");
    const auto turnUntil = [&](auto isDone) {
        const Deadline end = deadlineIn(std::chrono::seconds(10));
        while (!isDone() && Clock::now() < end) {
            std::vector<pollfd> descriptors;
            client.addDescriptors(descriptors, AttachClient::Reading::On);
            waitFor(descriptors, client.nextDeadline(), m_interrupt);
            QVERIFY(client.process(AttachClient::Reading::On).ok());
        }
    };
    turnUntil([&client] { return client.greeted(); });
    const auto asked = Clock::now();
    bool isAnswered = false;
    client.request(FrameType::List, "{}", [&isAnswered](const Frame&) { isAnswered = true; });
    turnUntil([&isAnswered] { return isAnswered; });
    QVERIFY(isAnswered);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - asked).count();
    QVERIFY2(took < kHeartbeatIntervalMs / 2, qPrintable(QStringLiteral("after %1 ms").arg(took)));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SshStreamsTest)
#include "ssh_streams_test.moc"
