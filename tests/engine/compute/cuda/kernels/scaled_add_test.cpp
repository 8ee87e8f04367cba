// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

#include <limits>

namespace lockstep::cuda {
namespace {

class DeviceScaledAddTest : public DeviceKernelTest {
protected:
    DropoutMask mask(double probability) const
    {
        return {.probability = probability, .seed = 0x1234'5678'9abc'def0, .layer = 5};
    }
    /// The step's place on the device, not the mask's own, is what counts.
    static StepBlock step() { return {.step = 17, .firstSample = 40}; }
    static DropoutMask ofStep(DropoutMask mask)
    {
        mask.step = step().step;
        mask.firstSample = step().firstSample;
        return mask;
    }
};

TEST_P(DeviceScaledAddTest, ScalesAndAddsAsTheProcessor)
{
    for (const auto& [samples, pixels, channels] :
         {std::tuple{2, 9, 16}, {3, 1, 20}, {1, 130, 65}, {0, 4, 3}, {4, 49, 96}})
        for (int which = 0; which < 8; ++which) {
            const std::size_t n = count(samples * pixels * channels);
            const Values x = draw(n);
            const Values residual = draw(n);
            const Values ofChannels = drawFloats(count(channels));
            const Values ofSamples = drawFloats(count(samples));
            Values wanted(n);
            ScaledAdd a{.samples = samples,
                        .pixels = pixels,
                        .channels = channels,
                        .x = x.data(),
                        .channelFactors = (which & 1) != 0 ? ofChannels.data() : nullptr,
                        .sampleFactors = (which & 2) != 0 ? ofSamples.data() : nullptr,
                        .residual = (which & 4) != 0 ? residual.data() : nullptr,
                        .y = wanted.data()};
            cpu.scaledAdd(a);
            const ScaledAdd known = a;

            const DeviceBuffer in = buffer(x);
            const DeviceBuffer rest = buffer(residual);
            const DeviceBuffer channelFactors = floats(ofChannels);
            const DeviceBuffer sampleFactors = floats(ofSamples);
            const DeviceBuffer out = buffer(n);
            a.x = in.data();
            a.channelFactors = (which & 1) != 0 ? channelFactors.floats() : nullptr;
            a.sampleFactors = (which & 2) != 0 ? sampleFactors.floats() : nullptr;
            a.residual = (which & 4) != 0 ? rest.data() : nullptr;
            a.y = out.data();
            scaledAdd(queue, e, a);
            expectSame(out.values(), stored(wanted));

            for (const Output output : kOutputs) {
                const Values dy = draw(n);
                Values dx = draw(n);
                std::vector<double> sums(count(channels));
                const DeviceBuffer gradient = buffer(dy);
                const DeviceBuffer back = buffer(dx);
                cpu.scaledAddGradient(known, dy.data(), dx.data(), output, sums.data());
                const DeviceBuffer factors = floats(Values(count(channels), 4));
                const auto memory = scratch(channelSumsScratch(samples * pixels, channels));
                scaledAddGradient(queue, e, a, gradient.data(), back.data(), output, factors.floats(),
                                  Output::Add, memory.data());
                expectSame(back.values(), stored(dx));
                for (double& each : sums)
                    each += 4;
                expectNear(factors.values(), sums, 1e-5);
            }
        }
}

TEST_P(DeviceScaledAddTest, DropsWhatTheProcessorDrops)
{
    const DeviceArray<StepBlock> block(queue, {step()});
    for (const double probability : {0.0, 0.3, 0.5, 1.0})
        for (const std::int64_t elements : {1, 15, 64, 65, 100, 1000})
            for (const Output output : kOutputs) {
                const int samples = 3;
                Values x = draw(count(samples * elements));
                x[0] = std::numeric_limits<float>::infinity();
                Values wanted = draw(x.size());
                const DeviceBuffer in = buffer(x);
                const DeviceBuffer out = buffer(wanted);
                cpu.dropout(ofStep(mask(probability)), x.data(), wanted.data(), samples, elements, output);
                dropout(queue, e, mask(probability), block.data(), in.data(), out.data(), samples, elements,
                        output);
                expectSame(out.values(), stored(wanted));
                if (output == Output::Add)
                    continue;
                dropout(queue, e, mask(probability), block.data(), in.data(), in.data(), samples, elements,
                        output);
                expectSame(in.values(), stored(wanted));
            }
}

TEST_P(DeviceScaledAddTest, LeavesOutTheBlocksThatTheProcessorLeavesOut)
{
    const DeviceArray<StepBlock> block(queue, {step()});
    for (const double probability : {0.0, 0.2, 0.9})
        for (const int samples : {0, 1, 300}) {
            Values wanted;
            for (int s = 0; s < samples; ++s)
                wanted.push_back(lockstep::stochasticDepthFactor(ofStep(mask(probability)), s));
            const DeviceBuffer factors = floats(wanted.size());
            stochasticDepthFactors(queue, mask(probability), block.data(), samples, factors.floats());
            expectSame(factors.values(), wanted);
        }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceScaledAddTest);

} // namespace
} // namespace lockstep::cuda
