// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

namespace lockstep::cuda {
namespace {

struct Maps {
    int samples;
    int channels;
    int pixels;
    std::size_t elements() const { return static_cast<std::size_t>(samples * channels * pixels); }
};
constexpr Maps kMaps[] = {{2, 3, 35}, {3, 1, 20},  {2, 40, 50}, {1, 5, 1},
                          {0, 3, 4},  {2, 65, 33}, {1, 512, 49}};

class DeviceLayoutsTest : public DeviceKernelTest {
protected:
    /// {samples, channels, pixels} to {samples, pixels, channels}
    static Values turned(const Values& x, const Maps& m)
    {
        Values y(x.size());
        for (int s = 0; s < m.samples; ++s)
            for (int c = 0; c < m.channels; ++c)
                for (int p = 0; p < m.pixels; ++p)
                    y[count((s * m.pixels + p) * m.channels + c)] =
                        x[count((s * m.channels + c) * m.pixels + p)];
        return y;
    }
};

TEST_P(DeviceLayoutsTest, TurnsImages)
{
    for (const Maps& m : kMaps) {
        const Values images = drawFloats(m.elements());
        const DeviceBuffer in = floats(images);
        const DeviceBuffer out = buffer(m.elements());
        imagesToNhwc(queue, e, in.floats(), out.data(), m.samples, m.channels, m.pixels);
        expectSame(out.values(), stored(turned(images, m)));
    }
}

TEST_P(DeviceLayoutsTest, TurnsMapsAndTheirGradients)
{
    for (const Maps& m : kMaps) {
        const Values nchw = draw(m.elements());
        const Values nhwc = turned(nchw, m);
        const DeviceBuffer flat = buffer(m.elements());
        const DeviceBuffer in = buffer(nhwc);
        nhwcToNchw(queue, e, in.data(), flat.data(), m.samples, m.channels, m.pixels);
        expectSame(flat.values(), nchw);
        const DeviceBuffer back = buffer(Values(m.elements(), 1));
        nchwToNhwc(queue, e, flat.data(), back.data(), m.samples, m.channels, m.pixels, Output::Overwrite);
        expectSame(back.values(), nhwc);
        nchwToNhwc(queue, e, flat.data(), back.data(), m.samples, m.channels, m.pixels, Output::Add);
        Values twice = nhwc;
        for (float& each : twice)
            each += each;
        expectSame(back.values(), twice);
    }
}

TEST_P(DeviceLayoutsTest, ScalesPixelsAsTheProcessor)
{
    for (std::size_t channels = 1; channels <= kMaxPixelChannels; ++channels)
        for (const std::int64_t pixels : {0, 1, 5, 64, 333}) {
            PixelScale scale;
            scale.channels = channels;
            for (std::size_t c = 0; c < channels; ++c) {
                scale.gain[c] = random.uniform(0.001f, 0.02f);
                scale.offset[c] = random.uniform(-3, 0);
            }
            std::vector<std::uint8_t> bytes(count(pixels) * channels);
            for (std::uint8_t& each : bytes)
                each = static_cast<std::uint8_t>(random.below(256));
            Values wanted(bytes.size());
            cpu.scalePixels(bytes.data(), scale, wanted.data(), pixels);
            const DeviceArray<std::uint8_t> in(queue, bytes);
            const DeviceBuffer out = buffer(bytes.size());
            scalePixels(queue, e, in.data(), scale, out.data(), pixels);
            expectSame(out.values(), stored(wanted));
        }
}

TEST_P(DeviceLayoutsTest, PacksAllWeightsAtOnceAndUnpacksTheirGradients)
{
    struct Sizes {
        std::int32_t outer, inner, taps;
    };
    // More than a chunk, less than one, and nothing at all.
    const Sizes all[] = {{5, 3, 9}, {64, 33, 9}, {7, 11, 1}, {0, 4, 1}, {1, 1, 1}, {20, 1, 27}};
    std::vector<Values> plain;
    std::vector<DeviceBuffer> plainOnDevice;
    std::vector<DeviceBuffer> packed;
    std::vector<WeightLayout> weights;
    std::vector<std::int64_t> starts{0};
    for (const Sizes& s : all) {
        const std::size_t n = count(s.outer * s.inner * s.taps);
        plain.push_back(drawFloats(n));
        plainOnDevice.push_back(floats(plain.back()));
        packed.push_back(buffer(n));
        weights.push_back({plainOnDevice.back().floats(), packed.back().data(), s.outer, s.inner, s.taps});
        starts.push_back(starts.back() + weights.back().elements());
    }
    const DeviceArray<WeightLayout> table(queue, weights);
    const DeviceArray<std::int64_t> starting(queue, starts);
    packWeights(queue, e, table.data(), starting.data(), static_cast<int>(weights.size()), starts.back());
    for (std::size_t i = 0; i < plain.size(); ++i) {
        // Each of the outer ones is a map of inner channels and taps pixels.
        const Values wanted = stored(turned(plain[i], {all[i].outer, all[i].inner, all[i].taps}));
        expectSame(packed[i].values(), wanted);

        unpackGradient(queue, e, weights[i], Output::Overwrite);
        expectSame(plainOnDevice[i].values(), stored(plain[i]));
        unpackGradient(queue, e, weights[i], Output::Add);
        Values twice = stored(plain[i]);
        for (float& each : twice)
            each += each;
        expectSame(plainOnDevice[i].values(), twice);
    }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceLayoutsTest);

} // namespace
} // namespace lockstep::cuda
