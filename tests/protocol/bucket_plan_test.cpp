// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/bucket_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace lockstep::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr std::size_t kMebi = kMebibyte / sizeof(float); // elements

TEST(BucketPlan, FillsFromTheLastParameterToTheFirst)
{
    const std::vector<std::size_t> elements{10, 20, 30, 400, 5};
    EXPECT_THAT(dealBuckets(elements, 1 << 20), ElementsAre(ElementsAre(4, 3, 2, 1, 0)));
    EXPECT_THAT(dealBuckets(elements, 200),
                ElementsAre(ElementsAre(4), ElementsAre(3), ElementsAre(2, 1), ElementsAre(0)));
    EXPECT_THAT(dealBuckets({}, 200), IsEmpty());
}

TEST(BucketPlan, CutsALastBucketThatIsLarge)
{
    // 3.5 MiB that would cross together: 1 MiB is left for the end.
    const std::vector<std::size_t> elements{kMebi / 2, kMebi / 2, kMebi / 2, 2 * kMebi};
    EXPECT_THAT(dealBuckets(elements, 4 * kMebibyte), ElementsAre(ElementsAre(3, 2), ElementsAre(1, 0)));
    // Twice as much as that is not worth a round more; a little over it is.
    EXPECT_THAT(dealBuckets(std::vector{kMebi / 2, kMebi + kMebi / 2}, 4 * kMebibyte),
                ElementsAre(ElementsAre(1, 0)));
    EXPECT_THAT(dealBuckets(std::vector{kMebi / 2, kMebi + kMebi / 2 + 1}, 4 * kMebibyte),
                ElementsAre(ElementsAre(1), ElementsAre(0)));
}

TEST(BucketPlan, LeavesOneGradientWholeHoweverLarge)
{
    EXPECT_THAT(dealBuckets(std::vector{3 * kMebi}, 4 * kMebibyte), ElementsAre(ElementsAre(0)));
    EXPECT_THAT(dealBuckets(std::vector{3 * kMebi, kMebi / 4}, 4 * kMebibyte),
                ElementsAre(ElementsAre(1), ElementsAre(0)));
}

// The tensors of torchvision's ResNet-18 from conv1 to layer2, in order; those after it fill other buckets.
TEST(BucketPlan, LeavesResNetsFirstLayersForTheEnd)
{
    std::vector<std::size_t> elements{9408, 64, 64};
    for (int i = 0; i < 4; ++i) // layer1
        elements.insert(elements.end(), {36864, 64, 64});
    elements.insert(elements.end(), {73728, 128, 128, 147456, 128, 128, 8192, 128, 128}); // layer2.0
    elements.insert(elements.end(), {147456, 128, 128, 147456, 128, 128});                // layer2.1
    const auto buckets = dealBuckets(elements, 4 * kMebibyte);
    ASSERT_EQ(buckets.size(), 2u);
    std::size_t last = 0;
    for (const std::size_t index : buckets.back())
        last += elements[index];
    EXPECT_EQ(buckets.back().front(), 17u); // the batch norm of layer2.0.conv1
    EXPECT_EQ(last, 231'488u);              // 0.88 MiB; with layer2.0.conv2 it would be 1.4
    EXPECT_EQ(std::accumulate(buckets.begin(), buckets.end(), std::size_t{0},
                              [](std::size_t sum, const auto& bucket) { return sum + bucket.size(); }),
              elements.size());
}

} // namespace
} // namespace lockstep::test
