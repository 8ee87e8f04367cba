// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/program_builder.h"

namespace lockstep {

ProgramBuilder::ProgramBuilder(const GraphPart& part, const ProgramOptions& options, Tensors tensors,
                               Schedule& schedule, StepBuffers& buffers, PackedWeights& packed)
    : m_part(part), m_options(options), m_tensors(tensors), m_schedule(schedule), m_buffers(buffers),
      m_packed(packed),
      m_element(options.precision == Precision::BFloat16 ? Element::Bfloat16 : Element::Float32),
      m_share((options.batch + options.threads - 1) / options.threads), m_scratch(buffers.perWorker(0))
{
    m_buffers.keep(m_scratch);
}

DropoutMask ProgramBuilder::mask(const Layer& layer, double probability) const
{
    return {.probability = probability,
            .seed = m_options.seed,
            .layer = static_cast<std::uint32_t>(m_part.firstLayer + (&layer - m_part.graph.layers().data()))};
}

BufferId ProgramBuilder::samples(std::int64_t elements, Element element)
{
    return m_buffers.perSample(elements * static_cast<std::int64_t>(bytesOf(element)));
}

BufferId ProgramBuilder::scratch(std::int64_t bytes)
{
    m_buffers.grow(m_scratch, bytes);
    return m_scratch;
}

void ProgramBuilder::forward(const char* name, Work work, const Uses& uses, Step::Kind kind)
{
    m_schedule.forward({.name = name, .kind = kind, .trainingOnly = m_trainingOnly, .work = std::move(work)},
                       uses);
}

void ProgramBuilder::backward(const char* name, Work work, const Uses& uses, Step::Kind kind)
{
    m_schedule.backward({.name = name, .kind = kind, .work = std::move(work)}, uses);
}

void ProgramBuilder::finishSums(std::size_t parameter, BufferId sums, std::int64_t at)
{
    const std::span<float> gradient = weightGradient(parameter);
    m_schedule.finishLater({parameter}, {sums}, static_cast<std::int64_t>(gradient.size_bytes()),
                           [gradient, sums, at](const WorkerFrame& f) {
                               for (std::size_t i = 0; i < gradient.size(); ++i) {
                                   double sum =
                                       f.gradients == Gradients::Add ? static_cast<double>(gradient[i]) : 0;
                                   for (int worker = 0; worker < f.workers; ++worker)
                                       if (f.samplesOf(worker) > 0)
                                           sum +=
                                               f.of<double>(worker, sums)[at + static_cast<std::int64_t>(i)];
                                   gradient[i] = static_cast<float>(sum);
                               }
                           });
}

void ProgramBuilder::appendBackward()
{
    for (auto append = m_backward.rbegin(); append != m_backward.rend(); ++append)
        (*append)();
}

DropoutMask drawn(DropoutMask mask, const WorkerFrame& f)
{
    mask.step = f.batch->scalars.step;
    mask.firstSample = f.batch->scalars.firstSample + f.first;
    return mask;
}

} // namespace lockstep
