// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

TEST(BatchShares, DealEvenlyAndGiveWhatIsLeftToTheLowerRanks)
{
    const BatchShares shares = BatchShares::even(50, 3);
    EXPECT_EQ(shares.worldSize(), 3);
    EXPECT_EQ(shares.globalBatch(), 150);
    EXPECT_EQ(shares.of(0, 150), (Share{0, 50}));
    EXPECT_EQ(shares.of(2, 150), (Share{100, 50}));
    EXPECT_EQ(shares.of(0, 11), (Share{0, 4}));
    EXPECT_EQ(shares.of(1, 11), (Share{4, 4}));
    EXPECT_EQ(shares.of(2, 11), (Share{8, 3}));
    EXPECT_EQ(shares.of(1, 1), (Share{1, 0}));
}

TEST(BatchShares, MayBeUneven)
{
    const BatchShares shares({58, 29, 9});
    EXPECT_EQ(shares.of(1, 96), (Share{58, 29}));
    EXPECT_EQ(shares.of(2, 96), (Share{87, 9}));
    // Of 10: 6.04, 3.02 and 0.94, so the one that is left goes to the last.
    EXPECT_EQ(shares.of(0, 10), (Share{0, 6}));
    EXPECT_EQ(shares.of(1, 10), (Share{6, 3}));
    EXPECT_EQ(shares.of(2, 10), (Share{9, 1}));
}

/// Every sample belongs to one rank, in rank order; nobody is a whole sample away from its proportion, or has
/// more than in a whole batch.
TEST(BatchShares, CutEveryGlobalBatchWithoutGaps)
{
    for (const BatchShares& shares : {BatchShares::even(7, 5), BatchShares::even(1, 64),
                                      BatchShares({1, 100, 3}), BatchShares({9, 8, 7, 6})})
        for (std::int64_t count = 0; count <= shares.globalBatch(); ++count) {
            std::int64_t next = 0;
            for (int rank = 0; rank < shares.worldSize(); ++rank) {
                const Share share = shares.of(rank, count);
                const std::int64_t whole = shares.of(rank, shares.globalBatch()).count;
                EXPECT_EQ(share.first, next);
                EXPECT_LE(share.count, whole);
                EXPECT_LT(
                    std::abs(static_cast<double>(share.count) -
                             static_cast<double>(whole * count) / static_cast<double>(shares.globalBatch())),
                    1);
                next += share.count;
            }
            EXPECT_EQ(next, count);
        }
}

} // namespace
} // namespace lockstep
