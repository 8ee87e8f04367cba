// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/distributed/server/slices.h"

#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

TEST(Slices, AreEvenAndLeaveNothingOut)
{
    EXPECT_EQ(sliceOf(10 * kSliceUnit, 1, 3), (Slice{3 * kSliceUnit, 3 * kSliceUnit}));
    for (const std::size_t elements : {std::size_t{0}, std::size_t{5}, 3 * kSliceUnit, 431'080ul})
        for (const int servers : {1, 2, 3, 64}) {
            std::size_t next = 0;
            for (int server = 0; server < servers; ++server) {
                const Slice slice = sliceOf(elements, server, servers);
                EXPECT_EQ(slice.begin, next);
                EXPECT_LE(slice.size, elements / static_cast<std::size_t>(servers) + 2 * kSliceUnit);
                next += slice.size;
            }
            EXPECT_EQ(next, elements);
        }
}

TEST(Slices, StartIsReadAsItWasWrittenAndNeverBeyond)
{
    const SliceStart start{7, {{3, 1}, {2, 2}}, {1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
    const std::vector<std::byte> bytes = encode(start);
    const SliceStart read = parseSliceStart(bytes);
    EXPECT_EQ(read.updates, 7);
    EXPECT_EQ(read.stretches.size(), 2u);
    EXPECT_EQ(read.weights, start.weights);
    EXPECT_EQ(read.state, start.state);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(parseSliceStart(std::span(bytes).first(size)), EngineError) << size;
}

} // namespace
} // namespace lockstep::test
