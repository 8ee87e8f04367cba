// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

#include <limits>

namespace lockstep::cuda {
namespace {

constexpr int kChannels[] = {1, 3, 16, 20, 65};

Side side(int in, int out, int kernel, int stride, int padding)
{
    return {.in = in, .out = out, .kernel = kernel, .stride = stride, .padding = padding};
}

/// Windows that overlap, lie apart, end outside, and leave places out.
std::vector<std::pair<Side, Side>> pictureSides()
{
    return {{side(9, 5, 3, 2, 1), side(7, 4, 3, 2, 1)},  {side(6, 3, 2, 2, 0), side(4, 2, 2, 2, 0)},
            {side(5, 5, 3, 1, 1), side(6, 6, 3, 1, 1)},  {side(7, 3, 3, 2, 0), side(8, 4, 3, 2, 0)},
            {side(7, 2, 2, 4, 0), side(10, 3, 1, 4, 0)}, {side(1, 1, 1, 1, 0), side(1, 1, 1, 1, 0)},
            {side(13, 6, 3, 2, 0), side(13, 7, 3, 2, 0)}};
}

class DevicePoolingTest : public DeviceKernelTest {
protected:
    static Windows flat(const PoolWindows& w)
    {
        return {.samples = w.samples, .channels = w.channels, .rows = w.rows, .columns = w.columns};
    }
    static std::size_t inElements(const PoolWindows& w)
    {
        return count(w.samples * w.inPixels() * w.channels);
    }
    static std::size_t outElements(const PoolWindows& w)
    {
        return count(w.samples * w.outPixels() * w.channels);
    }
    /// In f32, each maximum's first place gets its gradient, windows in order.
    static Values gradientOfMaxima(const PoolWindows& w, const Values& x, const Values& y, const Values& dy)
    {
        Values dx(x.size(), 0);
        for (int s = 0; s < w.samples; ++s)
            for (int f = 0; f < w.frames.out; ++f)
                for (int r = 0; r < w.rows.out; ++r)
                    for (int c = 0; c < w.columns.out; ++c)
                        for (int channel = 0; channel < w.channels; ++channel) {
                            const std::size_t out = count(w.outPlace(s, f, r, c) * w.channels + channel);
                            dx[placeOfMaximum(w, s, f, r, c, channel, x, y[out])] += dy[out];
                        }
        return dx;
    }
    static std::size_t placeOfMaximum(const PoolWindows& w, int s, int f, int r, int c, int channel,
                                      const Values& x, float maximum)
    {
        for (int u = 0; u < w.taps(); ++u) {
            const int frame = w.frames.start(f) + u / (w.rows.kernel * w.columns.kernel);
            const int row = w.rows.start(r) + u / w.columns.kernel % w.rows.kernel;
            const int column = w.columns.start(c) + u % w.columns.kernel;
            if (frame < 0 || frame >= w.frames.in || row < 0 || row >= w.rows.in || column < 0 ||
                column >= w.columns.in)
                continue;
            const std::size_t at = count(w.inPlace(s, frame, row, column) * w.channels + channel);
            if (x[at] == maximum)
                return at;
        }
        ADD_FAILURE() << "no maximum in the window";
        return 0;
    }
    /// With equals, infinities and what is no number.
    Values drawMaps(std::size_t n)
    {
        Values x = draw(n);
        const float special[] = {std::numeric_limits<float>::quiet_NaN(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::infinity(), 1.5f};
        for (std::size_t i = 0; i < n; ++i)
            if (const std::uint64_t which = random.below(12); which < 4)
                x[i] = special[which];
        return x;
    }
};

TEST_P(DevicePoolingTest, MaximaWinnersAndGradientsAsTheProcessor)
{
    for (const auto& [rows, columns] : pictureSides())
        for (const int channels : kChannels)
            for (const int samples : {0, 2}) {
                const PoolWindows w{
                    .samples = samples, .channels = channels, .rows = rows, .columns = columns};
                const Values x = drawMaps(inElements(w));
                Values wanted(outElements(w));
                std::vector<std::uint8_t> winners(outElements(w));
                cpu.maxPool(flat(w), x.data(), wanted.data(), winners.data());

                const DeviceBuffer in = buffer(x);
                const DeviceBuffer out = buffer(outElements(w));
                const DeviceArray<std::uint8_t> won(queue, std::vector<std::uint8_t>(outElements(w), 200));
                maxPool(queue, e, w, in.data(), out.data(), won.data());
                expectSame(out.values(), wanted);
                EXPECT_EQ(won.values(), winners);
                maxPool(queue, e, w, in.data(), out.data(), nullptr);
                expectSame(out.values(), wanted);

                for (const Output output : kOutputs) {
                    const Values dy = draw(outElements(w));
                    Values dx = draw(inElements(w));
                    const DeviceBuffer gradient = buffer(dy);
                    const DeviceBuffer back = buffer(dx);
                    cpu.maxPoolGradient(flat(w), dy.data(), winners.data(), dx.data(), output);
                    maxPoolGradient(queue, e, w, gradient.data(), won.data(), back.data(), output);
                    expectSame(back.values(), stored(dx));
                }
            }
}

TEST_P(DevicePoolingTest, AveragesAndTheirGradientsAsTheProcessor)
{
    for (const auto& [rows, columns] : {std::pair{side(7, 1, 1, 1, 0), side(7, 1, 1, 1, 0)},
                                        {side(5, 3, 1, 1, 0), side(8, 8, 1, 1, 0)},
                                        {side(1, 7, 1, 1, 0), side(2, 7, 1, 1, 0)},
                                        {side(6, 6, 1, 1, 0), side(13, 6, 1, 1, 0)}})
        for (const int channels : kChannels) {
            const PoolWindows w{.samples = 2, .channels = channels, .rows = rows, .columns = columns};
            const Values x = draw(inElements(w));
            Values wanted(outElements(w));
            cpu.averagePool(flat(w), x.data(), wanted.data());
            const DeviceBuffer in = buffer(x);
            const DeviceBuffer out = buffer(outElements(w));
            averagePool(queue, e, w, in.data(), out.data());
            expectSame(out.values(), stored(wanted));

            for (const Output output : kOutputs) {
                const Values dy = draw(outElements(w));
                Values dx = draw(inElements(w));
                const DeviceBuffer gradient = buffer(dy);
                const DeviceBuffer back = buffer(dx);
                cpu.averagePoolGradient(flat(w), dy.data(), dx.data(), output);
                averagePoolGradient(queue, e, w, gradient.data(), back.data(), output);
                expectSame(back.values(), stored(dx));
            }
        }
}

/// A clip's windows are those within its frames and then those across them: of maxima and of means over
/// whole spans the order does not matter.
TEST_P(DevicePoolingTest, ClipsAreFramesAndThenSpansOfFrames)
{
    for (const Side& frames : {side(5, 3, 3, 2, 1), side(4, 2, 2, 2, 0), side(6, 3, 3, 2, 0)})
        for (const int channels : {3, 16}) {
            const PoolWindows w{.samples = 2,
                                .channels = channels,
                                .frames = frames,
                                .rows = side(7, 4, 3, 2, 1),
                                .columns = side(5, 3, 3, 2, 1)};
            const Values x = draw(inElements(w));
            const Windows within{
                .samples = 2 * frames.in, .channels = channels, .rows = w.rows, .columns = w.columns};
            Values middle(count(within.outRows() * channels));
            cpu.maxPool(within, x.data(), middle.data(), nullptr);
            const int pixels = w.rows.out * w.columns.out;
            const Windows across{
                .samples = 2, .channels = channels, .rows = frames, .columns = side(pixels, pixels, 1, 1, 0)};
            Values wanted(outElements(w));
            cpu.maxPool(across, middle.data(), wanted.data(), nullptr);

            const DeviceBuffer in = buffer(x);
            const DeviceBuffer out = buffer(outElements(w));
            const DeviceArray<std::uint8_t> won(queue, std::vector<std::uint8_t>(outElements(w), 255));
            maxPool(queue, e, w, in.data(), out.data(), won.data());
            expectSame(out.values(), wanted);

            // Every winner hands its gradient back to the place where the maximum stands.
            const Values dy = draw(outElements(w), 1, 2);
            const DeviceBuffer gradient = buffer(dy);
            const DeviceBuffer back = buffer(inElements(w));
            maxPoolGradient(queue, e, w, gradient.data(), won.data(), back.data(), Output::Overwrite);
            expectSame(back.values(), stored(gradientOfMaxima(w, x, wanted, dy)));
        }
}

TEST_P(DevicePoolingTest, ClipsAreAveragedOverFramesToo)
{
    const PoolWindows w{.samples = 2,
                        .channels = 8,
                        .frames = side(4, 1, 1, 1, 0),
                        .rows = side(7, 1, 1, 1, 0),
                        .columns = side(7, 1, 1, 1, 0)};
    // All pixels of a clip, as a picture of one column.
    const PoolWindows picture{
        .samples = 2, .channels = 8, .rows = side(4 * 49, 1, 1, 1, 0), .columns = side(1, 1, 1, 1, 0)};
    const Values x = draw(inElements(w));
    Values wanted(outElements(w));
    cpu.averagePool(flat(picture), x.data(), wanted.data());
    const DeviceBuffer in = buffer(x);
    const DeviceBuffer out = buffer(outElements(w));
    averagePool(queue, e, w, in.data(), out.data());
    expectSame(out.values(), stored(wanted));
    const Values dy = stored(wanted);
    Values dx(inElements(w));
    cpu.averagePoolGradient(flat(picture), dy.data(), dx.data(), Output::Overwrite);
    const DeviceBuffer gradient = buffer(dy);
    averagePoolGradient(queue, e, w, gradient.data(), in.data(), Output::Overwrite);
    expectSame(in.values(), stored(dx));
}

class DeviceDepthwiseTest : public DeviceKernelTest {
protected:
    static std::vector<Windows> shapes(int channels)
    {
        const auto square = [&](int kernel, int stride, int in) {
            const int padding = kernel / 2;
            const int out = (in + 2 * padding - kernel) / stride + 1;
            const Side s = side(in, out, kernel, stride, padding);
            const Side wide =
                side(in + 2, (in + 2 + 2 * padding - kernel) / stride + 1, kernel, stride, padding);
            return Windows{.samples = 2, .channels = channels, .rows = s, .columns = wide};
        };
        return {square(3, 1, 6), square(3, 2, 7), square(5, 1, 5), square(7, 1, 8), square(5, 2, 9)};
    }
};

TEST_P(DeviceDepthwiseTest, OutputsAndInputGradientsAsTheProcessor)
{
    for (const int channels : kChannels)
        for (const Windows& w : shapes(channels)) {
            const Values x = draw(count(w.inRows() * channels));
            const Values weight = draw(count(w.taps() * channels));
            const Values bias = drawFloats(count(channels));
            const DeviceBuffer in = buffer(x);
            const DeviceBuffer weights = buffer(weight);
            const DeviceBuffer biases = floats(bias);
            Values wanted(count(w.outRows() * channels));
            const DeviceBuffer out = buffer(wanted.size());
            for (const bool biased : {false, true}) {
                cpu.depthwise(w, x.data(), weight.data(), biased ? bias.data() : nullptr, wanted.data());
                depthwise(queue, e, w, in.data(), weights.data(), biased ? biases.floats() : nullptr,
                          out.data());
                expectSame(out.values(), stored(wanted));
            }
            for (const Output output : kOutputs) {
                const Values dy = draw(wanted.size());
                Values dx = draw(x.size());
                const DeviceBuffer gradient = buffer(dy);
                const DeviceBuffer back = buffer(dx);
                cpu.depthwiseInputGradient(w, dy.data(), weight.data(), dx.data(), output);
                depthwiseInputGradient(queue, e, w, gradient.data(), weights.data(), back.data(), output);
                expectSame(back.values(), stored(dx));
            }
        }
}

TEST_P(DeviceDepthwiseTest, WeightGradients)
{
    for (const int channels : kChannels)
        for (const Windows& w : shapes(channels)) {
            const Values x = draw(count(w.inRows() * channels));
            const Values dy = draw(count(w.outRows() * channels));
            Values prepared(count(w.taps() * channels));
            cpu.depthwiseWeightGradient(w, x.data(), dy.data(), prepared.data());
            Values plain(prepared.size());
            depthwiseWeightsBack(prepared.data(), channels, w.rows.kernel, plain.data(), Output::Overwrite);
            std::vector<double> wanted(plain.begin(), plain.end());
            const DeviceBuffer in = buffer(x);
            const DeviceBuffer gradient = buffer(dy);
            const DeviceBuffer result = floats(plain.size());
            const auto memory = scratch(depthwiseWeightScratch(w));
            depthwiseWeightGradient(queue, e, w, in.data(), gradient.data(), result.floats(),
                                    Output::Overwrite, memory.data());
            expectNear(result.values(), wanted, 1e-5);
            depthwiseWeightGradient(queue, e, w, in.data(), gradient.data(), result.floats(), Output::Add,
                                    memory.data());
            for (double& each : wanted)
                each *= 2;
            expectNear(result.values(), wanted, 1e-5);
        }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DevicePoolingTest);
LOCKSTEP_TEST_DEVICE_KERNELS(DeviceDepthwiseTest);

} // namespace
} // namespace lockstep::cuda
