// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/cuda_program.h"

#include "engine/compute/batch_check.h"
#include "engine/compute/cuda/kernels/kernels.h"
#include "engine/compute/cuda/lowering/lowering.h"
#include "engine/compute/cuda/lowering/step_header.h"
#include "engine/compute/cuda/program/device_room.h"
#include "engine/core/error.h"

#include <new>
#include <utility>

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

SharedPatience patienceOf(int device, const ProgramOptions& options)
{
    return std::make_shared<const DevicePatience>(
        DevicePatience{.device = device,
                       .limit = DeviceSeconds(options.deviceSeconds),
                       .ended = options.ended,
                       .lastWords = options.lastWords});
}

TensorInfo infoOf(const BufferSpec& spec)
{
    return {spec.name, spec.shape,
            spec.kind == BufferSpec::Kind::BatchCount ? TensorInfo::Stored::Int64
                                                      : TensorInfo::Stored::Float32};
}

} // namespace

CudaProgram::CudaProgram(const GraphPart& part, const ProgramOptions& options, int device,
                         const LibrariesFactory& libraries)
    : m_options(options), m_follows(part.follows), m_precedes(part.precedes),
      m_sample(part.graph.inputShape()), m_classes(static_cast<int>(part.graph.output().output.elements())),
      m_queue(patienceOf(device, options)), m_libraries(serving(libraries, m_queue, options)),
      m_plan(lower(part, options)),
      m_logits(static_cast<std::size_t>(options.batch) * static_cast<std::size_t>(m_classes) * sizeof(float))
{
    requireRoom(part, options, m_plan.bytes());
    // Before the arena is there: ways are measured in memory of their own.
    m_plan.convolutions.prepare(*m_libraries, {m_queue.device(), options.log});
    m_arena.emplace(m_plan);
    m_weights.emplace(m_plan, m_arena->places(), m_queue);
    m_upload.emplace(
        m_queue.patience(), options.batch,
        BatchUpload::Places{m_arena->at(m_plan.ends.uploaded), m_arena->at(m_plan.ends.uploadedHeader)});
    makeStores(part.graph);
    makeSegments();
    bringLossScale();
}

CudaProgram::~CudaProgram()
{
    (void)cudaSetDevice(m_queue.device()); // on the thread that gives its memory back
    m_queue.waitAtTheEnd();
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
    const auto before = [this] { givePutOff(); };
    const auto written = [this] { m_weights->invalidate(); };
    m_parameters = std::make_unique<DeviceTensors>(m_queue, values, TensorHooks{before, written});
    m_gradients = std::make_unique<DeviceTensors>(m_queue, gradients, TensorHooks{before});
    m_statistics = std::make_unique<DeviceTensors>(m_queue, statistics, TensorHooks{before});
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
    m_queue.wait(Awaited::Copy);
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
            .gradients = gradients,
            .log = m_options.log};
}

Segment::Batch CudaProgram::batchKind() const
{
    return m_count == m_options.batch ? Segment::Batch::Full : Segment::Batch::Short;
}

void CudaProgram::forward(const BatchView& batch, Phase phase)
{
    checkBatch(batch, {.count = m_options.batch, .sample = m_sample, .classes = m_classes});
    givePutOff();
    m_state = State::Idle;
    m_count = batch.scalars.count;
    ++m_forwards;
    if (phase == Phase::Evaluation && batchKind() == Segment::Batch::Full)
        // Before any of that is recorded.
        m_plan.convolutions.prepareEvaluation(*m_libraries, {m_queue.device(), m_options.log});
    if (m_count > 0)
        bringInput(batch);
    else
        report(0).begin(m_queue);
    if (m_takesWholeSteps && phase == Phase::Training && batchKind() == Segment::Batch::Full)
        m_putOff = PutOff::Forward;
    else
        giveForward(phase);
    if (phase == Phase::Training)
        m_state = State::Forwarded;
}

void CudaProgram::giveForward(Phase phase)
{
    m_weights->give(m_queue);
    if (m_count > 0)
        m_forward->give(frame(phase, Gradients::Overwrite), batchKind());
    else
        m_queue.fill(m_arena->at(m_plan.ends.loss), 0, sizeof(LossBlock));
    report(0).endForward(m_queue, m_arena->at(m_plan.ends.loss));
    report(0).announceLoss(m_queue);
}

void CudaProgram::bringInput(const BatchView& batch)
{
    m_upload->bring(batch, m_queue);
    report(0).begin(m_queue);
    const ProgramPlan::Ends& ends = m_plan.ends;
    const std::byte* from = m_arena->at(ends.uploaded);
    void* to = m_arena->at(ends.input);
    const auto channels = static_cast<int>(m_sample[0]);
    const std::int64_t pixels = m_sample.elements() / channels;
    if (m_follows)
        convert(m_queue, Element::Float32, from, m_plan.element, to, m_count * m_sample.elements());
    else if (batch.inputs.arePixels())
        scalePixels(m_queue, m_plan.element, reinterpret_cast<const std::uint8_t*>(from),
                    batch.inputs.scale(), to, m_count * pixels);
    else
        imagesToNhwc(m_queue, m_plan.element, reinterpret_cast<const float*>(from), to, m_count, channels,
                     pixels);
    m_queue.copy(m_arena->at(ends.header), m_arena->at(ends.uploadedHeader), stepHeaderBytes(m_count));
    m_upload->taken(m_queue);
}

