// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/socket.h"
#include "engine/host/restart_plan.h"
#include "engine/host/roll_call.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>

/// Hosts that meet before an attempt of an elastic run: all in this process, each with a port of its own.
namespace lockstep::test {
namespace {

using namespace std::chrono_literals;

const std::string kToken(64, '3');

class RollCalls : public testing::Test {
protected:
    explicit RollCalls()
    {
        for (int host = 0; host < 4; ++host) {
            m_doors.push_back(listenOn("127.0.0.1"));
            m_members.push_back(localEndpoint(m_doors.back().get()));
        }
    }
    /// Of a run on so many hosts.
    RollCallOptions optionsOf(int self, int hosts) const
    {
        RollCallOptions options;
        options.self = self;
        options.members = {m_members.begin(), m_members.begin() + hosts};
        options.listenDescriptor = m_doors[static_cast<std::size_t>(self)].get();
        options.token = tokenOfRollCalls(kToken, "digits");
        options.run = "digits";
        options.attempt = 2;
        options.resume = "latest";
        options.patience = 1000ms;
        options.limit = 60s;
        return options;
    }
    void call(RollCallOptions options)
    {
        const int self = options.self;
        m_calls[self] = std::make_unique<RollCall>(std::move(options));
    }
    /// Nobody is at the other end.
    static void cut(RollCallOptions& options, int other)
    {
        const Descriptor closed = listenOn("127.0.0.1");
        options.members[static_cast<std::size_t>(other)] = localEndpoint(closed.get());
    }
    /// Until all are over, or the time is.
    void meet(std::chrono::milliseconds time = 30s)
    {
        const auto end = Clock::now() + time;
        const auto goesOn = [](const auto& each) { return each.second && !each.second->isOver(); };
        while (std::ranges::any_of(m_calls, goesOn) && Clock::now() < end) {
            PollTurn turn;
            for (const auto& each : m_calls)
                if (goesOn(each))
                    each.second->addTo(turn);
            turn.wait(Clock::now() + 10ms);
            for (auto& [self, call] : m_calls) {
                if (!call || call->isOver())
                    continue;
                call->tick();
                m_decisions[self] = call->decision();
            }
            leave();
        }
    }
    Roster hostsOf(int self) { return m_decisions[self] ? m_decisions[self]->hosts : Roster(); }

    std::map<int, std::optional<RollCall::Decision>> m_decisions; ///< as of the last look

private:
    /// Whoever knows hangs up, as a supervisor does.
    void leave()
    {
        for (auto& [self, call] : m_calls)
            if (call && call->isOver()) {
                m_decisions[self] = call->decision();
                call.reset();
            }
    }

