// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/result.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Error, FillsPlaceholdersByNumberAndLeavesOthers)
{
    EXPECT_EQ(fillPlaceholders("%2 before %1, 100 %, %3, %0", {"a", "b"}), "b before a, 100 %, %3, %0");
}

TEST(Error, DoesNotFillWhatAnArgumentBrings)
{
    EXPECT_EQ(fillPlaceholders("%1 %2", {"%2", "x"}), "%2 x");
}

TEST(Error, BeginsWithItsKey)
{
    EXPECT_EQ((Error{"found %1.", {"3"}, "training.batch"}).message(), "training.batch: found 3.");
    EXPECT_EQ((Error{"Found %1.", {"3"}, {}}).message(), "Found 3.");
}

TEST(Result, HoldsAValueOrAnError)
{
    const Result<int> good = 3;
    const Result<int> bad = Error{"no", {}, {}};
    EXPECT_TRUE(good.ok());
    EXPECT_EQ(*good, 3);
    EXPECT_FALSE(bad.ok());
    EXPECT_EQ(bad.error().text, "no");
    EXPECT_THROW((void)bad.value(), std::bad_variant_access);
    EXPECT_TRUE(Result<void>().ok());
    EXPECT_FALSE(Result<void>(Error{"no", {}, {}}).ok());
}

} // namespace
} // namespace lockstep