LossResult CudaProgram::lossBefore(int forwards)
{
    LOCKSTEP_CHECK(forwards >= 0 && forwards <= stepsAhead());
    if (forwards == 0)
        givePutOff();
    return report(forwards).loss();
}

std::optional<ComputeSeconds> CudaProgram::secondsBefore(int forwards)
{
    LOCKSTEP_CHECK(forwards >= 0 && forwards <= stepsAhead());
    if (forwards == 0)
        givePutOff();
    return report(forwards).seconds();
}

std::span<const float> CudaProgram::logits()
{
    givePutOff();
    const auto numbers = static_cast<std::size_t>(m_count) * static_cast<std::size_t>(m_classes);
    m_queue.copy(m_logits.at(), m_arena->at(m_plan.ends.logits), numbers * sizeof(float));
    m_queue.wait(Awaited::Copy);
    return {reinterpret_cast<const float*>(m_logits.at()), numbers};
}

void CudaProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    LOCKSTEP_CHECK(m_state == State::Forwarded);
    m_state = State::Idle;
    // Gradients that are added to others are the last of several pieces of a step.
    const bool putOff = m_putOff == PutOff::Forward && gradients == Gradients::Overwrite;
    if (putOff)
        m_putOff = PutOff::ForwardAndBackward;
    else
        givePutOff();
    if (m_count == 0 && gradients == Gradients::Overwrite)
        m_queue.fill(m_arena->gradients().data(), 0, m_arena->gradients().size_bytes());
    for (Segment& segment : m_backward) {
        if (m_count > 0 && !putOff)
            segment.give(frame(Phase::Training, gradients), batchKind());
        if (ready)
            for (const std::size_t parameter : segment.final())
                ready(parameter);
    }
    if (!putOff)
        report(0).endBackward(m_queue);
}

/// What was put off for an update that did not come, or not yet.
void CudaProgram::givePutOff()
{
    const PutOff what = std::exchange(m_putOff, PutOff::Nothing);
    if (what == PutOff::Nothing)
        return;
    giveForward(Phase::Training);
    if (what == PutOff::Forward)
        return;
    for (Segment& segment : m_backward)
        segment.give(frame(Phase::Training, Gradients::Overwrite), Segment::Batch::Full);
    report(0).endBackward(m_queue);
}

void CudaProgram::giveUpdate(const std::function<void()>& work)
{
    if (m_putOff == PutOff::ForwardAndBackward) {
        giveWholeStep(work);
        return;
    }
    givePutOff();
    report(0).beginUpdate(m_queue);
    work();
    report(0).endUpdate(m_queue);
}

void CudaProgram::giveWholeStep(const std::function<void()>& update)
{
    m_putOff = PutOff::Nothing;
    StepReport& filled = report(0);
    RepeatedWork& whole = m_wholeSteps[static_cast<std::size_t>(m_forwards) % kReports];
    const auto step = [&] {
        m_weights->pack(m_queue);
        const Frame all = frame(Phase::Training, Gradients::Overwrite);
        m_forward->giveOperations(all);
        filled.endForward(m_queue, m_arena->at(m_plan.ends.loss));
        for (const Segment& segment : m_backward)
            segment.giveOperations(all);
        filled.endBackward(m_queue);
        update();
    };
    whole.give(m_queue, step, m_options.log);
    // Then segments are written down one by one: all but those that cannot be.
    m_takesWholeSteps = m_takesWholeSteps && whole.canBeWritten();
    filled.endUpdate(m_queue);
    filled.announceLoss(m_queue);
}

DeviceReplica CudaProgram::replica()
{
    // What was written down has the update of whoever had the replica before.
    m_wholeSteps = {};
    const bool scales = m_plan.element == Element::Float16;
    return {.queue = m_queue,
            .parameters = m_arena->places().parameters,
            .buckets = m_arena->buckets(),
            .lossScale = scales ? reinterpret_cast<LossScale*>(m_arena->at(m_plan.ends.lossScale)) : nullptr,
            .changed = [this] { m_weights->invalidate(); },
            .update = [this](const std::function<void()>& work) { giveUpdate(work); }};
}

std::span<float> CudaProgram::crossing(BufferId buffer, std::int64_t elements) const
{
    return {reinterpret_cast<float*>(m_arena->at(buffer)), static_cast<std::size_t>(m_count * elements)};
}

std::span<float> CudaProgram::outputGradient() const
{
    LOCKSTEP_CHECK(m_precedes);
    return crossing(m_plan.ends.outputGradient, m_classes);
}

std::span<const float> CudaProgram::inputGradient() const
{
    LOCKSTEP_CHECK(m_follows);
    return crossing(m_plan.ends.inputGradient, m_sample.elements());
}

void CudaProgram::takeWholeSteps(bool whole)
{
    // What crosses between parts comes and goes while a step is under way.
    LOCKSTEP_CHECK(!whole || (!m_follows && !m_precedes));
    givePutOff();
    m_takesWholeSteps = whole;
}

} // namespace lockstep::cuda
