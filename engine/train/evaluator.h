// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"
#include "engine/data/batch_loader.h"
#include "engine/distributed/process_group.h"

#include <functional>
#include <span>

namespace lockstep {

struct Evaluation {
    double loss = 0; ///< mean over the samples
    double top1 = 0; ///< fraction of correct answers
    double top5 = 0; ///< fraction whose right answer is among the five largest logits
    std::int64_t samples = 0;
};

/// Told of every batch what the network made of it: logits {batch.count, classes}, row by row.
using BatchObserver = std::function<void(const Batch& batch, std::span<const float> logits)>;

/// A pass over a data set without learning: every rank takes its share, and all get the same numbers. A
/// collective call. Throws EngineError.
class Evaluator {
public:
    /// `batch`: samples per rank and forward pass, at most the program's. Borrows everything.
    Evaluator(Program& program, const Dataset& dataset, ProcessGroup& group, int batch,
              const LoaderOptions& options = {});
    /// `shares`: of the samples of a forward pass on all ranks; no more for this one than its program has
    /// room for.
    Evaluator(Program& program, const Dataset& dataset, ProcessGroup& group, BatchShares shares,
              const LoaderOptions& options = {});
    /// Damaged samples do not count; more of them than the options allow, over all ranks, are an error.
    /// `between` is called before every batch and may throw to end it, `observe` after those that are not
    /// empty.
    Evaluation run(const std::function<void()>& between = {}, const BatchObserver& observe = {});
    /// What the runs so far have met.
    BatchLoader::Damage takeDamage() { return m_loader.takeDamage(); }

private:
    Program& m_program;
    ProcessGroup& m_group;
    BatchLoader m_loader;
    int m_passes = 0;
};

} // namespace lockstep
