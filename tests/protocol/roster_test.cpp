// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/roster.h"

#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

/// `devices` by host.
Experiment drawing(const std::vector<std::size_t>& devices)
{
    Experiment experiment;
    for (const std::size_t count : devices) {
        Host host;
        host.id = host.name = "box-" + std::to_string(experiment.topology.hosts.size());
        host.devices.resize(count);
        experiment.topology.hosts.push_back(host);
    }
    return experiment;
}

std::vector<std::size_t> hostsByRank(const Experiment& experiment)
{
    std::vector<std::size_t> hosts;
    for (const Placement& rank : placeRanks(experiment)) {
        EXPECT_EQ(rank.rank, static_cast<int>(hosts.size()));
        hosts.push_back(rank.host);
    }
    return hosts;
}

TEST(Roster, TheRanksOfTheHostsThatAreLeftAreCountedAnew)
{
    const Experiment drawn = drawing({2, 0, 1, 3});
    EXPECT_EQ(wholeRoster(drawn), (Roster{0, 2, 3}));
    EXPECT_EQ(withRoster(drawn, {0, 2, 3}), drawn);
    EXPECT_EQ(hostsByRank(withRoster(drawn, {2, 3})), (std::vector<std::size_t>{2, 3, 3, 3}));
    EXPECT_EQ(hostsByRank(withRoster(drawn, {0})), (std::vector<std::size_t>{0, 0}));
    EXPECT_EQ(withRoster(drawn, {0}).topology.hosts.size(), 4u) << "hosts keep their numbers";
}

TEST(Roster, PartsOfTheBatchStayWithTheirDevices)
{
    Experiment drawn = drawing({2, 1, 1});
    drawn.training.shares = {ShareKind::ByRank, {4, 3, 2, 1}};
    EXPECT_EQ(withRoster(drawn, {0, 2}).training.shares.byRank, (std::vector<int>{4, 3, 1}));
    drawn.training.shares.byRank = {1, 1};
    EXPECT_EQ(withRoster(drawn, {0, 2}).training.shares.byRank, (std::vector<int>{1, 1}))
        << "they are refused by name where they are used";
}

TEST(Roster, NoPieceOfABatchIsLargerThanBefore)
{
    for (const int accumulate : {1, 2, 5})
        for (std::size_t left = 1; left <= 7; ++left) {
            Experiment drawn = drawing(std::vector<std::size_t>(7, 1));
            drawn.training.batch = 60;
            drawn.training.accumulate = accumulate;
            Roster roster;
            for (std::size_t host = 0; host < left; ++host)
                roster.push_back(static_cast<int>(host));
            const int pieces = withRoster(drawn, roster).training.accumulate;
            const auto largest = static_cast<int>((60 * 7 + left - 1) / left);
            EXPECT_LE((largest + pieces - 1) / pieces, 60 / accumulate) << left << " hosts, " << accumulate;
        }
}

/// All pairs of parts of up to 6 hosts, none in common: as a cut network leaves them.
TEST(Roster, OfTwoPartsThatShareNoHostAtMostOneGoesOn)
{
    const auto membersOf = [](unsigned bits) {
        Roster roster;
        for (int host = 0; host < 6; ++host)
            if (bits >> host & 1)
                roster.push_back(host * 3); // whatever their numbers
        return roster;
    };
    for (int hosts = 1; hosts <= 6; ++hosts) {
        const unsigned end = 1u << hosts;
        const Roster whole = membersOf(end - 1);
        EXPECT_TRUE(mayGoOn(whole, whole));
        EXPECT_FALSE(mayGoOn({}, whole));
        for (unsigned part = 1; part < end; ++part)
            for (unsigned other = 1; other < end; ++other)
                if ((part & other) == 0) {
                    EXPECT_FALSE(mayGoOn(membersOf(part), whole) && mayGoOn(membersOf(other), whole))
                        << part << " and " << other << " of " << hosts;
                }
        for (unsigned part = 1; part < end; ++part) // and whole halves of it do
            EXPECT_TRUE(mayGoOn(membersOf(part), whole) || mayGoOn(membersOf(end - 1 - part), whole)) << part;
    }
}

} // namespace
} // namespace lockstep
