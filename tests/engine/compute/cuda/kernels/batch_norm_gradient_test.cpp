// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/batch_norm_fixture.h"

namespace lockstep::cuda {
namespace {

class DeviceBatchNormGradientTest : public DeviceBatchNormTest {
protected:
    struct Maps {
        Values x, dy, dy2, y;
    };
    Maps drawMaps(const Rows& r)
    {
        Maps m{draw(r.elements()), draw(r.elements()), draw(r.elements()), draw(r.elements(), -2, 9)};
        for (std::size_t i = 0; i < m.y.size(); i += 5)
            m.y[i] = 0;
        return m;
    }
    /// g, in f32
    static Values gradientOf(const Maps& m, bool two, Clamp clamp)
    {
        Values g = m.dy;
        for (std::size_t i = 0; i < g.size(); ++i) {
            if (two)
                g[i] += m.dy2[i];
            if (clamp != Clamp::None && !(m.y[i] > 0 && (clamp == Clamp::Relu || m.y[i] < 6)))
                g[i] = 0;
        }
        return g;
    }
};

TEST_P(DeviceBatchNormGradientTest, SumsAndSlopes)
{
    for (const Rows& r : kRows)
        for (const bool two : {false, true})
            for (const Clamp clamp : kClamps) {
                const Maps m = drawMaps(r);
                const Norm norm(*this, r.channels);
                const DeviceBuffer x = buffer(m.x);
                const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
                batchNormStatistics(queue, e, x.data(), r.rows, r.channels, {}, norm.tensors(), norm.state(),
                                    memory.data());
                const Values center = norm.center.values();
                const Values inverse = norm.inverse.values();
                const Values scale = norm.scale.values();

                const Values g = gradientOf(m, two, clamp);
                const std::size_t channels = count(r.channels);
                std::vector<double> sums(2 * channels);
                for (std::size_t i = 0; i < g.size(); ++i) {
                    const std::size_t c = i % channels;
                    sums[c] += static_cast<double>(g[i]);
                    sums[channels + c] += static_cast<double>(g[i]) * static_cast<double>(m.x[i] - center[c]);
                }
                std::vector<double> ofWeight(channels), ofBias(channels), xSlope(channels), offset(channels);
                for (std::size_t c = 0; c < channels; ++c) {
                    const double factor = static_cast<double>(inverse[c]);
                    ofBias[c] = 3 + sums[c];
                    ofWeight[c] = 5 + sums[channels + c] * factor;
                    xSlope[c] =
                        -static_cast<double>(scale[c]) * factor * factor * sums[channels + c] / r.rows;
                    offset[c] = -static_cast<double>(scale[c]) * sums[c] / r.rows;
                }

                const DeviceBuffer dy = buffer(m.dy);
                const DeviceBuffer dy2 = buffer(m.dy2);
                const DeviceBuffer y = buffer(m.y);
                const DeviceBuffer slopes = floats(channels);
                const DeviceBuffer xSlopes = floats(channels);
                const DeviceBuffer offsets = floats(channels);
                const DeviceBuffer weightGradient = floats(Values(channels, 5));
                const DeviceBuffer biasGradient = floats(Values(channels, 3));
                const NormGradient n{.rows = r.rows,
                                     .channels = r.channels,
                                     .x = x.data(),
                                     .dy = dy.data(),
                                     .dy2 = two ? dy2.data() : nullptr,
                                     .y = clamp == Clamp::None ? nullptr : y.data(),
                                     .clamp = clamp,
                                     .masked = dy.data()};
                batchNormGradientSums(queue, e, n, norm.tensors(), norm.state(),
                                      {slopes.floats(), xSlopes.floats(), offsets.floats()},
                                      weightGradient.floats(), biasGradient.floats(), Output::Add,
                                      memory.data());
                expectSame(dy.values(), stored(g));
                expectSame(slopes.values(), scale);
                expectNear(weightGradient.values(), ofWeight, 2e-5);
                expectNear(biasGradient.values(), ofBias, 2e-5);
                expectNear(xSlopes.values(), xSlope, 2e-5);
                expectNear(offsets.values(), offset, 2e-5);
            }
}

TEST_P(DeviceBatchNormGradientTest, SecondPassAsTheProcessor)
{
    for (const Rows& r : kRows)
        for (const bool two : {false, true})
            for (const Clamp clamp : kClamps) {
                const Maps m = drawMaps(r);
                const Values center = drawFloats(count(r.channels));
                const Values slope = drawFloats(count(r.channels));
                const Values xSlope = drawFloats(count(r.channels));
                const Values offset = drawFloats(count(r.channels));
                NormGradient n{.rows = r.rows,
                               .channels = r.channels,
                               .x = m.x.data(),
                               .dy = m.dy.data(),
                               .dy2 = two ? m.dy2.data() : nullptr,
                               .y = m.y.data(),
                               .clamp = clamp,
                               .masked = nullptr};
                Values wanted(r.elements());
                cpu.normGradient(n, center.data(), slope.data(), xSlope.data(), offset.data(), wanted.data());

                const DeviceBuffer x = buffer(m.x);
                const DeviceBuffer dy = buffer(m.dy);
                const DeviceBuffer dy2 = buffer(m.dy2);
                const DeviceBuffer y = buffer(m.y);
                const DeviceBuffer centers = floats(center);
                const DeviceBuffer slopes = floats(slope);
                const DeviceBuffer xSlopes = floats(xSlope);
                const DeviceBuffer offsets = floats(offset);
                n.x = x.data();
                n.dy = dy.data();
                n.dy2 = two ? dy2.data() : nullptr;
                n.y = y.data();
                batchNormGradient(queue, e, n, {}, {centers.floats(), nullptr, nullptr},
                                  {slopes.floats(), xSlopes.floats(), offsets.floats()}, x.data(),
                                  Output::Overwrite);
                expectSame(x.values(), stored(wanted));
            }
}

/// To the bit: also where rounding to the element type carries an output onto the clamp's edge.
TEST_P(DeviceBatchNormGradientTest, TakesTheMaskFromTheInputAsFromTheOutput)
{
    for (const Rows& r : kRows)
        for (const Clamp clamp : {Clamp::Relu, Clamp::Relu6}) {
            const Maps m = drawMaps(r);
            const Norm norm(*this, r.channels);
            const DeviceBuffer x = buffer(m.x);
            const DeviceBuffer dy = buffer(m.dy);
            const DeviceBuffer y = buffer(r.elements());
            const auto memory = scratch(channelSumsScratch(r.rows, r.channels));
            batchNormStatistics(queue, e, x.data(), r.rows, r.channels, {}, norm.tensors(), norm.state(),
                                memory.data());
            const DeviceBuffer wide = floats(Values(count(r.channels), 7)); // a good part is beyond 6
            const cuda::BatchNormState state{norm.center.floats(), norm.inverse.floats(), wide.floats()};
            normalize(queue, e,
                      {.rows = r.rows,
                       .channels = r.channels,
                       .x = x.data(),
                       .affine = {norm.center.floats(), wide.floats(), norm.biases.floats()},
                       .clamp = clamp,
                       .y = y.data()});
            const auto gradients = [&](const void* output) {
                const DeviceBuffer slopes = floats(count(r.channels));
                const DeviceBuffer xSlopes = floats(count(r.channels));
                const DeviceBuffer offsets = floats(count(r.channels));
                const DeviceBuffer weight = floats(count(r.channels));
                const DeviceBuffer bias = floats(count(r.channels));
                const DeviceBuffer dx = buffer(r.elements());
                const NormGradient n{.rows = r.rows,
                                     .channels = r.channels,
                                     .x = x.data(),
                                     .dy = dy.data(),
                                     .y = output,
                                     .clamp = clamp};
                const BatchNormSlopes made{slopes.floats(), xSlopes.floats(), offsets.floats()};
                batchNormGradientSums(queue, e, n, norm.tensors(), state, made, weight.floats(),
                                      bias.floats(), Output::Overwrite, memory.data());
                batchNormGradient(queue, e, n, norm.tensors(), state, made, dx.data(), Output::Overwrite);
                return std::vector{weight.values(), bias.values(), dx.values()};
            };
            const std::vector<Values> expected = gradients(y.data());
            const std::vector<Values> found = gradients(nullptr);
            for (std::size_t i = 0; i < expected.size(); ++i)
                expectSame(found[i], expected[i]);
        }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceBatchNormGradientTest);

} // namespace
} // namespace lockstep::cuda
