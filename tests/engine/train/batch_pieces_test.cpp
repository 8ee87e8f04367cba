// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/batch_pieces.h"

#include <gmock/gmock.h>

#include <vector>

namespace lockstep {
namespace {

using ::testing::ElementsAre;

std::vector<int> piecesOf(int batch, int accumulate, int count)
{
    TrainingSpec training;
    training.batch = batch;
    training.accumulate = accumulate;
    const BatchPieces pieces(BatchPieces::largest(training, batch), count);
    std::vector<int> sizes;
    for (int piece = 0; piece < pieces.number(); ++piece)
        sizes.push_back(pieces.size(piece));
    return sizes;
}

/// Not 3, 3, 3 and 1, of which batch norm would take a variance of one sample.
TEST(BatchPieces, AreBalanced)
{
    EXPECT_THAT(piecesOf(10, 4, 10), ElementsAre(3, 3, 2, 2));
    EXPECT_THAT(piecesOf(20, 3, 20), ElementsAre(7, 7, 6));
    EXPECT_THAT(piecesOf(48, 4, 48), ElementsAre(12, 12, 12, 12));
    EXPECT_THAT(piecesOf(5, 1, 5), ElementsAre(5));
}

TEST(BatchPieces, OfAShortBatchAreAsFewAsTheProgramAllows)
{
    EXPECT_THAT(piecesOf(10, 4, 7), ElementsAre(3, 2, 2));
    EXPECT_THAT(piecesOf(10, 4, 3), ElementsAre(3));
    EXPECT_THAT(piecesOf(10, 4, 0), ElementsAre(0));
}

/// A program is made for a share that is stated; where shares change, it stays as large as for equal ones.
TEST(BatchPieces, OfALargeShareAreLargerOrMore)
{
    TrainingSpec training;
    training.batch = 20;
    training.accumulate = 2;
    training.shares = {ShareKind::ByRank, {3, 1}};
    EXPECT_EQ(BatchPieces::largest(training, 30), 15);
    EXPECT_EQ(BatchPieces::largest(training, 10), 5);
    training.shares = {ShareKind::Auto, {}};
    EXPECT_EQ(BatchPieces::largest(training, 30), 10);
    EXPECT_EQ(BatchPieces(10, 30).number(), 3);
}

TEST(BatchPieces, HoldEverySampleAndFitTheProgram)
{
    for (int batch = 1; batch <= 20; ++batch)
        for (int accumulate = 1; accumulate <= batch; ++accumulate)
            for (int count = 0; count <= batch; ++count) {
                TrainingSpec training;
                training.batch = batch;
                training.accumulate = accumulate;
                const std::vector<int> sizes = piecesOf(batch, accumulate, count);
                int sum = 0;
                for (const int size : sizes) {
                    sum += size;
                    EXPECT_LE(size, BatchPieces::largest(training, batch));
                    EXPECT_LE(sizes.front() - size, 1);
                }
                EXPECT_EQ(sum, count);
                EXPECT_LE(sizes.size(), static_cast<std::size_t>(accumulate));
            }
}

} // namespace
} // namespace lockstep