    std::vector<Descriptor> m_doors;
    std::vector<Endpoint> m_members;
    std::map<int, std::unique_ptr<RollCall>> m_calls;
};

TEST_F(RollCalls, WhereAllAreThereNobodyWaits)
{
    for (int self = 0; self < 3; ++self) {
        RollCallOptions options = optionsOf(self, 3);
        options.patience = 1h;
        options.attempt = self == 2 ? 5 : 2;
        options.resume = self == 1 ? "latest" : "step-00000600";
        call(options);
    }
    meet();
    for (int self = 0; self < 3; ++self)
        EXPECT_EQ(m_decisions[self], (RollCall::Decision{5, "latest", {0, 1, 2}})) << self;
}

TEST_F(RollCalls, AfterSomePatienceTheyGoOnWithoutTheOneThatIsMissing)
{
    for (const int missing : {0, 1, 2}) {
        Roster left;
        for (int self = 0; self < 3; ++self)
            if (self != missing) {
                left.push_back(self);
                call(optionsOf(self, 3));
            }
        meet();
        for (const int self : left)
            EXPECT_EQ(hostsOf(self), left) << self;
        m_decisions.clear();
    }
}

TEST_F(RollCalls, OfTwoHalvesOnlyThatWithTheLowestGoesOn)
{
    const auto sideOf = [](int host) { return host == 0 || host == 3; };
    for (int self = 0; self < 4; ++self) {
        RollCallOptions options = optionsOf(self, 4);
        options.limit = 3s;
        for (int other = 0; other < 4; ++other)
            if (sideOf(other) != sideOf(self))
                cut(options, other);
        call(options);
    }
    meet();
    for (int self = 0; self < 4; ++self)
        EXPECT_EQ(hostsOf(self), sideOf(self) ? (Roster{0, 3}) : Roster()) << self;
}

/// Two of three hosts that do not reach each other both reach the third.
TEST_F(RollCalls, NoTwoRostersAreFollowedByAllTheirHosts)
{
    for (int self = 0; self < 3; ++self) {
        RollCallOptions options = optionsOf(self, 3);
        if (self == 1)
            cut(options, 0);
        call(options);
    }
    meet();
    std::set<Roster> complete;
    for (const auto& [self, decision] : m_decisions) {
        if (!decision)
            continue;
        EXPECT_NE(decision->hosts, (Roster{0, 1, 2})) << "two of them do not reach each other";
        if (std::ranges::all_of(decision->hosts, [&](int host) { return hostsOf(host) == decision->hosts; }))
            complete.insert(decision->hosts);
    }
    EXPECT_EQ(complete, std::set<Roster>{(Roster{0, 2})});
}

TEST_F(RollCalls, WhoeverDoesNotKnowTheTokenIsNotThere)
{
    for (int self = 0; self < 3; ++self) {
        RollCallOptions options = optionsOf(self, 3);
        if (self == 2) {
            options.token = tokenOfRollCalls(std::string(64, '4'), "digits");
            options.limit = 2s;
        }
        call(options);
    }
    meet();
    EXPECT_EQ(hostsOf(0), (Roster{0, 1}));
    EXPECT_EQ(hostsOf(1), (Roster{0, 1}));
    EXPECT_EQ(hostsOf(2), Roster());
}

/// Reckoned by Python's hmac and hashlib:
/// prk = hmac(sha256("digits"), bytes.fromhex("33" * 32)); hmac(prk, b"lockstep token of roll calls\x01")
TEST(RollCallTokens, AreThoseOfHkdf)
{
    const RunToken token = tokenOfRollCalls(kToken, "digits");
    EXPECT_EQ(token, parseRunToken("0ec201437fd99a15460630b7efe8b2cbe014918c899f6f5f1bff005de13bb2bf"));
    EXPECT_NE(token, parseRunToken(tokenOfAttempt(kToken, "digits", 2)));
}

TEST(RollCallMessages, OfNoFormAreRefused)
{
    const RollCallMessage roster{RollCallMessage::Kind::Decided, 3, "step-00000600", {0, 2}};
    EXPECT_EQ(parseRollCallMessage(toJson(roster)), roster);
    const RollCallMessage here{RollCallMessage::Kind::Here, 1, "", {1}};
    EXPECT_EQ(parseRollCallMessage(toJson(here)), here);
    for (const char* text : {"", "{}", "[]", R"({"kind":"gone","attempt":1,"resume":"","hosts":[]})",
                             R"({"kind":"here","attempt":0,"resume":"","hosts":[]})",
                             R"({"kind":"here","attempt":1,"resume":"../x","hosts":[]})",
                             R"({"kind":"here","attempt":1,"resume":"","hosts":[1,1]})",
                             R"({"kind":"here","attempt":1,"resume":"","hosts":[2,1]})",
                             R"({"kind":"here","attempt":1,"resume":"","hosts":[-1]})",
                             R"({"kind":"here","attempt":1,"resume":"","hosts":["0"]})"})
        EXPECT_FALSE(parseRollCallMessage(text)) << text;
}

} // namespace
} // namespace lockstep::test
