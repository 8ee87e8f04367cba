// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/bucket_progress.h"

#include "engine/core/error.h"
#include "engine/core/gradient_buckets.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

std::vector<GradientBucket> buckets()
{
    return {{{}, {4, 3}}, {{}, {2}}, {{}, {1, 0}}};
}

TEST(BucketProgress, CompletesBucketsInTheirOrder)
{
    BucketProgress progress(buckets());
    progress.begin();
    EXPECT_EQ(progress.complete(), 0u);
    progress.add(2); // early: the first bucket is not complete
    progress.add(3);
    EXPECT_EQ(progress.complete(), 0u);
    progress.add(4);
    EXPECT_EQ(progress.complete(), 2u);
    progress.add(0);
    EXPECT_FALSE(progress.isWhole());
    progress.add(1);
    EXPECT_EQ(progress.complete(), 3u);
    EXPECT_TRUE(progress.isWhole());
}

TEST(BucketProgress, BeginsAnewWhenThePassWasWhole)
{
    BucketProgress progress(buckets());
    EXPECT_TRUE(progress.isWhole()) << "before the first pass nothing is missing";
    progress.begin();
    EXPECT_THROW(progress.begin(), EngineError);
    for (std::size_t i = 0; i < 5; ++i)
        progress.add(i);
    progress.begin();
    EXPECT_EQ(progress.complete(), 0u);
}

TEST(BucketProgress, TakesEachParameterOnce)
{
    BucketProgress progress(buckets());
    progress.begin();
    progress.add(4);
    EXPECT_THROW(progress.add(4), EngineError);
    EXPECT_THROW(progress.add(5), EngineError);
}

} // namespace
} // namespace lockstep
