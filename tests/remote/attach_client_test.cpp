// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/attach/attach_client.h"
#include "remote/attach/local_channel.h"
#include "tests/remote/scripted_channel.h"

#include <QTest>
#include <csignal>
#include <thread>

namespace lockstep {

using Reading = AttachClient::Reading;

class AttachClientTest : public QObject {
    Q_OBJECT
private slots:
    void saysNothingBeforeTheGreeting();
    void noiseIsSkippedWhateverThePieces();
    void noGreetingShowsWhatWasSaid();
    void repliesFindTheirRequest();
    void aReplyMayAskAndCancel();
    void beatsAndNoticesSilence();
    void pausedReadingIsNoSilence();
    void nonsenseEndsTheConversation();
    void localProcess();
    void localProgramsThatAreNotThere();
    void localProcessEndsWithItsChannel();
};

void AttachClientTest::saysNothingBeforeTheGreeting()
{
    FarEnd far;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    client.request(FrameType::Hello, "{}", [](const Frame&) {});
    QVERIFY(client.process(Reading::On).ok());
    QVERIFY(far.fromClient.empty() && !client.greeted());
    far.toClient = kAttachGreeting;
    QVERIFY(client.process(Reading::On).ok());
    QVERIFY(client.greeted());
    QCOMPARE(far.heard().size(), 1u);
}

void AttachClientTest::noiseIsSkippedWhateverThePieces()
{
    for (const std::size_t piece : {1u, 7u, 1000u}) {
        FarEnd far;
        far.piece = piece;
        far.toClient = "Welcome!\nLOCKSTEP ATTACH\n\xff\xfeLOCKSTEP-ATT" + std::string(kAttachGreeting);
        far.say({FrameType::Welcome, 1, "{}"});
        AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
        int welcomes = 0;
        client.request(FrameType::Hello, "{}", [&welcomes](const Frame& frame) {
            welcomes += frame.type == FrameType::Welcome ? 1 : 0;
        });
        for (int i = 0; i < 200 && welcomes == 0; ++i)
            QVERIFY(client.process(Reading::On).ok());
        QCOMPARE(welcomes, 1);
    }
}

void AttachClientTest::noGreetingShowsWhatWasSaid()
{
    FarEnd far;
    far.errors = "sh: 1: lockstep-engine: not found\n";
    far.closed = true;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    auto ended = client.process(Reading::On);
    QVERIFY(!ended);
    QVERIFY2(ended.error().message().find("gpu-1") != std::string::npos, ended.error().message().c_str());
    QVERIFY(ended.error().message().find("not found") != std::string::npos);

    FarEnd flood;
    flood.toClient.assign(GreetingScanner::kMaxNoise + 100, 'x');
    AttachClient other(std::make_unique<ScriptedChannel>(flood), "gpu-1");
    Result<void> answer;
    for (int i = 0; i < 10 && answer; ++i)
        answer = other.process(Reading::On);
    QVERIFY(!answer);
}

void AttachClientTest::repliesFindTheirRequest()
{
    FarEnd far;
    far.toClient = kAttachGreeting;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    std::vector<std::string> heard;
    const auto note = [&heard](const std::string& who) {
        return [&heard, who](const Frame& frame) { heard.push_back(who + frame.payload); };
    };
    const auto first = client.request(FrameType::Watch, "{}", note("a"));
    const auto second = client.request(FrameType::Stop, "{}", note("b"));
    far.say({FrameType::State, first, "1"});
    far.say({FrameType::Done, second, "2"});
    far.say({FrameType::Done, second, "again"});
    far.say({FrameType::State, first, "3"});
    far.say({FrameType::State, 999, "stray"});
    far.say({static_cast<FrameType>(4711), first, "4"});
    far.say({FrameType::Ended, first, "5"});
    far.say({FrameType::State, first, "late"});
    QVERIFY(client.process(Reading::On).ok());
    QVERIFY(heard == (std::vector<std::string>{"a1", "b2", "a3", "a4", "a5"}));
}

void AttachClientTest::aReplyMayAskAndCancel()
{
    FarEnd far;
    far.toClient = kAttachGreeting;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    std::uint32_t number = 0;
    int data = 0;
    number = client.request(FrameType::Follow, "{}", [&](const Frame&) {
        if (++data == 1) {
            client.cancel(number);
            client.request(FrameType::Follow, "{}", [](const Frame&) {});
        }
    });
    far.say({FrameType::Data, number, "x"});
    far.say({FrameType::Data, number, "y"});
    QVERIFY(client.process(Reading::On).ok());
    QCOMPARE(data, 1);
    const auto sent = far.heard();
    QCOMPARE(sent.size(), 3u);
    QVERIFY(sent[1].type == FrameType::Cancel && sent[1].request == number);
    QVERIFY(sent[2].type == FrameType::Follow && sent[2].request != number);
}

void AttachClientTest::beatsAndNoticesSilence()
{
    FarEnd far;
    far.toClient = kAttachGreeting;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    const auto begin = Clock::now();
    Result<void> answer;
    int beats = 0;
    while (answer && Clock::now() - begin < std::chrono::seconds(12)) {
        answer = client.process(Reading::On);
        for (const Frame& frame : far.heard())
            beats += frame.type == FrameType::Heartbeat ? 1 : 0;
        std::this_thread::sleep_until(
            std::min(client.nextDeadline(), deadlineIn(std::chrono::milliseconds(200))));
    }
    const auto silent = Clock::now() - begin;
    QVERIFY(!answer);
    QVERIFY2(answer.error().message().find("silent") != std::string::npos, answer.error().message().c_str());
    QVERIFY(silent >= std::chrono::milliseconds(kHeartbeatLostMs) && silent < std::chrono::seconds(10));
    QVERIFY(beats >= 3);
}

void AttachClientTest::pausedReadingIsNoSilence()
{
    FarEnd far;
    far.toClient = kAttachGreeting;
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    QVERIFY(client.process(Reading::On).ok());
    far.say({FrameType::Heartbeat, 0, ""});
    const auto begin = Clock::now();
    while (Clock::now() - begin < std::chrono::milliseconds(kHeartbeatLostMs + 500)) {
        QVERIFY(client.process(Reading::Paused).ok());
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    QVERIFY(!far.toClient.empty());
    QVERIFY(client.process(Reading::On).ok());
}

void AttachClientTest::nonsenseEndsTheConversation()
{
    FarEnd far;
    far.toClient = std::string(kAttachGreeting) + std::string(64, '\xff');
    AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
    QVERIFY(!client.process(Reading::On));
}

void AttachClientTest::localProcess()
{
    auto channel = LocalChannel::open("/bin/cat", std::vector<std::string>());
    QVERIFY(channel.ok());
    const std::string text(300'000, 'z');
    std::size_t sent = 0;
    std::string back;
    const auto limit = deadlineIn(std::chrono::seconds(10));
    while (back.size() < text.size() && Clock::now() < limit) {
        const auto wrote = channel.value()->write(std::string_view(text).substr(sent));
        QVERIFY(wrote.ok());
        sent += wrote.value();
        char buffer[65536];
        const auto got = channel.value()->read(buffer, sizeof buffer);
        QVERIFY(got.ok());
        back.append(buffer, got.value());
    }
    QVERIFY(back == text);
}

void AttachClientTest::localProgramsThatAreNotThere()
{
    const auto missing = LocalChannel::open("/no/such/engine", {"attach"});
    QVERIFY(!missing);
    QVERIFY(missing.error().message().find("/no/such/engine") != std::string::npos);
    auto leaving = LocalChannel::open("/bin/sh", {"-c", "echo dead >&2; exit 1"});
    QVERIFY(leaving.ok());
    Result<std::size_t> got = std::size_t{0};
    const auto limit = deadlineIn(std::chrono::seconds(5));
    while (got && Clock::now() < limit) {
        char byte;
        got = leaving.value()->read(&byte, 1);
    }
    QVERIFY(!got);
    QCOMPARE(leaving.value()->diagnostics(), std::string("dead\n"));
}

void AttachClientTest::localProcessEndsWithItsChannel()
{
    auto channel = LocalChannel::open("/bin/sh", {"-c", "trap '' TERM HUP; echo $$; exec sleep 60"});
    QVERIFY(channel.ok());
    std::string text;
    const auto limit = deadlineIn(std::chrono::seconds(5));
    while (text.find('\n') == std::string::npos && Clock::now() < limit) {
        char buffer[64];
        const auto got = channel.value()->read(buffer, sizeof buffer);
        QVERIFY(got.ok());
        text.append(buffer, got.value());
    }
    const auto process = static_cast<pid_t>(std::stol(text));
    QCOMPARE(::kill(process, 0), 0);
    channel.value().reset();
    QCOMPARE(::kill(process, 0), -1);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::AttachClientTest)
#include "attach_client_test.moc"
