// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

namespace lockstep::cuda {
namespace {

class DeviceLayerNormTest : public DeviceKernelTest {
protected:
    /// What storing in the element type may change, relatively.
    double elementError() const
    {
        return e == Element::Float32 ? 0 : e == Element::Bfloat16 ? 0x1p-8 : 0x1p-10;
    }
};

TEST_P(DeviceLayerNormTest, RowsAndTheirGradients)
{
    for (const auto& [rows, channels] : {std::pair{0, 8}, {1, 3}, {7, 96}, {9, 65}, {1000, 16}, {33, 768}})
        for (const Output output : kOutputs) {
            const std::size_t width = count(channels);
            const std::size_t n = count(rows * channels);
            const Values x = draw(n);
            const Values dy = draw(n);
            const Values dxBefore = draw(n);
            const Values weight = drawFloats(width);
            const Values bias = drawFloats(width);
            const double epsilon = 1e-6;

            std::vector<double> y(n), dx(n), mean, inverse, ofWeight(width, 2), ofBias(width, 3);
            for (std::size_t row = 0; row < count(rows); ++row) {
                const std::size_t first = row * width;
                double middle = 0, squares = 0, meanGradient = 0, meanProduct = 0;
                for (std::size_t c = 0; c < width; ++c)
                    middle += static_cast<double>(x[first + c]) / channels;
                for (std::size_t c = 0; c < width; ++c)
                    squares += std::pow(static_cast<double>(x[first + c]) - middle, 2);
                const double factor = 1 / std::sqrt(squares / channels + epsilon);
                mean.push_back(middle);
                inverse.push_back(factor);
                for (std::size_t c = 0; c < width; ++c) {
                    const double spread = (static_cast<double>(x[first + c]) - middle) * factor;
                    const double g = static_cast<double>(dy[first + c]);
                    y[first + c] = spread * static_cast<double>(weight[c]) + static_cast<double>(bias[c]);
                    meanGradient += g * static_cast<double>(weight[c]) / channels;
                    meanProduct += g * static_cast<double>(weight[c]) * spread / channels;
                    ofWeight[c] += g * spread;
                    ofBias[c] += g;
                }
                for (std::size_t c = 0; c < width; ++c) {
                    const double spread = (static_cast<double>(x[first + c]) - middle) * factor;
                    const double g = static_cast<double>(dy[first + c]) * static_cast<double>(weight[c]);
                    dx[first + c] = (g - meanGradient - spread * meanProduct) * factor +
                                    (output == Output::Add ? static_cast<double>(dxBefore[first + c]) : 0);
                }
            }

            const DeviceBuffer in = buffer(x);
            const DeviceBuffer out = buffer(n);
            const DeviceBuffer weights = floats(weight);
            const DeviceBuffer biases = floats(bias);
            const DeviceBuffer means = floats(count(rows));
            const DeviceBuffer inverses = floats(count(rows));
            layerNorm(queue, e, in.data(), rows, channels, weights.floats(), biases.floats(), epsilon,
                      out.data(), means.floats(), inverses.floats());
            expectNear(out.values(), y, 1e-5 + elementError());
            expectNear(means.values(), mean, 1e-6);
            expectNear(inverses.values(), inverse, 1e-5);

            const DeviceBuffer gradient = buffer(dy);
            const DeviceBuffer back = buffer(dxBefore);
            const DeviceBuffer weightGradient = floats(Values(width, 2));
            const DeviceBuffer biasGradient = floats(Values(width, 3));
            const auto memory = scratch(channelSumsScratch(rows, channels));
            layerNormGradient(queue, e, in.data(), gradient.data(), rows, channels, weights.floats(),
                              means.floats(), inverses.floats(), back.data(), output, weightGradient.floats(),
                              biasGradient.floats(), Output::Add, memory.data());
            expectNear(back.values(), dx, 2e-5 + elementError());
            expectNear(weightGradient.values(), ofWeight, 2e-5);
            expectNear(biasGradient.values(), ofBias, 2e-5);
        }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceLayerNormTest);

} // namespace
} // namespace lockstep::cuda
