// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rendezvous.h"

#include "engine/core/error.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

/// A port that was free a moment ago; on all interfaces, as the rendezvous asks for.
int freePort()
{
    return localEndpoint(listenOn("0.0.0.0").get()).port;
}

std::vector<RendezvousOptions> optionsForAll(int members)
{
    std::vector<RendezvousOptions> all;
    const Endpoint master{"127.0.0.1", freePort()};
    for (int number = 0; number < members; ++number) {
        RendezvousOptions options;
        options.number = number;
        options.members = members;
        options.master = master;
        options.token = testToken();
        options.run = "job 7";
        options.deadlineSeconds = kPatience;
        all.push_back(options);
    }
    return all;
}

using Conversation = std::function<void(int number, Rendezvous& rendezvous)>;

/// All at once, each on a thread; what each of them threw, or "no error".
std::vector<std::string> meet(const std::vector<RendezvousOptions>& all, const Conversation& talk = {})
{
    std::vector<std::string> outcomes(all.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < all.size(); ++i)
        threads.emplace_back([&, i] {
            outcomes[i] = errorOf([&] {
                Rendezvous rendezvous(all[i]);
                if (talk)
                    talk(all[i].number, rendezvous);
            });
        });
    for (std::thread& thread : threads)
        thread.join();
    return outcomes;
}

TEST(Rendezvous, TellsEveryoneWhatEveryoneHandedIn)
{
    const std::string large(kMaxRendezvousBytes, 'x');
    const auto talk = [&](int number, Rendezvous& rendezvous) {
        const std::string mine = "from " + std::to_string(number);
        EXPECT_THAT(rendezvous.exchange(mine), testing::ElementsAre("from 0", "from 1", "from 2", "from 3"));
        EXPECT_THAT(rendezvous.exchange(number == 2 ? large : ""), testing::ElementsAre("", "", large, ""));
    };
    EXPECT_THAT(meet(optionsForAll(4), talk), Each("no error"));
}

TEST(Rendezvous, NeedsNobodyForOneAlone)
{
    RendezvousOptions alone;
    Rendezvous rendezvous(alone);
    EXPECT_THAT(rendezvous.exchange("me"), testing::ElementsAre("me"));
}

TEST(Rendezvous, TurnsAwayWhoLacksTheToken)
{
    auto all = optionsForAll(2);
    all[1].token.fill(0x66);
    for (RendezvousOptions& options : all)
        options.deadlineSeconds = 1;
    EXPECT_THAT(meet(all), testing::ElementsAre(
                               AllOf(HasSubstr("process 1 of the launcher"), HasSubstr("has not connected")),
                               HasSubstr("it refused our proof")));
}

TEST(Rendezvous, KeepsJobsApart)
{
    auto all = optionsForAll(2);
    all[1].run = "job 8";
    for (RendezvousOptions& options : all)
        options.deadlineSeconds = 1;
    EXPECT_THAT(meet(all), Each(HasSubstr("process")));
}

TEST(Rendezvous, NamesWhoWasStartedWithOtherSettings)
{
    auto all = optionsForAll(2);
    all[1].settings = "another experiment";
    EXPECT_THAT(meet(all), Each(HasSubstr("Settings differ: process")));
}

TEST(Rendezvous, NamesWhoLeavesBeforeAnExchange)
{
    const auto outcomes = meet(optionsForAll(3), [](int number, Rendezvous& rendezvous) {
        if (number != 1)
            rendezvous.exchange("here");
    });
    EXPECT_THAT(outcomes[0], HasSubstr("Process 1 of the launcher was lost while process 0 waited for it"));
    EXPECT_EQ(outcomes[1], "no error");
    EXPECT_THAT(outcomes[2], HasSubstr("Process 0 of the launcher was lost"));
}

TEST(Rendezvous, GivesUpWhenCancelled)
{
    auto all = optionsForAll(2);
    const Descriptor event(::eventfd(1, EFD_CLOEXEC));
    all[0].cancelDescriptor = event.get();
    EXPECT_THAT(meet({all[0]}), testing::ElementsAre(HasSubstr("Stopped while waiting")));
}

TEST(Rendezvous, SaysThatItsPortIsTaken)
{
    const auto all = optionsForAll(2);
    const Descriptor taken = listenOn("0.0.0.0", all[0].master.port);
    EXPECT_THAT(meet({all[0]}), testing::ElementsAre(HasSubstr(std::to_string(all[0].master.port))));
}

} // namespace
} // namespace lockstep::test
