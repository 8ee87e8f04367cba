// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/kernels/kernel_fixture.h"

#include <limits>

namespace lockstep {
namespace {

int outputSize(int in, int kernel, int stride, int padding, bool ceil = false)
{
    const int room = in + 2 * padding - kernel;
    int out = room / stride + 1 + (ceil && room % stride != 0 ? 1 : 0);
    // PyTorch: the last window starts inside the map or its left padding.
    if (ceil && (out - 1) * stride >= in + padding)
        --out;
    return out;
}

Windows windows(int samples, int channels, int height, int width, int kernel, int stride, int padding,
                bool ceil = false)
{
    const auto side = [&](int in) {
        return Side{in, outputSize(in, kernel, stride, padding, ceil), kernel, stride, padding};
    };
    return {.samples = samples, .channels = channels, .rows = side(height), .columns = side(width)};
}

class WindowsTest : public NhwcKernelTest {
protected:
    /// body(output place, input place, tap) for every pair of places that a window joins.
    template <typename Body>
    static void forTaps(const Windows& w, const Body& body)
    {
        for (int s = 0; s < w.samples; ++s)
            for (int oh = 0; oh < w.rows.out; ++oh)
                for (int ow = 0; ow < w.columns.out; ++ow)
                    for (int tap = 0; tap < w.rows.kernel * w.columns.kernel; ++tap) {
                        const int h = oh * w.rows.stride - w.rows.padding + tap / w.columns.kernel;
                        const int v = ow * w.columns.stride - w.columns.padding + tap % w.columns.kernel;
                        if (h >= 0 && h < w.rows.in && v >= 0 && v < w.columns.in)
                            body(count((s * w.rows.out + oh) * w.columns.out + ow),
                                 count((s * w.rows.in + h) * w.columns.in + v), count(tap));
                    }
    }
    std::size_t ins(const Windows& w) const { return count(w.inRows() * w.channels); }
    std::size_t outs(const Windows& w) const { return count(w.outRows() * w.channels); }
};

TEST_P(WindowsTest, MaxPoolFindsTheFirstLargest)
{
    for (const Windows& w :
         {windows(2, 64, 9, 9, 3, 2, 1), windows(1, 3, 6, 7, 2, 2, 0), windows(2, 20, 7, 5, 3, 2, 0, true),
          windows(1, 33, 6, 6, 3, 1, 1), windows(2, 20, 8, 6, 2, 2, 0), windows(0, 4, 4, 4, 2, 2, 0),
          windows(1, 5, 14, 14, 3, 2, 0, true),
          // The sides differ: over rows alone, and TensorFlow's padding of 6 and 7 places.
          Windows{2, 18, {5, 3, 3, 2, 1}, {21, 21, 1, 1, 0}},
          Windows{2, 18, {6, 3, 2, 2, 0}, {10, 10, 1, 1, 0}},
          Windows{1, 34, {6, 3, 3, 2, 0}, {7, 4, 3, 2, 1}},
          Windows{1, 7, {4, 4, 2, 1, 0}, {3, 3, 3, 1, 1}}}) {
        const std::size_t C = count(w.channels);
        // Few different values: many ties.
        Values x = draw(ins(w), -4, 4);
        for (double& each : x)
            each = std::round(each);
        Values best(outs(w), -std::numeric_limits<double>::infinity());
        std::vector<std::uint8_t> winners(outs(w));
        Values dx(ins(w));
        const Values dy = draw(outs(w));
        forTaps(w, [&](std::size_t out, std::size_t in, std::size_t tap) {
            for (std::size_t c = 0; c < C; ++c)
                if (x[in * C + c] > best[out * C + c]) {
                    best[out * C + c] = x[in * C + c];
                    winners[out * C + c] = static_cast<std::uint8_t>(tap);
                }
        });
        forTaps(w, [&](std::size_t out, std::size_t in, std::size_t tap) {
            for (std::size_t c = 0; c < C; ++c)
                dx[in * C + c] += winners[out * C + c] == tap ? dy[out * C + c] : 0;
        });
        const Buffer in = buffer(x);
        Buffer y = buffer(outs(w));
        std::vector<std::uint8_t> found(outs(w) + 1, 200);
        k.maxPool(w, in.data(), y.data(), found.data());
        EXPECT_EQ(y.values(), best);
        EXPECT_EQ(found.back(), 200);
        found.pop_back();
        EXPECT_EQ(found, winners);
        const Buffer gradient = buffer(dy);
        Buffer back = buffer(Values(ins(w), 1));
        k.maxPoolGradient(w, gradient.data(), winners.data(), back.data(), Output::Overwrite);
        expectNear(back.values(), dx);
        Buffer sum = buffer(Values(ins(w), 1));
        k.maxPoolGradient(w, gradient.data(), winners.data(), sum.data(), Output::Add);
        for (double& each : dx)
            each += 1;
        expectNear(sum.values(), dx);
    }
}

TEST_P(WindowsTest, MaxPoolHandsOnNanAndMinusInfinity)
{
    const Windows w = windows(1, 17, 4, 4, 2, 2, 0);
    Values x(ins(w), -std::numeric_limits<double>::infinity());
    x[17 * 5] = std::nan(""); // row 1, column 1: the last of the first window
    x[17 * 2] = std::nan(""); // row 0, column 2: the first of the second window ...
    x[17 * 3] = 3;            // ... which a number follows
    const Buffer in = buffer(x);
    Buffer y = buffer(outs(w));
    std::vector<std::uint8_t> winners(outs(w), 77);
    k.maxPool(w, in.data(), y.data(), winners.data());
    const Values got = y.values();
    EXPECT_TRUE(std::isnan(got[0]));
    EXPECT_EQ(winners[0], 3);
    EXPECT_TRUE(std::isnan(got[17]));
    EXPECT_EQ(winners[17], 0);
    EXPECT_EQ(got[1], -std::numeric_limits<double>::infinity());
    EXPECT_EQ(winners[1], 0);
}

TEST_P(WindowsTest, AdaptiveAveragePool)
{
    for (const auto& [size, out, channels] :
         {std::tuple{7, 1, 64}, {13, 6, 5}, {7, 7, 20}, {3, 5, 33}, {1, 6, 4}, {8, 3, 16}}) {
        Windows w = windows(2, channels, size, size + 1, 1, 1, 0);
        w.rows.out = out;
        w.columns.out = out;
        const std::size_t C = count(channels);
        const Values x = draw(ins(w));
        const Values dy = draw(outs(w));
        Values y(outs(w));
        Values dx(ins(w));
        for (int s = 0; s < 2; ++s)
            for (int i = 0; i < out; ++i)
                for (int j = 0; j < out; ++j) {
                    const int top = i * size / out;
                    const int bottom = static_cast<int>(std::ceil((i + 1.0) * size / out));
                    const int left = j * (size + 1) / out;
                    const int right = static_cast<int>(std::ceil((j + 1.0) * (size + 1) / out));
                    for (int h = top; h < bottom; ++h)
                        for (int v = left; v < right; ++v)
                            for (std::size_t c = 0; c < C; ++c) {
                                const std::size_t from = count((s * size + h) * (size + 1) + v) * C + c;
                                const std::size_t to = count((s * out + i) * out + j) * C + c;
                                y[to] += x[from] / ((bottom - top) * (right - left));
                                dx[from] += dy[to] / ((bottom - top) * (right - left));
                            }
                }
        const Buffer in = buffer(x);
        Buffer result = buffer(outs(w));
        k.averagePool(w, in.data(), result.data());
        expectNear(result.values(), y);
        const Buffer gradient = buffer(dy);
        Buffer back = buffer(ins(w));
        k.averagePoolGradient(w, gradient.data(), back.data(), Output::Overwrite);
        expectNear(back.values(), dx);
        k.averagePoolGradient(w, gradient.data(), back.data(), Output::Add);
        for (double& each : dx)
            each *= 2;
        expectNear(back.values(), dx, 1e-5);
    }
}

TEST_P(WindowsTest, DepthwiseConvolution)
{
    for (const Windows& w :
         {windows(2, 24, 9, 11, 3, 1, 1), windows(1, 58, 10, 9, 3, 2, 1), windows(2, 17, 7, 7, 7, 1, 3),
          windows(1, 32, 14, 15, 7, 1, 3), windows(1, 16, 6, 6, 5, 1, 2), windows(1, 5, 8, 8, 5, 2, 1),
          windows(1, 3, 5, 4, 1, 1, 0), windows(1, 18, 20, 3, 3, 1, 0), windows(0, 8, 4, 4, 3, 1, 1)})
        for (const bool withBias : {false, true}) {
            const std::size_t C = count(w.channels);
            const std::size_t taps = count(w.rows.kernel * w.columns.kernel);
            const Values x = draw(ins(w));
            const Values dy = draw(outs(w));
            const auto weight = drawFloats(C * taps);
            const auto bias = drawFloats(C);
            Values y(outs(w));
            Values dx(ins(w));
            Values dw(C * taps);
            for (std::size_t i = 0; i < y.size(); ++i)
                y[i] = withBias ? double{bias[i % C]} : 0;
            forTaps(w, [&](std::size_t out, std::size_t in, std::size_t tap) {
                for (std::size_t c = 0; c < C; ++c) {
                    y[out * C + c] += x[in * C + c] * double{weight[c * taps + tap]};
                    dx[in * C + c] += dy[out * C + c] * double{weight[c * taps + tap]};
                    dw[c * taps + tap] += dy[out * C + c] * x[in * C + c];
                }
            });
            std::vector<float> prepared(C * taps);
            depthwiseWeights(weight.data(), w.channels, w.rows.kernel, prepared.data());
            const Buffer in = buffer(x);
            const Buffer gradient = buffer(dy);
            Buffer result = buffer(outs(w));
            Buffer back = buffer(Values(ins(w), 1));
            k.depthwise(w, in.data(), prepared.data(), withBias ? bias.data() : nullptr, result.data());
            expectNear(result.values(), y, 1e-5);
            k.depthwiseInputGradient(w, gradient.data(), prepared.data(), back.data(), Output::Overwrite);
            expectNear(back.values(), dx, 1e-5);
            Buffer sum = buffer(Values(ins(w), 1));
            k.depthwiseInputGradient(w, gradient.data(), prepared.data(), sum.data(), Output::Add);
            for (double& each : dx)
                each += 1;
            expectNear(sum.values(), dx, 1e-5);
            std::vector<float> sums(C * taps, 9);
            std::vector<float> got(C * taps, 1);
            k.depthwiseWeightGradient(w, in.data(), gradient.data(), sums.data());
            depthwiseWeightsBack(sums.data(), w.channels, w.rows.kernel, got.data(), Output::Add);
            for (double& each : dw)
                each += 1;
            expectSums(got, dw);
        }
}

LOCKSTEP_TEST_ALL_KERNELS(WindowsTest);

} // namespace
} // namespace lockstep
