// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace lockstep {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

LoadedTensor tensor(const std::string& name, std::vector<float> values)
{
    return {name, Shape{static_cast<std::int64_t>(values.size())}, std::move(values)};
}

std::vector<LoadedTensor> threeRanks()
{
    return {tensor("w.q", {9, 8}),
            tensor("part-0.w.error", {1, 10}),
            tensor("part-1.w.error", {2, 20}),
            tensor("part-2.w.error", {4, 40}),
            tensor("rank-0.w.momentum", {1, 1}),
            tensor("rank-1.w.momentum", {2, 2}),
            tensor("rank-2.w.momentum", {3, 3})};
}

std::map<std::string, std::vector<float>> fitted(int worldSize)
{
    std::map<std::string, std::vector<float>> byName;
    for (const LoadedTensor& each : fitToRanks(threeRanks(), worldSize))
        byName[each.name] = each.values;
    return byName;
}

TEST(RankFit, LeavesEverythingWhereRanksAreAsMany)
{
    std::map<std::string, std::vector<float>> expected;
    for (const LoadedTensor& each : threeRanks())
        expected[each.name] = each.values;
    EXPECT_EQ(fitted(3), expected);
}

TEST(RankFit, KeepsTheSumOfParts)
{
    EXPECT_THAT(fitted(1),
                ElementsAre(Pair("part-0.w.error", ElementsAre(7, 70)),
                            Pair("rank-0.w.momentum", ElementsAre(1, 1)), Pair("w.q", ElementsAre(9, 8))));
    EXPECT_THAT(fitted(2),
                ElementsAre(Pair("part-0.w.error", ElementsAre(5, 50)),
                            Pair("part-1.w.error", ElementsAre(2, 20)),
                            Pair("rank-0.w.momentum", ElementsAre(1, 1)),
                            Pair("rank-1.w.momentum", ElementsAre(2, 2)), Pair("w.q", ElementsAre(9, 8))));
}

TEST(RankFit, GivesNewRanksNothingOfAWholeAndACopyOfWhatIsOne)
{
    const auto five = fitted(5);
    EXPECT_THAT(five.at("part-2.w.error"), ElementsAre(4, 40));
    EXPECT_THAT(five.at("part-3.w.error"), ElementsAre(0, 0));
    EXPECT_THAT(five.at("rank-3.w.momentum"), ElementsAre(1, 1));
    EXPECT_THAT(five.at("rank-4.w.momentum"), ElementsAre(2, 2));
    EXPECT_EQ(five.size(), 11u);
}

} // namespace
} // namespace lockstep
