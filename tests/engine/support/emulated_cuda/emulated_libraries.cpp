// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/emulated_libraries.h"

#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/kernels/elements.h"
#include "engine/core/error.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/support/emulated_cuda/plain_products.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

namespace lockstep::testing {
namespace {

using namespace cuda;

/// Of the workspace of products, whose whole would take longer than most of the products.
constexpr std::int64_t kSpoiledOfProducts = 4096;
constexpr std::uintptr_t kTensorAlignment = 16;
constexpr std::uintptr_t kWorkspaceAlignment = 256;

void checkAligned(const void* memory, std::uintptr_t alignment)
{
    LOCKSTEP_CHECK(reinterpret_cast<std::uintptr_t>(memory) % alignment == 0);
}

std::vector<float> toFloats(Element element, const void* values, std::int64_t count)
{
    std::vector<float> floats(static_cast<std::size_t>(count));
    withElement(element, [&]<typename T>() {
        std::transform(static_cast<const T*>(values), static_cast<const T*>(values) + count, floats.begin(),
                       [](T value) { return toFloat(value); });
    });
    return floats;
}

void fromFloats(const std::vector<float>& floats, Element element, void* values)
{
    withElement(element, [&]<typename T>() {
        T* to = static_cast<T*>(values);
        for (const float value : floats)
            store(*to++, value);
    });
}

/// What is in a workspace is the library's own: whoever reads it afterwards reads this.
void spoil(void* workspace, std::int64_t bytes)
{
    std::memset(workspace, 0xA5, static_cast<std::size_t>(bytes));
}

class EmulatedConvolution final : public Convolution {
public:
    EmulatedConvolution(const ConvolutionShape& shape, ConvolutionPass pass, std::int64_t workspaceBytes,
                        bool synchronizes)
        : m_shape(shape), m_pass(pass), m_workspaceBytes(workspaceBytes), m_synchronizes(synchronizes)
    {
    }
    std::int64_t workspaceBytes() const override { return m_workspaceBytes; }

    void give(Queue& queue, const void* first, const void* second, void* result,
              void* workspace) const override
    {
        if (m_synchronizes)
            check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        giveToFakeStream(queue.stream(), [shape = m_shape, pass = m_pass, bytes = m_workspaceBytes, first,
                                          second, result, workspace] {
            for (const void* tensor : {first, second, static_cast<const void*>(result)})
                checkAligned(tensor, kTensorAlignment);
            checkAligned(workspace, kWorkspaceAlignment);
            spoil(workspace, bytes);
            const Element element = shape.element;
            const std::int64_t firstElements =
                pass == ConvolutionPass::BackwardData ? shape.outputElements() : shape.inputElements();
            const std::int64_t secondElements =
                pass == ConvolutionPass::BackwardWeights ? shape.outputElements() : shape.weightElements();
            const std::vector<float> x = toFloats(element, first, firstElements);
            const std::vector<float> w = toFloats(element, second, secondElements);
            fromFloats(convolve(shape, pass, x.data(), w.data()), element, result);
        });
    }

private:
    ConvolutionShape m_shape;
    ConvolutionPass m_pass;
    std::int64_t m_workspaceBytes;
    bool m_synchronizes;
};

class EmulatedFusedConvolution final : public FusedConvolution {
public:
    EmulatedFusedConvolution(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue,
                             std::int64_t workspaceBytes)
        : m_shape(shape), m_epilogue(epilogue), m_workspaceBytes(workspaceBytes)
    {
    }
    std::int64_t workspaceBytes() const override { return m_workspaceBytes; }

    void give(Queue& queue, const void* x, const void* weights, const EpilogueTensors& tensors, void* y,
              void* workspace) const override
    {
        giveToFakeStream(queue.stream(), [*this, x, weights, tensors, y, workspace] {
            for (const void* tensor : {x, weights, static_cast<const void*>(y), tensors.residual})
                checkAligned(tensor, kTensorAlignment);
            checkAligned(workspace, kWorkspaceAlignment);
            spoil(workspace, m_workspaceBytes);
            LOCKSTEP_CHECK(y != x && y != tensors.residual);
            const std::vector<float> in = toFloats(m_shape.element, x, m_shape.inputElements());
            const std::vector<float> w = toFloats(m_shape.element, weights, m_shape.weightElements());
            std::vector<float> values = convolve(m_shape, ConvolutionPass::Forward, in.data(), w.data());
            if (m_epilogue.kind == ConvolutionEpilogue::Kind::Normalize)
                normalize(values, tensors);
            fromFloats(values, m_shape.element, y);
            if (m_epilogue.kind == ConvolutionEpilogue::Kind::Statistics)
                sum(toFloats(m_shape.element, y, m_shape.outputElements()), tensors);
        });
    }

private:
    void normalize(std::vector<float>& values, const EpilogueTensors& tensors) const
    {
        LOCKSTEP_CHECK(m_epilogue.residual == (tensors.residual != nullptr));
        std::vector<float> residual(values.size());
        if (m_epilogue.residual)
            residual = toFloats(m_shape.element, tensors.residual, m_shape.outputElements());
        const auto channels = static_cast<std::size_t>(m_shape.outChannels);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t c = i % channels;
            const ChannelAffine& a = tensors.affine;
            const float normed = (values[i] - a.center[c]) * a.scale[c] + a.bias[c];
            values[i] = clamped(m_epilogue.clamp, normed + residual[i]);
        }
    }
    void sum(const std::vector<float>& values, const EpilogueTensors& tensors) const
    {
        const auto channels = static_cast<std::size_t>(m_shape.outChannels);
        std::vector<double> totals(channels);
        std::vector<double> squares(channels);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto value = static_cast<double>(values[i]);
            totals[i % channels] += value;
            squares[i % channels] += value * value;
        }
        for (std::size_t c = 0; c < channels; ++c) {
            tensors.totals[c] = static_cast<float>(totals[c]);
            tensors.squares[c] = static_cast<float>(squares[c]);
        }
    }

