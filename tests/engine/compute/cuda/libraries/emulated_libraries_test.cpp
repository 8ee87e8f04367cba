// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"

#include "engine/compute/cuda/kernels/elements.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/emulated_cuda/plain_products.h"

#include <gtest/gtest.h>

/// The emulated libraries through the device's queue and memory: types, places, order.
namespace lockstep {
namespace {

using namespace cuda;
using namespace testing;

/// Numbers in the device's memory.
class Tensor {
public:
    Tensor(Queue& queue, Element element, const std::vector<float>& values)
        : m_queue(queue), m_element(element), m_count(values.size()), m_host(m_count * bytesOf(element)),
          m_device(m_count * bytesOf(element) + kShift)
    {
        withElement(element, [&]<typename T>() {
            for (std::size_t i = 0; i < m_count; ++i)
                store(reinterpret_cast<T*>(m_host.at())[i], values[i]);
        });
        queue.copy(at(), m_host.at(), m_count * bytesOf(element));
    }
    std::byte* at(std::size_t offset = 0) const { return m_device.at(offset); }

    std::vector<float> values()
    {
        m_queue.copy(m_host.at(), at(), m_count * bytesOf(m_element));
        m_queue.wait();
        std::vector<float> floats;
        withElement(m_element, [&]<typename T>() {
            for (std::size_t i = 0; i < m_count; ++i)
                floats.push_back(toFloat(reinterpret_cast<const T*>(m_host.at())[i]));
        });
        return floats;
    }

    static constexpr std::size_t kShift = 16; ///< what may be added to at()

private:
    Queue& m_queue;
    Element m_element;
    std::size_t m_count;
    PinnedMemory m_host;
    DeviceMemory m_device;
};

/// Small whole numbers, which every element type holds.
std::vector<float> wholeNumbers(std::int64_t count)
{
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(i * 7 % 5 - 2));
    return values;
}

constexpr Element kElements[] = {Element::Float32, Element::Bfloat16, Element::Float16};

TEST(EmulatedLibraries, MultiplyEveryElementTypeIntoItsOwnAndIntoFloats)
{
    Queue queue(0);
    const auto libraries = makeEmulatedLibraries(queue);
    const DeviceMemory workspace(kProductWorkspaceBytes);
    for (const Element element : kElements)
        for (const Element result : {element, Element::Float32})
            for (const float beta : {0.0F, 1.0F}) {
                const MatrixProduct product{.m = 3,
                                            .n = 5,
                                            .k = 4,
                                            .transposeB = true,
                                            .element = element,
                                            .result = result,
                                            .beta = beta};
                const std::vector<float> left = wholeNumbers(12);
                const std::vector<float> right = wholeNumbers(20);
                const Tensor a(queue, element, left);
                const Tensor b(queue, element, right);
                Tensor c(queue, result, std::vector<float>(15, 2));
                libraries->multiply(queue, product, a.at(), b.at(), c.at(), workspace.at());
                std::vector<float> expected(15, 2 * beta);
                addProduct(3, 5, 4, {left.data(), 4, 1}, {right.data(), 1, 4}, expected.data(), 5);
                EXPECT_EQ(c.values(), expected);
            }
}

TEST(EmulatedLibraries, ConvolveEveryElementTypeInEveryPass)
{
    Queue queue(0);
    const auto libraries = makeEmulatedLibraries(queue);
    ConvolutionShape shape{
        .samples = 2, .inChannels = 3, .outChannels = 4, .rows = {5, 3, 3, 2, 1}, .columns = {4, 2, 3, 2, 1}};
    const std::vector<float> x = wholeNumbers(shape.inputElements());
    const std::vector<float> w = wholeNumbers(shape.weightElements());
    const std::vector<float> y = wholeNumbers(shape.outputElements());
    const DeviceMemory workspace(static_cast<std::size_t>(convolutionWorkspaceLimit(shape)));
    const auto expectPass = [&](ConvolutionPass pass, const std::vector<float>& first,
                                const std::vector<float>& second) {
        const std::vector<float> expected = convolve(shape, pass, first.data(), second.data());
        const auto convolution = libraries->convolution(shape, pass, PlanChoice::First);
        EXPECT_GT(convolution->workspaceBytes(), 0);
        EXPECT_LE(convolution->workspaceBytes(), convolutionWorkspaceLimit(shape));
        const Tensor a(queue, shape.element, first);
        const Tensor b(queue, shape.element, second);
        Tensor result(queue, shape.element, std::vector<float>(expected.size(), -1));
        convolution->give(queue, a.at(), b.at(), result.at(), workspace.at());
        EXPECT_EQ(result.values(), expected);
    };
    for (const Element element : kElements) {
        shape.element = element;
        expectPass(ConvolutionPass::Forward, x, w);
        expectPass(ConvolutionPass::BackwardData, y, w);
        expectPass(ConvolutionPass::BackwardWeights, x, y);
    }
}

/// What cuDNN was promised and does not check.
TEST(EmulatedLibraries, InsistOnAlignedTensors)
{
    Queue queue(0);
    const auto libraries = makeEmulatedLibraries(queue);
    const ConvolutionShape shape{.rows = {2, 2, 1, 1, 0}, .columns = {2, 2, 1, 1, 0}};
    const auto convolution = libraries->convolution(shape, ConvolutionPass::Forward, PlanChoice::First);
    const DeviceMemory workspace(static_cast<std::size_t>(convolution->workspaceBytes()));
    const Tensor x(queue, Element::Float32, wholeNumbers(4));
    const Tensor w(queue, Element::Float32, wholeNumbers(1));
    const Tensor y(queue, Element::Float32, wholeNumbers(4));
    convolution->give(queue, x.at(16), w.at(), y.at(), workspace.at());
    EXPECT_NO_THROW(queue.wait());
    convolution->give(queue, x.at(4), w.at(), y.at(), workspace.at());
    EXPECT_ANY_THROW(queue.wait());
    restoreFakeRuntime();
}

TEST(EmulatedLibraries, ServeThePrecisionsOfTheirCard)
{
    Queue queue(0);
    const auto libraries = makeEmulatedLibraries(queue, {Element::Float32, Element::Float16});
    EXPECT_FALSE(libraries->refusal(Element::Float16));
    EXPECT_TRUE(libraries->refusal(Element::Bfloat16));
}

} // namespace
} // namespace lockstep
