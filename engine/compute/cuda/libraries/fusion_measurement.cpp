// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/fusion_measurement.h"

#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/libraries/plan_measurement.h"
#include "engine/core/error.h"

namespace lockstep::cuda {
namespace {

std::size_t bytes(std::int64_t elements, Element element)
{
    return static_cast<std::size_t>(elements) * bytesOf(element);
}

} // namespace

/// What both ways read and write. Numbers do not matter.
class FusionMeasurement::Tensors {
public:
    Tensors(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue)
        : x(bytes(shape.inputElements(), shape.element)),
          weights(bytes(shape.weightElements(), shape.element)),
          between(bytes(shape.outputElements(), shape.element)),
          y(bytes(shape.outputElements(), shape.element)),
          residual(epilogue.residual ? bytes(shape.outputElements(), shape.element) : 0),
          workspace(static_cast<std::size_t>(convolutionWorkspaceLimit(shape))),
          scratch(static_cast<std::size_t>(channelSumsScratch(rowsOf(shape), shape.outChannels))),
          m_channels(static_cast<std::size_t>(shape.outChannels)),
          m_vectors(kVectors * m_channels * sizeof(float))
    {
    }
    static std::int64_t rowsOf(const ConvolutionShape& shape)
    {
        return shape.outputElements() / shape.outChannels;
    }

    BatchNormTensors norm() const { return {vector(0), vector(1), vector(2), vector(3), vector(4)}; }
    BatchNormState state() const { return {vector(5), vector(6), vector(7)}; }
    ChannelAffine affine() const { return {vector(5), vector(7), vector(1)}; }
    EpilogueTensors epilogue() const { return {vector(8), vector(9), affine(), residual.at()}; }

    DeviceMemory x;
    DeviceMemory weights;
    DeviceMemory between; ///< the plain convolution's output
    DeviceMemory y;
    DeviceMemory residual;
    DeviceMemory workspace;
    DeviceMemory scratch;

private:
    static constexpr std::size_t kVectors = 10;
    float* vector(std::size_t which) const
    {
        return reinterpret_cast<float*>(m_vectors.at(which * m_channels * sizeof(float)));
    }
    std::size_t m_channels;
    DeviceMemory m_vectors;
};

FusionMeasurement::FusionMeasurement(CudnnHandle handle, Queue& queue, const PlanTarget& target,
                                     Subject subject)
    : m_handle(std::move(handle)), m_queue(queue), m_target(target), m_subject(std::move(subject))
{
}

FusionMeasurement::~FusionMeasurement() = default;

const FusionMeasurement::Tensors* FusionMeasurement::tensors()
{
    try {
        if (!m_tensors)
            m_tensors = std::make_unique<Tensors>(m_subject.shape, m_subject.epilogue);
    } catch (const EngineError& error) {
        // Whether the program itself finds the memory it needs shows when it asks for it.
        if (error.code() != ExitCode::OutOfMemory)
            throw;
    }
    return m_tensors.get();
}

void FusionMeasurement::giveEpilogue(const Tensors& tensors) const
{
    const ConvolutionShape& shape = m_subject.shape;
    const std::int64_t rows = Tensors::rowsOf(shape);
    if (m_subject.epilogue.kind == ConvolutionEpilogue::Kind::Statistics)
        batchNormStatistics(m_queue, shape.element, tensors.between.at(), rows, shape.outChannels, {},
                            tensors.norm(), tensors.state(), tensors.scratch.at());
    else
        normalize(m_queue, shape.element,
                  {.rows = rows,
                   .channels = shape.outChannels,
                   .x = tensors.between.at(),
                   .affine = tensors.affine(),
                   .residual = m_subject.epilogue.residual ? tensors.residual.at() : nullptr,
                   .clamp = m_subject.epilogue.clamp,
                   .y = tensors.y.at()});
}

std::optional<double> FusionMeasurement::epilogueSeconds()
{
    const Tensors* const own = tensors();
    if (own == nullptr)
        return std::nullopt;
    return leastSeconds(m_queue, [&] { giveEpilogue(*own); });
}

std::optional<double> FusionMeasurement::separateSeconds()
{
    const Tensors* const own = tensors();
    if (own == nullptr)
        return std::nullopt;
    const CudnnConvolution convolution(m_handle, m_subject.plain());
    return leastSeconds(m_queue, [&] {
        convolution.give(m_queue, own->x.at(), own->weights.at(), own->between.at(), own->workspace.at());
        giveEpilogue(*own);
    });
}

std::optional<double> FusionMeasurement::fusedSeconds(const ConvolutionPlan& plan)
{
    const Tensors* const own = tensors();
    if (own == nullptr)
        return std::nullopt;
    const CudnnFusedConvolution convolution(m_handle, plan, m_subject.epilogue);
    const EpilogueTensors epilogue = own->epilogue();
    const ConvolutionShape& shape = m_subject.shape;
    return leastSeconds(m_queue, [&] {
        convolution.give(m_queue, own->x.at(), own->weights.at(), epilogue, own->y.at(), own->workspace.at());
        if (m_subject.epilogue.kind == ConvolutionEpilogue::Kind::Statistics)
            batchNormOfSums(m_queue, epilogue.totals, epilogue.squares, Tensors::rowsOf(shape),
                            shape.outChannels, {}, own->norm(), own->state());
    });
}

std::optional<ConvolutionPlan> FusionMeasurement::plan()
{
    return fusedPlan(m_target, m_subject.options, m_subject.shape, m_subject.epilogue);
}

std::optional<std::string> FusionMeasurement::saved(const ConvolutionPlan& plan)
{
    return savedPlan(plan);
}

std::optional<ConvolutionPlan> FusionMeasurement::restored(const std::string& saved)
{
    return restoredPlan(m_target, saved);
}

} // namespace lockstep::cuda