    ConvolutionShape m_shape;
    ConvolutionEpilogue m_epilogue;
    std::int64_t m_workspaceBytes;
};

void multiplyOnHost(const MatrixProduct& product, const void* a, const void* b, void* c)
{
    const std::int64_t m = product.m;
    const std::int64_t n = product.n;
    const std::int64_t k = product.k;
    std::vector<float> sums(static_cast<std::size_t>(m * n));
    if (product.beta != 0) {
        sums = toFloats(product.result, c, m * n);
        for (float& sum : sums)
            sum *= product.beta;
    }
    const std::vector<float> left = toFloats(product.element, a, m * k);
    const std::vector<float> right = toFloats(product.element, b, k * n);
    addProduct(m, n, k, product.transposeA ? MatrixView{left.data(), 1, m} : MatrixView{left.data(), k, 1},
               product.transposeB ? MatrixView{right.data(), 1, k} : MatrixView{right.data(), n, 1},
               sums.data(), n);
    fromFloats(sums, product.result, c);
}

class EmulatedLibraries final : public DeviceLibraries {
public:
    EmulatedLibraries(Queue& queue, std::vector<Element> served, EmulatedFusions fusions,
                      std::optional<ConvolutionPass> synchronizing)
        : m_queue(queue), m_served(std::move(served)), m_fusions(fusions), m_synchronizing(synchronizing)
    {
    }

    std::optional<Error> refusal(Element element) const override
    {
        if (std::find(m_served.begin(), m_served.end(), element) != m_served.end())
            return std::nullopt;
        return Error{"The emulated device does not serve this precision.", {}, {}};
    }

    /// A workspace of an odd size that differs from shape to shape and from pass to pass.
    std::unique_ptr<Convolution> convolution(const ConvolutionShape& shape, ConvolutionPass pass,
                                             PlanChoice choice) override
    {
        if (choice == PlanChoice::Measured) {
            m_queue.wait();
            m_known.insert(describe(shape, pass));
        }
        const bool synchronizes = m_synchronizing && pass == *m_synchronizing;
        return std::make_unique<EmulatedConvolution>(
            shape, pass, workspaceBytes(shape, static_cast<std::int64_t>(pass) * 1000 + 7), synchronizes);
    }

    bool isKnown(const ConvolutionShape& shape, ConvolutionPass pass) const override
    {
        return m_known.contains(describe(shape, pass));
    }
    bool isKnown(const ConvolutionShape&, const ConvolutionEpilogue&) const override { return true; }
    std::string keptIn() const override { return "/emulated/plans"; }

    ConvolutionFusion fusion(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) override
    {
        if (m_fusions == EmulatedFusions::None)
            return {};
        m_queue.wait();
        const bool pays = m_fusions == EmulatedFusions::All || m_compared++ % 2 == 0;
        ConvolutionFusion fusion{nullptr, FusionTimes{pays ? 1e-5 : 3e-5, 2e-5}};
        if (pays)
            fusion.fused =
                std::make_unique<EmulatedFusedConvolution>(shape, epilogue, workspaceBytes(shape, 4011));
        return fusion;
    }

    void multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b, void* c,
                  void* workspace) override
    {
        giveToFakeStream(queue.stream(), [=] {
            checkAligned(workspace, kWorkspaceAlignment);
            spoil(workspace, kSpoiledOfProducts);
            multiplyOnHost(product, a, b, c);
        });
    }

    std::string description() const override { return "plain loops"; }

private:
    static std::int64_t workspaceBytes(const ConvolutionShape& shape, std::int64_t more)
    {
        return std::min(shape.outputElements() / 3 + more, convolutionWorkspaceLimit(shape));
    }

    Queue& m_queue;
    std::vector<Element> m_served;
    EmulatedFusions m_fusions;
    std::optional<ConvolutionPass> m_synchronizing;
    std::set<std::string> m_known;
    int m_compared = 0;
};

} // namespace

std::unique_ptr<DeviceLibraries> makeEmulatedLibraries(Queue& queue, std::vector<Element> served,
                                                       EmulatedFusions fusions,
                                                       std::optional<ConvolutionPass> synchronizing)
{
    return std::make_unique<EmulatedLibraries>(queue, std::move(served), fusions, synchronizing);
}

} // namespace lockstep::testing
