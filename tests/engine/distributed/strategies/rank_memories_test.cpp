// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_memories.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(RankMemoryNames, AreReadAsTheyAreWritten)
{
    for (const RankMemoryKind kind : {RankMemoryKind::Parts, RankMemoryKind::Copies}) {
        const auto parsed = parseRankMemoryName(toString({kind, 12, "conv1.weight.error"}));
        ASSERT_TRUE(parsed);
        EXPECT_EQ(parsed->kind, kind);
        EXPECT_EQ(parsed->rank, 12);
        EXPECT_EQ(parsed->name, "conv1.weight.error");
    }
    for (const char* other : {"conv1.weight.q", "part-", "part-x.a", "part-1", "rank-.a",
                              "rank-99999999999.a", "part--1.a", "partner.a"})
        EXPECT_FALSE(parseRankMemoryName(other)) << other;
}

std::vector<float> valuesOf(const TensorStore& store, std::size_t index)
{
    std::vector<float> values(store.tensors()[index].elements());
    store.read(index, values);
    return values;
}

TEST(RankMemories, HoldThoseOfAllRanksUntilTheNextStep)
{
    runAsThreads(3, [](ProcessGroup& group) {
        const auto rank = static_cast<float>(group.rank());
        std::vector<float> a{rank, 10 + rank}, b{20 + rank};
        HostTensors own(std::vector<NamedTensor>{{"a", Shape{2}, a}, {"b", Shape{1}, b}});
        RankMemories memories(RankMemoryKind::Parts, group, own);
        ASSERT_EQ(memories.tensors().size(), 6u);
        EXPECT_EQ(memories.tensors()[3].name, "part-1.b");
        memories.begin();
        EXPECT_THAT(valuesOf(memories, 2), Each(0.0f));
        memories.gather();
        EXPECT_THAT(valuesOf(memories, 2), ElementsAre(1.0f, 11.0f));
        EXPECT_THAT(valuesOf(memories, 5), ElementsAre(22.0f));
        memories.begin();
        EXPECT_THAT(valuesOf(memories, 2), Each(0.0f));
        EXPECT_THAT(a, ElementsAre(rank, 10 + rank)); // nothing was restored
    });
}

TEST(RankMemories, GiveEachRankItsOwnOfACheckpoint)
{
    runAsThreads(2, [](ProcessGroup& group) {
        std::vector<float> a{7, 7};
        HostTensors own(std::vector<NamedTensor>{{"a", Shape{2}, a}});
        RankMemories memories(RankMemoryKind::Copies, group, own);
        memories.write(0, std::vector<float>{1, 2});
        memories.write(1, std::vector<float>{3, 4});
        memories.gather(); // before any step: what was restored stays
        EXPECT_THAT(valuesOf(memories, 1), ElementsAre(3, 4));
        memories.begin();
        EXPECT_EQ(a, group.rank() == 0 ? std::vector<float>({1, 2}) : std::vector<float>({3, 4}));
        a = {5, 6};
        memories.begin();
        EXPECT_THAT(a, ElementsAre(5, 6));
    });
}

/// A training that goes on behind the last step of an epoch settles before any step; and a rank to which
/// nothing had to be sent does not know that the others have restored something.
TEST(RankMemories, NeedNotBeGatheredWhereNoStepHasBegun)
{
    runAsThreads(2, [](ProcessGroup& group) {
        std::vector<float> a{0, 0};
        HostTensors own(std::vector<NamedTensor>{{"a", Shape{2}, a}});
        RankMemories memories(RankMemoryKind::Parts, group, own);
        if (group.rank() == 0)
            memories.write(1, std::vector<float>{0, 0});
        memories.gather();
        memories.begin();
        a = {1.0f + static_cast<float>(group.rank()), 2};
        memories.gather();
        memories.gather();
        EXPECT_THAT(valuesOf(memories, 1), ElementsAre(2, 2));
        group.barrier();
    });
}

} // namespace
} // namespace lockstep::test
