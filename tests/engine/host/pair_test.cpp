// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/core_watch.h"
#include "engine/host/pair/delivery_rate.h"
#include "engine/host/pair/measure_pair.h"
#include "engine/protocol/pair_measurement.h"
#include "tests/engine/host/attach_client.h"

#include <future>
#include <gtest/gtest.h>

/// Measuring the network between two hosts; over the loopback here. That the rates are true is shown where
/// there are links of known rates (tests/remote/pair_rates_test.cpp).
namespace lockstep::test {
namespace {

const std::string kToken(64, 'a');
constexpr double kSeconds = 0.3;

PairRequest requestFor(const Endpoint& peer, const std::string& token = kToken)
{
    return {.id = "pair-0-1",
            .token = token,
            .address = peer.port == 0 ? "127.0.0.1" : "",
            .peer = peer,
            .seconds = kSeconds};
}

TEST(DeliveryRate, IsTheSlopeOfTheLastPart)
{
    DeliveryRate rate;
    for (int i = 0; i <= 100; ++i) { // 1000 in a second, from 0.4 s on
        const double time = i * 0.01;
        rate.add(time, time < 0.4 ? 5000 * time : 2000 + 1000 * (time - 0.4));
    }
    EXPECT_NEAR(rate.slope(), 1000, 1e-6);
}

TEST(DeliveryRate, IsHardlyMovedByAHoleThatIsFilledAtOnce)
{
    DeliveryRate rate;
    for (int i = 0; i <= 160; ++i) {
        const double time = i * 0.005;
        const bool isHole = time > 0.50 && time < 0.53;
        rate.add(time, 1e6 * (isHole ? 0.50 : time));
    }
    EXPECT_NEAR(rate.slope(), 1e6, 0.02e6);
}

TEST(DeliveryRate, OfNothingIsNothing)
{
    DeliveryRate rate;
    EXPECT_EQ(rate.slope(), 0);
    rate.add(1, 1000);
    EXPECT_EQ(rate.slope(), 0);
}

TEST(CoreWatch, NamesTheBusiestCore)
{
    const auto before = CoreWatch::ticksOf("cpu  0 0 0 0\ncpu0 10 0 10 100 20 0 0 0 0 0\n"
                                           "cpu1 5 0 5 100 0 0 0 0 0 0\nintr 77\n");
    const auto after = CoreWatch::ticksOf("cpu  0 0 0 0\ncpu0 20 0 20 160 40 0 0 0 0 0\n"
                                          "cpu1 50 0 50 105 0 2 3 0 0 0\nintr 99\n");
    ASSERT_EQ(before.size(), 2u);
    EXPECT_EQ(before[0].idle, 120u); // waiting for a disk is not work
    EXPECT_NEAR(CoreWatch::busiest(before, after), 95.0 / 100, 1e-9);
    EXPECT_EQ(CoreWatch::busiest({}, after), 0);
}

TEST(PairMeasurement, TellsBothHostsWhatTheySent)
{
    const Descriptor listener = listenOn("127.0.0.1");
    auto listening = std::async(std::launch::async, [&] {
        return measurePair(requestFor({"127.0.0.1", 0}), listener.get(), -1);
    });
    const PairReport connected = measurePair(requestFor(localEndpoint(listener.get())), -1, -1);
    const PairReport listened = listening.get();
    for (const PairReport& report : {connected, listened}) {
        EXPECT_GT(report.sentMbps, 100);
        EXPECT_EQ(report.address, "127.0.0.1");
        EXPECT_EQ(report.interface, "lo");
        EXPECT_GT(report.pathMtu, 1500);
        EXPECT_FALSE(report.losesLargePackets);
        EXPECT_GT(report.coreSending, 0);
    }
    EXPECT_GT(connected.roundTripMs.value_or(0), 0);
    EXPECT_LT(connected.roundTripMs.value_or(1e9), 50);
    EXPECT_FALSE(listened.roundTripMs);
}

/// Asks one end to listen, and says where it does.
std::optional<Endpoint> listeningAt(AttachClient& client, std::uint32_t request)
{
    const auto reply = client.reply(request);
    if (!reply || reply->type != FrameType::Listening)
        return std::nullopt;
    const Result<Endpoint> endpoint = parseEndpoint(reply->payload);
    return endpoint.ok() ? std::optional(*endpoint) : std::nullopt;
}

TEST(Attach, MeasuresBetweenTwoConversations)
{
    TestHome first("pair-a");
    TestHome second("pair-b");
    AttachClient listens(first);
    AttachClient connects(second);
    const auto there = listens.send(FrameType::Measure, toJson(requestFor({"", 0})));
    const auto endpoint = listeningAt(listens, there);
    ASSERT_TRUE(endpoint);
    const auto here = connects.send(FrameType::Measure, toJson(requestFor(*endpoint)));
    for (const auto& reply : {connects.reply(here), listens.reply(there)}) {
        ASSERT_TRUE(reply && reply->type == FrameType::Measured) << describe(reply);
        const Result<PairReport> report = parsePairReport(reply->payload);
        ASSERT_TRUE(report.ok()) << report.error().message();
        EXPECT_GT(report->sentMbps, 100);
    }
}

TEST(Attach, MeasuresWithNobodyWhoDoesNotKnowTheToken)
{
    TestHome first("pair-a");
    TestHome second("pair-b");
    AttachClient listens(first);
    AttachClient connects(second);
    const auto there = listens.send(FrameType::Measure, toJson(requestFor({"", 0})));
    const auto endpoint = listeningAt(listens, there);
    ASSERT_TRUE(endpoint);
    const auto refused = connects.reply(
        connects.send(FrameType::Measure, toJson(requestFor(*endpoint, std::string(64, 'b')))), 15);
    ASSERT_TRUE(refused && refused->type == FrameType::Failed) << describe(refused);
    // The listening host has not taken the stranger for the other one: that one may still come.
    const auto here = connects.send(FrameType::Measure, toJson(requestFor(*endpoint)));
    const auto reply = connects.reply(here, 15);
    ASSERT_TRUE(reply && reply->type == FrameType::Measured) << describe(reply);
    const auto other = listens.reply(there);
    EXPECT_TRUE(other && other->type == FrameType::Measured) << describe(other);
}

TEST(Attach, GivesAMeasurementUpAtOnce)
{
    TestHome home("pair");
    AttachClient client(home);
    const auto request = client.send(FrameType::Measure, toJson(requestFor({"", 0})));
    ASSERT_TRUE(listeningAt(client, request));
    client.cancel(request);
    const auto ended = client.reply(request, 3);
    ASSERT_TRUE(ended && ended->type == FrameType::Ended) << describe(ended);
    const auto second = client.send(FrameType::Measure, toJson(requestFor({"", 0})));
    ASSERT_TRUE(listeningAt(client, second));
    client.closeInput(); // a thread that waits for the other host keeps nobody
    EXPECT_TRUE(client.waitForExit(5));
}

TEST(Attach, RefusesAMeasurementThatIsNone)
{
    TestHome home("pair");
    AttachClient client(home);
    PairRequest clipped = requestFor({"", 0});
    clipped.token = "abc";
    PairRequest nowhere = requestFor({"", 0});
    nowhere.address = "example.org";
    PairRequest foreign = requestFor({"", 0});
    foreign.address = "192.0.2.77"; // of nobody here
    for (const PairRequest& request : {clipped, nowhere, foreign}) {
        const auto reply = client.ask(FrameType::Measure, toJson(request));
        ASSERT_TRUE(reply && reply->type == FrameType::Failed) << describe(reply);
        EXPECT_EQ(parseError(reply->payload).message().find(kToken), std::string::npos);
    }
}

} // namespace
} // namespace lockstep::test
