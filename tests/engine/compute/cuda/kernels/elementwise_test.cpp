// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/kernels/elementwise.cuh"

#include "tests/engine/compute/cuda/kernels/device_kernel_fixture.h"

namespace lockstep::cuda {
namespace {

constexpr std::size_t kCounts[] = {0, 1, 7, 8, 65, 1000, 3001};
constexpr Activation kFunctions[] = {Activation::Relu, Activation::Relu6, Activation::Tanh, Activation::Gelu};
constexpr Clamp kClamps[] = {Clamp::None, Clamp::Relu, Clamp::Relu6};

class DeviceElementwiseTest : public DeviceKernelTest {
protected:
    /// Among them what is no number, and no end.
    Values drawAnything(std::size_t count)
    {
        Values values = draw(count, -12, 12);
        const float special[] = {0, -0.0f, 6, kInfinity, -kInfinity, kNan, rounded(e, 1e-7f)};
        for (std::size_t i = 0; i < count && count > 8; i += 9)
            values[i] = special[i / 9 % 7];
        return values;
    }
};

TEST_P(DeviceElementwiseTest, ActivatesAsTheProcessor)
{
    for (const Activation function : kFunctions)
        for (const std::size_t n : kCounts) {
            const Values x = drawAnything(n);
            Values wanted(n);
            cpu.activate(function, x.data(), wanted.data(), static_cast<std::int64_t>(n));
            const DeviceBuffer in = buffer(x);
            const DeviceBuffer out = buffer(n);
            activate(queue, e, function, in.data(), out.data(), static_cast<std::int64_t>(n));
            expectSame(out.values(), stored(wanted));
            activate(queue, e, function, in.data(), in.data(), static_cast<std::int64_t>(n));
            expectSame(in.values(), stored(wanted));
        }
}

TEST_P(DeviceElementwiseTest, GradientsOfActivationsAsTheProcessor)
{
    for (const Activation function : kFunctions)
        for (const Output output : kOutputs)
            for (const std::size_t n : kCounts) {
                const Values known = drawAnything(n);
                const Values dy = draw(n);
                Values wanted = draw(n);
                const DeviceBuffer dx = buffer(wanted);
                cpu.activationGradient(function, known.data(), dy.data(), wanted.data(),
                                       static_cast<std::int64_t>(n), output);
                const DeviceBuffer at = buffer(known);
                const DeviceBuffer gradient = buffer(dy);
                activationGradient(queue, e, function, at.data(), gradient.data(), dx.data(),
                                   static_cast<std::int64_t>(n), output);
                expectSame(dx.values(), stored(wanted));
            }
}

TEST_P(DeviceElementwiseTest, AddsAndClamps)
{
    for (const Clamp clamp : kClamps)
        for (const std::size_t n : kCounts) {
            const Values a = drawAnything(n);
            const Values b = draw(n);
            Values wanted(n);
            cpu.add(a.data(), b.data(), wanted.data(), static_cast<std::int64_t>(n), clamp);
            const DeviceBuffer first = buffer(a);
            const DeviceBuffer second = buffer(b);
            add(queue, e, first.data(), second.data(), second.data(), static_cast<std::int64_t>(n), clamp);
            expectSame(second.values(), stored(wanted));
        }
}

TEST_P(DeviceElementwiseTest, GradientsOfClamps)
{
    for (const Clamp clamp : kClamps)
        for (const Output output : kOutputs) {
            const std::size_t n = 1000;
            const Values y = drawAnything(n);
            const Values dy = draw(n);
            Values wanted = draw(n);
            const DeviceBuffer dx = buffer(wanted);
            cpu.clampGradient(y.data(), dy.data(), wanted.data(), n, clamp, output);
            const DeviceBuffer known = buffer(y);
            const DeviceBuffer gradient = buffer(dy);
            clampGradient(queue, e, known.data(), gradient.data(), dx.data(), n, clamp, output);
            expectSame(dx.values(), stored(wanted));
        }
}

TEST_P(DeviceElementwiseTest, AccumulatesWhereverItBegins)
{
    for (const std::size_t shift : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
        for (const std::size_t n : kCounts) {
            const Values x = draw(n);
            Values wanted = draw(n);
            const DeviceBuffer from = buffer(x, shift);
            const DeviceBuffer to = buffer(wanted, shift);
            cpu.accumulate(x.data(), wanted.data(), static_cast<std::int64_t>(n));
            accumulate(queue, e, from.data(), to.data(), static_cast<std::int64_t>(n));
            expectSame(to.values(), stored(wanted));
        }
}

TEST_P(DeviceElementwiseTest, AGridSmallerThanTheWorkDoesAllOfIt)
{
    for (const std::size_t n : {std::size_t{5000}, std::size_t{100'003}}) {
        const Values x = draw(n);
        Values wanted(n);
        cpu.activate(Activation::Tanh, x.data(), wanted.data(), static_cast<std::int64_t>(n));
        const DeviceBuffer in = buffer(x);
        const DeviceBuffer out = buffer(n);
        withElement(e, [&]<typename E>() {
            using Kernel = Elementwise<E, Activate>;
            for (const bool aligned : {true, false}) {
                const PackedCount packed = packedCount(static_cast<std::int64_t>(n), Kernel::kWidth, aligned);
                launch(queue, {3},
                       Kernel{{Activation::Tanh},
                              reinterpret_cast<const E*>(in.data()),
                              nullptr,
                              reinterpret_cast<E*>(out.data()),
                              packed,
                              Output::Overwrite});
                expectSame(out.values(), stored(wanted));
            }
        });
    }
}

TEST_P(DeviceElementwiseTest, ConvertsBetweenAllElements)
{
    for (const Element to : {Element::Float32, Element::Bfloat16, Element::Float16})
        for (const std::size_t n : kCounts) {
            Values x = drawAnything(n);
            if (n > 2)
                x[1] = rounded(e, 65519); // rounds to what f16 holds; the next one does not
            const DeviceBuffer in = buffer(x);
            const DeviceBuffer out(queue, to, Values(n, 3));
            convert(queue, e, in.data(), to, out.data(), static_cast<std::int64_t>(n));
            for (float& each : x)
                each = rounded(to, each);
            expectSame(out.values(), x);
        }
}

LOCKSTEP_TEST_DEVICE_KERNELS(DeviceElementwiseTest);

TEST(DeviceElements, AreRoundedToNearestEven)
{
    EXPECT_EQ(rounded(Element::Bfloat16, 1 + 0x1p-8f), 1);
    EXPECT_EQ(rounded(Element::Bfloat16, 1 + 3 * 0x1p-8f), 1 + 0x1p-6f);
    EXPECT_EQ(rounded(Element::Float16, 1 + 0x1p-11f), 1);
    EXPECT_EQ(rounded(Element::Float16, 1 + 3 * 0x1p-11f), 1 + 0x1p-9f);
    EXPECT_EQ(rounded(Element::Float16, 65519), 65504);
    EXPECT_EQ(rounded(Element::Float16, 65520), kInfinity);
    EXPECT_EQ(rounded(Element::Float16, 0x1p-24f), 0x1p-24f);
    EXPECT_TRUE(std::isnan(rounded(Element::Float16, kNan)));
    EXPECT_TRUE(std::isnan(rounded(Element::Bfloat16, kNan)));
}

} // namespace
} // namespace lockstep::cuda
