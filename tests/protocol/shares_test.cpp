// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

/// 3:1 of 100, 10:7:4 of 96 by hand, and a part that rounds to nothing.
TEST(BatchShares, AreDealtInProportionToParts)
{
    const auto dealt = [](std::vector<int> parts, int globalBatch) {
        return BatchShares::inProportion(parts, globalBatch).batches();
    };
    EXPECT_EQ(dealt({3, 1}, 100), (std::vector{75, 25}));
    EXPECT_EQ(dealt({10, 7, 4}, 96), (std::vector{46, 32, 18}));
    EXPECT_EQ(dealt({1, 1, 1}, 100), (std::vector{34, 33, 33}));
    EXPECT_EQ(dealt({1000, 1, 1}, 6), (std::vector{4, 1, 1}));
    EXPECT_EQ(dealt({65536, 65536}, 2), (std::vector{1, 1}));
}

/// Whatever the parts: the whole batch, one sample at least for each, and otherwise less than one sample
/// beside the proportion.
TEST(BatchShares, InProportionDealTheWholeBatch)
{
    for (const std::vector<int>& parts : {std::vector{5, 3, 2}, {1, 65536}, {7, 7, 7, 1}, {2, 900, 31, 8}})
        for (int globalBatch = static_cast<int>(parts.size()); globalBatch < 200; ++globalBatch) {
            const BatchShares shares = BatchShares::inProportion(parts, globalBatch);
            const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
            EXPECT_EQ(shares.globalBatch(), globalBatch);
            bool isRaised = false; // some rank got a sample that its part is not worth
            for (std::size_t rank = 0; rank < parts.size(); ++rank)
                isRaised = isRaised || parts[rank] * globalBatch / sum < 1;
            for (std::size_t rank = 0; rank < parts.size(); ++rank) {
                EXPECT_GE(shares.batch(static_cast<int>(rank)), 1);
                if (!isRaised) {
                    EXPECT_NEAR(shares.batch(static_cast<int>(rank)), parts[rank] * globalBatch / sum, 1);
                }
            }
        }
}

} // namespace
} // namespace lockstep
