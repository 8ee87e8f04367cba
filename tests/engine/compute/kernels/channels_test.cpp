// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/kernels/kernel_fixture.h"

namespace lockstep {
namespace {

class ChannelsTest : public NhwcKernelTest {};

TEST_P(ChannelsTest, CopiesSlicesAndParts)
{
    for (const int channels : {1, 7, 16, 70})
        for (const Output output : {Output::Overwrite, Output::Add}) {
            const std::size_t C = count(channels);
            const Values x = draw(5 * (C + 3));
            const Values old = draw(5 * (C + 9));
            Buffer from = buffer(x);
            Buffer to = buffer(old);
            k.copyChannels(from.from(2), channels + 3, to.from(4), channels + 9, 5, channels, output);
            Values wanted = old;
            for (std::size_t row = 0; row < 5; ++row)
                for (std::size_t c = 0; c < C; ++c)
                    wanted[row * (C + 9) + 4 + c] =
                        x[row * (C + 3) + 2 + c] + (output == Output::Add ? old[row * (C + 9) + 4 + c] : 0);
            expectNear(to.values(), wanted);
        }
}

TEST_P(ChannelsTest, ShufflesAndBack)
{
    for (const auto& [channels, groups] : {std::pair{48, 2}, {30, 3}, {8, 4}, {6, 1}}) {
        const std::size_t C = count(channels);
        const std::size_t each = C / count(groups);
        const Values x = draw(4 * C);
        Values wanted(4 * C);
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t g = 0; g < count(groups); ++g)
                for (std::size_t i = 0; i < each; ++i)
                    wanted[row * C + i * count(groups) + g] = x[row * C + g * each + i];
        const Buffer in = buffer(x);
        Buffer y = buffer(4 * C);
        k.shuffleChannels(in.data(), y.data(), 4, channels, groups, Output::Overwrite);
        EXPECT_EQ(y.values(), wanted);
        Buffer back = buffer(x);
        k.shuffleChannels(y.data(), back.data(), 4, channels, channels / groups, Output::Add);
        Values twice = x;
        for (double& value : twice)
            value *= 2;
        EXPECT_EQ(back.values(), twice);
    }
}

TEST_P(ChannelsTest, InterleavesHalvesAndBack)
{
    for (const int half : {1, 24, 37, 100}) {
        const std::size_t H = count(half);
        const Values a = draw(3 * 2 * H); // the first half of a map of twice the channels
        const Values b = draw(3 * H);
        Buffer first = buffer(a);
        Buffer second = buffer(b);
        Buffer y = buffer(3 * 2 * H);
        k.interleave(first.data(), 2 * half, second.data(), half, y.data(), 3, half);
        const Values got = y.values();
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t i = 0; i < H; ++i) {
                EXPECT_EQ(got[row * 2 * H + 2 * i], a[row * 2 * H + i]);
                EXPECT_EQ(got[row * 2 * H + 2 * i + 1], b[row * H + i]);
            }
        k.deinterleave(y.data(), first.data(), 2 * half, Output::Overwrite, second.data(), half, Output::Add,
                       3, half);
        EXPECT_EQ(first.values(), a);
        Values twice = b;
        for (double& value : twice)
            value *= 2;
        EXPECT_EQ(second.values(), twice);
    }
}

TEST_P(ChannelsTest, SubsamplesWithZeroChannels)
{
    for (const int size : {8, 7}) {
        const int out = (size - 1) / 2 + 1;
        const Subsample s{.samples = 2,
                          .inHeight = size,
                          .inWidth = size,
                          .inChannels = 16,
                          .outHeight = out,
                          .outWidth = out,
                          .stride = 2,
                          .before = 8,
                          .after = 9};
        const Values x = draw(count(2 * size * size * 16));
        const Values dy = draw(count(2 * out * out * 33));
        Values y(dy.size());
        Values dx(x.size());
        for (int n = 0; n < 2; ++n)
            for (int h = 0; h < out; ++h)
                for (int v = 0; v < out; ++v)
                    for (int c = 0; c < 16; ++c) {
                        const std::size_t to = count(((n * out + h) * out + v) * 33 + 8 + c);
                        const std::size_t from = count(((n * size + 2 * h) * size + 2 * v) * 16 + c);
                        y[to] = x[from];
                        dx[from] = dy[to];
                    }
        const Buffer in = buffer(x);
        Buffer result = buffer(y.size());
        k.subsample(s, in.data(), result.data());
        EXPECT_EQ(result.values(), y);
        const Buffer gradient = buffer(dy);
        Buffer back = buffer(x.size());
        k.subsampleGradient(s, gradient.data(), back.data(), Output::Overwrite);
        EXPECT_EQ(back.values(), dx);
        k.subsampleGradient(s, gradient.data(), back.data(), Output::Add);
        for (double& value : dx)
            value *= 2;
        EXPECT_EQ(back.values(), dx);
    }
}

LOCKSTEP_TEST_ALL_KERNELS(ChannelsTest);

} // namespace
} // namespace lockstep
