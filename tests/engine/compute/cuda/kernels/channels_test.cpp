// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

namespace lockstep::cuda {
namespace {

class DeviceChannelsTest : public DeviceKernelTest {};

TEST_P(DeviceChannelsTest, CopiesPartsOfRowsAsTheProcessor)
{
    struct Part {
        int rows, channels, xStride, xFrom, yStride, yFrom;
    };
    for (const Part& p :
         {Part{7, 16, 48, 16, 32, 8}, Part{1000, 3, 5, 1, 7, 4}, Part{1, 65, 65, 0, 130, 65},
          Part{0, 4, 4, 0, 4, 0}, Part{300, 8, 24, 4, 16, 8}, Part{33, 512, 512, 0, 1024, 512}})
        for (const Output output : kOutputs) {
            const Values x = draw(count(p.rows * p.xStride));
            Values y = draw(count(p.rows * p.yStride));
            const DeviceBuffer from = buffer(x);
            const DeviceBuffer to = buffer(y);
            cpu.copyChannels(x.data() + p.xFrom, p.xStride, y.data() + p.yFrom, p.yStride, p.rows, p.channels,
                             output);
            const std::size_t bytes = bytesOf(e);
            copyChannels(queue, e, from.data() + count(p.xFrom) * bytes, p.xStride,
                         to.data() + count(p.yFrom) * bytes, p.yStride, p.rows, p.channels, output);
            expectSame(to.values(), stored(y));
        }
}

TEST_P(DeviceChannelsTest, ShufflesAndBack)
{
    for (const auto& [rows, channels, groups] : {std::tuple{7, 12, 3}, {100, 20, 2}, {1, 58, 29}, {0, 4, 2}})
        for (const Output output : kOutputs) {
            const Values x = draw(count(rows * channels));
            Values y = draw(x.size());
            const DeviceBuffer from = buffer(x);
            const DeviceBuffer to = buffer(y);
            cpu.shuffleChannels(x.data(), y.data(), rows, channels, groups, output);
            shuffleChannels(queue, e, from.data(), to.data(), rows, channels, groups, output);
            expectSame(to.values(), stored(y));
            if (output == Output::Add)
                continue;
            shuffleChannels(queue, e, to.data(), from.data(), rows, channels, channels / groups, output);
            expectSame(from.values(), x);
        }
}

TEST_P(DeviceChannelsTest, SubsamplesAsTheProcessor)
{
    for (const Subsample& s : {Subsample{.samples = 2,
                              .inHeight = 7,
                              .inWidth = 6,
                              .inChannels = 16,
                              .outHeight = 4,
                              .outWidth = 3,
                              .stride = 2,
                              .before = 8,
                              .after = 8},
                               Subsample{.samples = 3,
                               .inHeight = 5,
                               .inWidth = 8,
                               .inChannels = 3,
                               .outHeight = 2,
                               .outWidth = 3,
                               .stride = 3,
                               .before = 0,
                               .after = 1},
                               Subsample{.samples = 0,
                               .inHeight = 4,
                               .inWidth = 4,
                               .inChannels = 2,
                               .outHeight = 2,
                               .outWidth = 2,
                               .stride = 2,
                               .before = 1,
                               .after = 1}}) {
        const Values x = draw(count(s.samples * s.inHeight * s.inWidth * s.inChannels));
        const std::size_t outputs =
            count(s.samples * s.outHeight * s.outWidth * (s.before + s.inChannels + s.after));
        Values wanted(outputs);
        cpu.subsample(s, x.data(), wanted.data());
        const DeviceBuffer in = buffer(x);
        const DeviceBuffer out = buffer(outputs);
        subsample(queue, e, s, in.data(), out.data());
        expectSame(out.values(), wanted);
        for (const Output output : kOutputs) {
            const Values dy = draw(outputs);
            Values dx = draw(x.size());
            const DeviceBuffer gradient = buffer(dy);
            const DeviceBuffer back = buffer(dx);
            cpu.subsampleGradient(s, dy.data(), dx.data(), output);
            subsampleGradient(queue, e, s, gradient.data(), back.data(), output);
            expectSame(back.values(), stored(dx));
        }
    }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceChannelsTest);

} // namespace
} // namespace lockstep::cuda
