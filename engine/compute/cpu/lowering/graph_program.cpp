// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/graph_program.h"

#include "engine/compute/cpu/host_part.h"
#include "engine/compute/cpu/lowering/dnnl_call.h"
#include "engine/compute/cpu/lowering/lowering.h"
#include "engine/compute/trained_parameters.h"
#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Samples of a worker in the full batch.
int largestShare(const ProgramOptions& options)
{
    return (options.batch + options.threads - 1) / options.threads;
}

/// Of a whole model, or of a part; see PartProgram.
class GraphProgram final : public CpuProgram {
public:
    GraphProgram(const GraphPart& part, const ProgramOptions& options, std::pmr::memory_resource& memory)
        : CpuProgram(part.graph, options, GradientSums::InPlace, memory), m_part(part),
          m_schedule(m_buffers, options.threads)
    {
        m_lowered = namingDnnl([&] {
            return Lowering(m_part, options, {hostTensors(), hostBuffers()}, m_schedule, m_buffers, m_weights)
                .lower();
        });
        std::vector<std::size_t> announced;
        for (const Step& step : m_schedule.backwardSteps())
            announced.insert(announced.end(), step.final.begin(), step.final.end());
        requireAllTrained(m_part.graph, announced);
        m_weights.share(options.threads);
        m_buffers.place(options.threads, largestShare(options), memory);
        m_weights.bind(m_buffers);
        if (m_part.precedes)
            m_output.resize(
                static_cast<std::size_t>(options.batch * m_part.graph.output().output.elements()));
        // The full batch's primitives now, so that the first step need not make them.
        team().run([&](int worker) {
            computeAlone();
            const WorkerFrame full = frame(worker, options.batch);
            for (const Work& prepare : m_lowered.preparations)
                prepare(full);
        });
    }

    std::int64_t memoryBytes() const override { return m_buffers.bytes() + tensorBytes(); }

    std::span<const float> output() const
    {
        LOCKSTEP_CHECK(m_part.precedes);
        return std::span(m_output).first(static_cast<std::size_t>(count() * classes()));
    }

    void backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                      const std::function<void(std::size_t)>& ready)
    {
        LOCKSTEP_CHECK(outputGradient.size() == output().size());
        m_outputGradient = outputGradient;
        backward(gradients, ready);
    }

    std::span<const float> inputGradient() const
    {
        LOCKSTEP_CHECK(m_part.follows);
        const void* const values = m_buffers.at(m_lowered.inputGradient, 0);
        return {static_cast<const float*>(values),
                static_cast<std::size_t>(count() * m_part.graph.inputShape().elements())};
    }

private:
    void parametersChanged() override { m_weights.invalidate(); }

    WorkerFrame frame(int worker, int total)
    {
        const auto [from, to] = team().share(worker, total);
        return {.worker = worker,
                .workers = team().size(),
                .first = from,
                .count = to - from,
                .total = total,
                .buffers = &m_buffers};
    }

    void walk(const std::vector<Step>& steps, const WorkerFrame& f)
    {
        for (const Step& step : steps) {
            if (step.trainingOnly && !f.training())
                continue;
            if (step.kind == Step::Kind::Barrier)
                team().barrier();
            else if ((step.worker < 0 || step.worker == f.worker) &&
                     (step.kind == Step::Kind::All || f.count > 0))
                step.work(f);
            if (f.worker == 0)
                for (std::size_t parameter : step.final)
                    announce(parameter);
        }
    }

    void forwardShare(int worker, const BatchView& batch, Phase phase) override
    {
        const bool training = phase == Phase::Training;
        if (m_weights.stale(training)) {
            m_weights.pack(worker, training);
            team().barrier();
            if (worker == 0)
                m_weights.packed(training);
        }
        WorkerFrame f = frame(worker, batch.scalars.count);
        f.phase = phase;
        f.batch = &batch;
        if (worker == 0) {
            m_batch = batch;
            m_batch.hold = {}; // backward comes while the batch is still lent
        }
        walk(m_schedule.forwardSteps(), f);
        if (m_part.precedes)
            return keepOutput(f);
        for (int i = 0; i < f.count; ++i) {
            const int label = batch.labels[static_cast<std::size_t>(f.first + i)];
            keep(f, m_lowered.output, i, score(worker, f.first + i, logitsOf(f, m_lowered.output, i), label));
            if (training)
                for (const LoweredGraph::Head& head : m_lowered.auxiliary)
                    keep(f, head, i,
                         scoreAuxiliary(worker, f.first + i, logitsOf(f, head, i), label, head.weight));
        }
    }

    void keepOutput(const WorkerFrame& f)
    {
        std::copy_n(f.at<float>(m_lowered.output.logits), std::int64_t{f.count} * classes(),
                    m_output.begin() + std::int64_t{f.first} * classes());
    }

    /// In the place of the loss' derivative; it is divided already.
    void takeOutputGradient(WorkerFrame& f) const
    {
        std::copy_n(m_outputGradient.begin() + std::int64_t{f.first} * classes(),
                    std::int64_t{f.count} * classes(), f.at<float>(m_lowered.output.gradient));
        f.scale = 1;
    }

    std::span<const float> logitsOf(const WorkerFrame& f, const LoweredGraph::Head& head, int sample) const
    {
        const auto classCount = static_cast<std::size_t>(classes());
        return {f.at<float>(head.logits) + static_cast<std::size_t>(sample) * classCount, classCount};
    }

    void keep(const WorkerFrame& f, const LoweredGraph::Head& head, int sample,
              std::span<const float> derivative) const
    {
        if (f.training())
            std::copy(derivative.begin(), derivative.end(),
                      f.at<float>(head.gradient) + std::int64_t{sample} * classes());
    }

    void backwardShare(int worker, float scale, Gradients gradients) override
    {
        WorkerFrame f = frame(worker, count());
        f.batch = &m_batch;
        f.gradients = gradients;
        f.scale = scale;
        if (m_part.precedes)
            takeOutputGradient(f);
        walk(m_schedule.backwardSteps(), f);
    }

    GraphPart m_part; ///< the steps point into it
    StepBuffers m_buffers;
    Schedule m_schedule;
    PackedWeights m_weights;
    LoweredGraph m_lowered;
    BatchView m_batch;                       ///< of the last forward
    std::vector<float> m_output;             ///< likewise, of a part that precedes another
    std::span<const float> m_outputGradient; ///< of the backward under way, likewise
};

