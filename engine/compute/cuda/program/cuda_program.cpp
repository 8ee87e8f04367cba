// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/cuda_program.h"

#include "engine/compute/batch_check.h"
#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/lowering/lowering.h"
#include "engine/compute/cuda/lowering/step_header.h"
#include "engine/compute/cuda/program/device_room.h"
#include "engine/core/error.h"

#include <cstring>
#include <new>

namespace lockstep::cuda {
namespace {

std::unique_ptr<DeviceLibraries> serving(const LibrariesFactory& make, Queue& queue,
                                         const ProgramOptions& options)
{
    auto libraries = make(queue, {.float32 = options.tf32 ? Float32Products::Tf32 : Float32Products::Exact,
                                  .deterministic = options.deterministic});
    if (std::optional<Error> refusal = libraries->refusal(elementOf(options.precision)))
        throw EngineError(ExitCode::DeviceUnavailable, std::move(*refusal));
    return libraries;
}

TensorInfo infoOf(const BufferSpec& spec)
{
    return {spec.name, spec.shape,
            spec.kind == BufferSpec::Kind::BatchCount ? TensorInfo::Stored::Int64
                                                      : TensorInfo::Stored::Float32};
}

} // namespace

CudaProgram::CudaProgram(const Graph& graph, const ProgramOptions& options, int device,
                         const LibrariesFactory& libraries)
    : m_options(options), m_sample(graph.inputShape()),
      m_classes(static_cast<int>(graph.output().output.elements())), m_queue(device),
      m_libraries(serving(libraries, m_queue, options)), m_plan(lower(graph, options)),
      m_loss(sizeof(LossBlock)),
      m_logits(static_cast<std::size_t>(options.batch) * static_cast<std::size_t>(m_classes) * sizeof(float))
{
    requireRoom(graph, options, m_plan.bytes());
    // Before the arena is there: ways are measured in memory of their own.
    m_plan.convolutions.prepare(*m_libraries);
    m_arena.emplace(m_plan);
    m_weights.emplace(m_plan, m_arena->places(), m_queue);
    m_upload.emplace(
        device, options.batch,
        BatchUpload::Places{m_arena->at(m_plan.ends.uploaded), m_arena->at(m_plan.ends.uploadedHeader)});
    makeStores(graph);
    makeSegments();
    bringLossScale();
}

CudaProgram::~CudaProgram()
{
    try {
        m_queue.wait();
    } catch (const EngineError&) {
        // The device is lost: nothing is under way any more.
    }
}

void CudaProgram::makeStores(const Graph& graph)
{
    std::vector<DeviceTensor> values;
    std::vector<DeviceTensor> gradients;
    for (const DeviceParameter& each : m_arena->places().parameters) {
        values.push_back({{each.name, each.shape}, each.value});
        gradients.push_back({{each.name, each.shape}, each.gradient});
    }
    const std::vector<BufferSpec> specs = graph.buffers();
    std::vector<DeviceTensor> statistics;
    for (std::size_t i = 0; i < specs.size(); ++i)
        statistics.push_back({infoOf(specs[i]), m_arena->places().statistics[i]});
    m_parameters = std::make_unique<DeviceTensors>(m_queue, values, [this] { m_weights->invalidate(); });
    m_gradients = std::make_unique<DeviceTensors>(m_queue, gradients);
    m_statistics = std::make_unique<DeviceTensors>(m_queue, statistics);
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (specs[i].kind == BufferSpec::Kind::RunningVariance)
            m_statistics->write(
                i, std::vector<float>(static_cast<std::size_t>(specs[i].shape.elements()), 1.0f));
}

void CudaProgram::bringLossScale()
{
    const PinnedMemory crossing(sizeof(LossScale));
    new (crossing.at()) LossScale();
    m_queue.copy(m_arena->at(m_plan.ends.lossScale), crossing.at(), sizeof(LossScale));
    m_queue.wait();
}

void CudaProgram::makeSegments()
{
    m_forward.emplace(m_plan.forward);
    std::size_t from = 0;
    for (const std::size_t end : m_plan.segmentEnds()) {
        m_backward.emplace_back(std::span(m_plan.backward).subspan(from, end - from));
        from = end;
    }
}

Frame CudaProgram::frame(Phase phase, Gradients gradients)
{
    return {.queue = m_queue,
            .libraries = *m_libraries,
            .convolutions = m_plan.convolutions,
            .places = m_arena->places(),
            .count = m_count,
            .phase = phase,
            .gradients = gradients};
}

Segment::Batch CudaProgram::batchKind() const
{
    return m_count == m_options.batch ? Segment::Batch::Full : Segment::Batch::Short;
}

void CudaProgram::forward(const BatchView& batch, Phase phase)
{
    checkBatch(batch, {.count = m_options.batch, .sample = m_sample, .classes = m_classes});
    m_state = State::Idle;
    m_count = batch.scalars.count;
    m_weights->give(m_queue);
    if (m_count > 0) {
        bringInput(batch);
        m_forward->give(frame(phase, Gradients::Overwrite), batchKind());
    } else {
        m_queue.fill(m_arena->at(m_plan.ends.loss), 0, sizeof(LossBlock));
    }
    m_queue.copy(m_loss.at(), m_arena->at(m_plan.ends.loss), sizeof(LossBlock));
    m_queue.record(m_lossKnown);
    if (phase == Phase::Training)
        m_state = State::Forwarded;
}

void CudaProgram::bringInput(const BatchView& batch)
{
    m_upload->bring(batch, m_queue);
    const ProgramPlan::Ends& ends = m_plan.ends;
    const std::byte* from = m_arena->at(ends.uploaded);
    void* to = m_arena->at(ends.input);
    const auto channels = static_cast<int>(m_sample[0]);
    const std::int64_t pixels = m_sample.elements() / channels;
    if (batch.inputs.arePixels())
        scalePixels(m_queue, m_plan.element, reinterpret_cast<const std::uint8_t*>(from),
                    batch.inputs.scale(), to, m_count * pixels);
    else
        imagesToNhwc(m_queue, m_plan.element, reinterpret_cast<const float*>(from), to, m_count, channels,
                     pixels);
    m_queue.copy(m_arena->at(ends.header), m_arena->at(ends.uploadedHeader), stepHeaderBytes(m_count));
    m_upload->taken(m_queue);
}

LossResult CudaProgram::loss()
{
    m_lossKnown.wait();
    LossBlock block;
    std::memcpy(&block, m_loss.at(), sizeof(block));
    LOCKSTEP_CHECK(block.badLabels == 0);
    return {.lossSum = block.lossSum, .correct = block.correct, .correctTop5 = block.correctTop5};
}

std::span<const float> CudaProgram::logits()
{
    const auto numbers = static_cast<std::size_t>(m_count) * static_cast<std::size_t>(m_classes);
    m_queue.copy(m_logits.at(), m_arena->at(m_plan.ends.logits), numbers * sizeof(float));
    m_queue.wait();
    return {reinterpret_cast<const float*>(m_logits.at()), numbers};
}

void CudaProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    LOCKSTEP_CHECK(m_state == State::Forwarded);
    m_state = State::Idle;
    if (m_count == 0 && gradients == Gradients::Overwrite)
        m_queue.fill(m_arena->gradients().data(), 0, m_arena->gradients().size_bytes());
    for (Segment& segment : m_backward) {
        if (m_count > 0)
            segment.give(frame(Phase::Training, gradients), batchKind());
        if (ready)
            for (const std::size_t parameter : segment.final())
                ready(parameter);
    }
}

DeviceReplica CudaProgram::replica()
{
    const bool scales = m_plan.element == Element::Float16;
    return {.queue = m_queue,
            .parameters = m_arena->places().parameters,
            .buckets = m_arena->buckets(),
            .lossScale = scales ? reinterpret_cast<LossScale*>(m_arena->at(m_plan.ends.lossScale)) : nullptr,
            .changed = [this] { m_weights->invalidate(); }};
}

} // namespace lockstep::cuda
