// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/collective_streams.h"

#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

constexpr double kBucket = 4 << 20; // bytes

TEST(CollectiveStreams, AreOneWhereRoundTripsAreShort)
{
    EXPECT_EQ(streamsFor(0, 3, kBucket), 1);
    EXPECT_EQ(streamsFor(0.0002, 8, kBucket), 1); // a local network
    EXPECT_EQ(streamsFor(0.001, 3, kBucket), 1);
}

// A ring of 3 sends a third of 4 MiB at a time: 11.2 ms at 1 Gbit/s. Half a round trip of 10 ms leaves the
// wire idle for 5 ms after each, of 20 ms for 10 ms, of 40 ms for 20 ms.
TEST(CollectiveStreams, FillTheWaitForTheMessagesOfOne)
{
    EXPECT_EQ(streamsFor(0.010, 3, kBucket), 2);
    EXPECT_EQ(streamsFor(0.020, 3, kBucket), 2);
    EXPECT_EQ(streamsFor(0.040, 3, kBucket), 3);
    EXPECT_EQ(streamsFor(0.010, 8, kBucket), 3);     // messages are smaller
    EXPECT_EQ(streamsFor(0.040, 3, 4 * kBucket), 2); // and larger
}

TEST(CollectiveStreams, AreFewWhateverTheNetwork)
{
    EXPECT_EQ(streamsFor(10, 8, 1), kMaxStreams);
    EXPECT_EQ(streamsFor(10, 1, kBucket), 1); // nobody to sum with
    EXPECT_EQ(streamsFor(10, 2, 0), 1);       // nothing to sum
    EXPECT_EQ(streamsFor(10, 129, kBucket), kMaxStreams);
    EXPECT_EQ(streamsFor(10, 130, kBucket), 1); // more connections than a process may have files
}

} // namespace
} // namespace lockstep::test