class HostPart final : public PartProgram {
public:
    HostPart(const GraphPart& part, const ProgramOptions& options, std::pmr::memory_resource& memory)
        : m_program(part, options, memory)
    {
    }

    TensorStore& parameters() override { return m_program.parameters(); }
    TensorStore& gradients() override { return m_program.gradients(); }
    TensorStore& buffers() override { return m_program.buffers(); }
    void forward(const BatchView& batch, Phase phase) override { m_program.forward(batch, phase); }
    LossResult loss() override { return m_program.loss(); }
    std::span<const float> logits() override { return m_program.logits(); }
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override
    {
        m_program.backward(gradients, ready);
    }
    std::int64_t memoryBytes() const override { return m_program.memoryBytes(); }

    std::span<const float> output() override { return m_program.output(); }
    void backwardFrom(std::span<const float> outputGradient, Gradients gradients,
                      const std::function<void(std::size_t)>& ready) override
    {
        m_program.backwardFrom(outputGradient, gradients, ready);
    }
    std::span<const float> inputGradient() override { return m_program.inputGradient(); }
    HostReplica hostReplica() override { return m_program.hostReplica(); }

private:
    GraphProgram m_program;
};

} // namespace

std::string bfloat16Unit()
{
    const auto isa = static_cast<int>(dnnl::get_effective_cpu_isa());
    const auto has = [isa](dnnl::cpu_isa wanted) {
        return (isa & static_cast<int>(wanted)) == static_cast<int>(wanted);
    };
    if (has(dnnl::cpu_isa::avx512_core_amx))
        return "AMX bf16";
    return has(dnnl::cpu_isa::avx512_core_bf16) ? "AVX-512 bf16" : "";
}

namespace {

void requireProcessorFor(Precision precision)
{
    if (precision == Precision::Float16)
        throw EngineError(ExitCode::DeviceUnavailable,
                          {LOCKSTEP_TEXT("fp16 is a precision of GPUs: processors compute in f32 or bf16. "
                                         "Choose the precision f32."),
                           {},
                           {}});
    if (precision == Precision::BFloat16 && bfloat16Unit().empty())
        throw EngineError(
            ExitCode::DeviceUnavailable,
            {LOCKSTEP_TEXT("This host's processor has neither AMX nor AVX-512 instructions for bf16. Choose "
                           "the precision f32."),
             {},
             {}});
}

} // namespace

std::unique_ptr<CpuProgram> makeGraphProgram(const Graph& graph, const ProgramOptions& options,
                                             std::pmr::memory_resource& memory)
{
    requireProcessorFor(options.precision);
    return std::make_unique<GraphProgram>(GraphPart{graph}, options, memory);
}

std::unique_ptr<PartProgram> makeHostPart(const GraphPart& part, const ProgramOptions& options,
                                          std::pmr::memory_resource& memory)
{
    requireProcessorFor(options.precision);
    return std::make_unique<HostPart>(part, options, memory);
}

ProgramMemory graphProgramMemory(const Graph& graph, const ProgramOptions& options)
{
    requireProcessorFor(options.precision);
    const TensorPlan plan(graph, options.bucketBytes, GradientSums::InPlace);
    const AddressRange nowhere(plan.arena().bytes());
    const PlacedTensors tensors = plan.at(nowhere.base());
    StepBuffers buffers;
    Schedule schedule(buffers, options.threads);
    PackedWeights weights;
    const GraphPart whole{graph};
    namingDnnl([&] {
        return Lowering(whole, options, {tensors.parameters, tensors.buffers}, schedule, buffers, weights)
            .lower();
    });
    const StepBuffers::Sizes sizes = buffers.sizes(options.threads, largestShare(options));
    ProgramMemory memory = plan.memory(Arena::bytesOf(plan.arena()));
    memory.packedWeights = weights.bytes();
    memory.activations = sizes.perSample;
    memory.workspace += sizes.total - sizes.perSample - memory.packedWeights;
    return memory;
}

} // namespace lockstep
