// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// Amounts of bytes as people read them, held against powers that were worked out by hand.
#include "engine/protocol/byte_text.h"

#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

TEST(ByteText, HasThreeDigitsAndPowersOf1024)
{
    EXPECT_EQ(byteText(0), "0 B");
    EXPECT_EQ(byteText(999), "999 B");
    EXPECT_EQ(byteText(1024), "1.00 KiB");
    EXPECT_EQ(byteText(81'400), "79.5 KiB");
    EXPECT_EQ(byteText(46'758'048), "44.6 MiB"); // the gradients of ResNet-18
    EXPECT_EQ(byteText(std::int64_t{6} << 30), "6.00 GiB");
    EXPECT_EQ(byteText(std::int64_t{812} << 20), "812 MiB");
    EXPECT_EQ(byteText(std::int64_t{5000} << 40), "5000 TiB"); // there is no larger unit
}

TEST(ByteText, GoesOnInTheNextUnitWhereItWouldBeRoundedToThat)
{
    EXPECT_EQ(byteText(1023), "1023 B");
    EXPECT_EQ(byteText((1 << 20) - 1), "1.00 MiB");
    EXPECT_EQ(byteText(10'235), "10.0 KiB"); // 9.995 of them
}

} // namespace
} // namespace lockstep::test
