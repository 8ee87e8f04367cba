// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/batch_memory.h"
#include "engine/core/samples.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace lockstep {
namespace {

TEST(BatchMemory, IsAlignedAndMayBeWritten)
{
    for (const std::size_t bytes : {1u, 63u, 64u, 1000001u}) {
        const auto buffer = hostBatchMemory()->allocate(bytes);
        ASSERT_EQ(buffer->bytes().size(), bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->bytes().data()) % kBatchAlignment, 0u);
        buffer->bytes().front() = buffer->bytes().back() = std::byte{7};
        EXPECT_FALSE(buffer->held());
    }
}

TEST(BatchHold, CountsItsCopies)
{
    const auto buffer = hostBatchMemory()->allocate(1);
    BatchHold first(buffer);
    BatchHold second = first;
    first = {};
    EXPECT_TRUE(buffer->held());
    BatchHold third = std::move(second);
    second = third;
    second = second;
    third = {};
    EXPECT_TRUE(buffer->held());
    second = {};
    EXPECT_FALSE(buffer->held());
}

TEST(BatchHold, KeepsTheBufferWhenItsOwnerIsGone)
{
    auto buffer = hostBatchMemory()->allocate(100);
    const std::weak_ptr<BatchBuffer> watched = buffer;
    {
        const BatchHold hold(std::move(buffer));
        EXPECT_FALSE(watched.expired());
    }
    EXPECT_TRUE(watched.expired());
}

/// What was read under a hold was read before the buffer counts as free: the race detector would see it.
TEST(BatchHold, EndsAfterItsReaders)
{
    const auto buffer = hostBatchMemory()->allocate(sizeof(int));
    int* number = reinterpret_cast<int*>(buffer->bytes().data());
    for (int round = 0; round < 100; ++round) {
        *number = round;
        int seen = -1;
        std::thread reader([hold = BatchHold(buffer), number, &seen]() mutable {
            seen = *number;
            hold = {};
        });
        while (buffer->held())
            std::this_thread::yield();
        *number = -2;
        reader.join();
        EXPECT_EQ(seen, round);
    }
}

TEST(Samples, ArePartsOfFloatsOrOfPixels)
{
    const std::vector<float> floats{1, 2, 3, 4};
    const Samples values = floats;
    EXPECT_FALSE(values.arePixels());
    EXPECT_EQ(values.size(), 4u);
    EXPECT_EQ(values.part(1, 2).floats().data(), floats.data() + 1);
    EXPECT_EQ(values.part(1, 2).size(), 2u);

    const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6};
    const PixelScale scale{.channels = 2, .gain = {1, 2}, .offset = {0, 5}};
    const Samples part = Samples(bytes, scale).part(2, 4);
    EXPECT_TRUE(part.arePixels());
    EXPECT_EQ(part.size(), 4u);
    EXPECT_EQ(part.pixels().data(), bytes.data() + 2);
    EXPECT_EQ(part.scale(), scale);
    EXPECT_EQ(pixelValues(scale)[1][200], 405.0f);
}

} // namespace
} // namespace lockstep
