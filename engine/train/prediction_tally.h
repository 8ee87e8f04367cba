// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/batch_loader.h"
#include "engine/protocol/evaluation_report.h"

#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// What a network says of one sample of a set. Probabilities are the softmax of its logits.
struct PredictedSample {
    std::size_t index = 0; ///< in the set
    int label = 0;
    int predicted = 0;
    double probability = 0;      ///< of the predicted class
    double labelProbability = 0; ///< of its own
    bool operator==(const PredictedSample&) const = default;
};

/// Counts what a network makes of the classes of a set while it is evaluated, and keeps the worst mistakes
/// and some samples that lie evenly over the set. The predicted class is that of the largest logit, the first
/// of equals, so that the correct ones are those of the evaluation. What it finds does not depend on the size
/// or the order of the batches.
class PredictionTally {
public:
    /// `samples`: of the set. Keeps `kept` mistakes and samples, at least 1.
    PredictionTally(std::size_t samples, int classes, int kept);

    /// REQUIRES: logits of {batch.count, classes}; every sample once.
    void add(const Batch& batch, std::span<const float> logits);

    /// Without names.
    Confusion confusion() const;
    /// The least probable class of its own first, equals by index.
    std::vector<PredictedSample> worst() const;
    /// By index. A sample that is damaged or undecided is left out.
    std::vector<PredictedSample> samples() const;

private:
    void addSample(std::size_t index, int label, std::span<const float> logits);
    void keepMistake(const PredictedSample& sample);

    std::size_t m_kept;
    std::vector<int> m_counts, m_predicted, m_correct;
    std::unordered_map<std::uint64_t, int> m_pairs; // by class and predicted class
    std::int64_t m_undecided = 0;
    std::vector<PredictedSample> m_worst; // a heap, the least bad at its head
    std::set<std::size_t> m_chosen;       // samples that are kept
    std::vector<PredictedSample> m_samples;
};

} // namespace lockstep
