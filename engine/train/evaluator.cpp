// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/evaluator.h"

#include <array>

namespace lockstep {
namespace {

LoaderOptions inMemoryOf(const Program& program, LoaderOptions options)
{
    options.memory = program.batchMemory();
    return options;
}

} // namespace

Evaluator::Evaluator(Program& program, const Dataset& dataset, ProcessGroup& group, int batch,
                     const LoaderOptions& options)
    : Evaluator(program, dataset, group, BatchShares::even(batch, group.worldSize()), options)
{
}

Evaluator::Evaluator(Program& program, const Dataset& dataset, ProcessGroup& group, BatchShares shares,
                     const LoaderOptions& options)
    : m_program(program), m_group(group),
      m_loader(dataset,
               Sampler(dataset.size(), std::move(shares), group.rank(), Sampler::Order::Sequential, 0),
               inMemoryOf(program, options))
{
}

Evaluation Evaluator::run(const std::function<void()>& between, const BatchObserver& observe)
{
    std::array<double, 5> sums{}; // loss, correct, correct among five, samples, damaged ones
    m_loader.start(m_passes++);   // the loader has read ahead into the next pass already
    while (const Batch* batch = m_loader.next()) {
        if (between)
            between();
        sums[4] += batch->damaged;
        if (batch->count == 0)
            continue;
        m_program.forward({.inputs = batch->inputs,
                           .labels = batch->labels,
                           .scalars = {.count = batch->count},
                           .hold = batch->hold},
                          Phase::Evaluation);
        const LossResult result = m_program.loss();
        sums[0] += result.lossSum;
        sums[1] += result.correct;
        sums[2] += result.correctTop5;
        sums[3] += batch->count;
        if (observe)
            observe(*batch, m_program.logits());
    }
    m_group.allReduceSum(std::span<double>(sums));
    if (sums[4] > 0)
        m_loader.requireFewDamaged(static_cast<std::int64_t>(sums[4]));
    return {sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3], static_cast<std::int64_t>(sums[3])};
}

} // namespace lockstep
