// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/epilogue_graph.h"

#include "engine/compute/cuda/libraries/graph_parts.h"

#include <optional>

namespace lockstep::cuda {
namespace {

/// Operation by operation, each with what the one before left.
class EpilogueGraph {
public:
    explicit EpilogueGraph(const ConvolutionShape& shape) : m_shape(shape) {}

    void convolveTo(const CudnnDescriptor& y)
    {
        m_operations.push_back(convolutionOperation(
            m_shape, ConvolutionPass::Forward, stored(EpilogueTensor::X, inputSizes(m_shape)),
            stored(EpilogueTensor::Weights, weightSizes(m_shape)), y));
    }
    void sum(const CudnnDescriptor& y)
    {
        CudnnDescriptor statistics(CUDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR);
        statistics.set(CUDNN_ATTR_OPERATION_GENSTATS_MODE, CUDNN_GENSTATS_SUM_SQSUM)
            .set(CUDNN_ATTR_OPERATION_GENSTATS_MATH_PREC, CUDNN_DATA_FLOAT)
            .set(CUDNN_ATTR_OPERATION_GENSTATS_XDESC, y)
            .set(CUDNN_ATTR_OPERATION_GENSTATS_SUMDESC, ofChannels(EpilogueTensor::Totals))
            .set(CUDNN_ATTR_OPERATION_GENSTATS_SQSUMDESC, ofChannels(EpilogueTensor::Squares))
            .finalize();
        m_operations.push_back(statistics);
    }
    struct Step {
        cudnnPointwiseMode_t mode;
        std::optional<CudnnDescriptor> operand{};
        Clamp clamp = Clamp::None;
    };
    /// One after another, element by element, beginning with x; the last one stores y.
    void store(CudnnDescriptor x, const std::vector<Step>& steps)
    {
        for (const Step& step : steps) {
            const bool last = &step == &steps.back();
            const CudnnDescriptor result = last ? stored(EpilogueTensor::Y, outputSizes(m_shape)) : between();
            append(step, x, result);
            x = result;
        }
    }
    CudnnDescriptor graph(cudnnHandle_t handle) const { return operationGraph(m_operations, handle); }

    CudnnDescriptor stored(EpilogueTensor id, const GraphSizes& sizes) const
    {
        return graphTensor({.id = static_cast<std::int64_t>(id), .element = m_shape.element, .sizes = sizes});
    }
    /// As parameters and coefficients lie.
    CudnnDescriptor ofChannels(EpilogueTensor id) const
    {
        return graphTensor(
            {.id = static_cast<std::int64_t>(id), .sizes = channelSizes(m_shape), .alignment = 4});
    }
    /// A map in f32 that is never stored.
    CudnnDescriptor between()
    {
        return graphTensor({.id = m_nextVirtual++, .sizes = outputSizes(m_shape), .isVirtual = true});
    }

private:
    void append(const Step& step, const CudnnDescriptor& x, const CudnnDescriptor& result)
    {
        CudnnDescriptor how(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
        how.set(CUDNN_ATTR_POINTWISE_MODE, step.mode).set(CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_DATA_FLOAT);
        if (step.clamp == Clamp::Relu6)
            how.set(CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, 6.0);
        CudnnDescriptor operation(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
        operation.set(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how.finalize())
            .set(CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x)
            .set(CUDNN_ATTR_OPERATION_POINTWISE_YDESC, result);
        if (step.operand)
            operation.set(CUDNN_ATTR_OPERATION_POINTWISE_BDESC, *step.operand);
        m_operations.push_back(operation.finalize());
    }

    const ConvolutionShape& m_shape;
    std::vector<CudnnDescriptor> m_operations;
    std::int64_t m_nextVirtual = static_cast<std::int64_t>(EpilogueTensor::FirstVirtual);
};

} // namespace

CudnnDescriptor epilogueGraph(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue,
                              cudnnHandle_t handle)
{
    EpilogueGraph graph(shape);
    if (epilogue.kind == ConvolutionEpilogue::Kind::Statistics) {
        const CudnnDescriptor y = graph.stored(EpilogueTensor::Y, outputSizes(shape));
        graph.convolveTo(y);
        graph.sum(y);
        return graph.graph(handle);
    }
    const CudnnDescriptor convolved = graph.between();
    graph.convolveTo(convolved);
    std::vector<EpilogueGraph::Step> steps = {{CUDNN_POINTWISE_SUB, graph.ofChannels(EpilogueTensor::Center)},
                                              {CUDNN_POINTWISE_MUL, graph.ofChannels(EpilogueTensor::Scale)},
                                              {CUDNN_POINTWISE_ADD, graph.ofChannels(EpilogueTensor::Bias)}};
    if (epilogue.residual)
        steps.push_back({CUDNN_POINTWISE_ADD, graph.stored(EpilogueTensor::Residual, outputSizes(shape))});
    if (epilogue.clamp != Clamp::None)
        steps.push_back({.mode = CUDNN_POINTWISE_RELU_FWD, .clamp = epilogue.clamp});
    graph.store(convolved, steps);
    return graph.graph(handle);
}

} // namespace lockstep::cuda
