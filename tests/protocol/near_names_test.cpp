// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// What somebody may have meant: the distances are counted by hand.
#include "engine/protocol/near_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kKnown = {"lenet",    "alexnet",  "vgg16", "vgg16_bn",
                                         "resnet18", "resnet34", "i3d"};

TEST(NearNames, CaseAndWhatJoinsWordsDoNotCount)
{
    EXPECT_THAT(nearNames("ResNet-18", kKnown), ElementsAre("resnet18"));
    EXPECT_THAT(nearNames("vgg16 bn", kKnown), ElementsAre("vgg16_bn"));
}

TEST(NearNames, BeginWithTheNearest)
{
    EXPECT_THAT(nearNames("resnet19", kKnown), ElementsAre("resnet18", "resnet34")); // 1 and 2 edits
    EXPECT_THAT(nearNames("lennet", kKnown), ElementsAre("lenet"));
    EXPECT_THAT(nearNames("vgg", kKnown), ElementsAre("vgg16", "vgg16_bn")); // a part of both
}

TEST(NearNames, AreNoneWhereNothingIsNear)
{
    EXPECT_THAT(nearNames("transformer", kKnown), IsEmpty());
    EXPECT_THAT(nearNames("", kKnown), IsEmpty());
    EXPECT_THAT(nearNames(std::string(100'000, 'x'), kKnown), IsEmpty());
}

} // namespace
} // namespace lockstep::test
