// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/prediction_tally.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace lockstep {
namespace {

/// Nothing where a logit is NaN: it is neither larger nor smaller than others.
std::optional<int> largestOf(std::span<const float> logits)
{
    if (std::any_of(logits.begin(), logits.end(), [](float logit) { return std::isnan(logit); }))
        return std::nullopt;
    return static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

/// Of classes of a softmax, by the largest logit, which is taken off all so that no power overflows.
class Softmax {
public:
    Softmax(std::span<const float> logits, int largest)
        : m_logits(logits), m_largest(logits[static_cast<std::size_t>(largest)])
    {
        for (const float logit : logits)
            m_sum += power(logit);
    }
    double of(int label) const { return power(m_logits[static_cast<std::size_t>(label)]) / m_sum; }

private:
    /// Infinite logits share the whole.
    double power(float logit) const { return logit == m_largest ? 1 : std::exp(double{logit} - m_largest); }

    std::span<const float> m_logits;
    double m_largest;
    double m_sum = 0;
};

bool isWorse(const PredictedSample& a, const PredictedSample& b)
{
    return std::tuple(a.labelProbability, a.index) < std::tuple(b.labelProbability, b.index);
}

} // namespace

PredictionTally::PredictionTally(std::size_t samples, int classes, int kept)
    : m_kept(static_cast<std::size_t>(kept)), m_counts(static_cast<std::size_t>(classes)),
      m_predicted(m_counts.size()), m_correct(m_counts.size())
{
    LOCKSTEP_CHECK(classes > 0 && kept > 0);
    for (std::size_t i = 0; i < m_kept; ++i)
        m_chosen.insert(i * samples / m_kept);
}

void PredictionTally::add(const Batch& batch, std::span<const float> logits)
{
    const std::size_t classes = m_counts.size();
    LOCKSTEP_CHECK(logits.size() == batch.labels.size() * classes);
    for (std::size_t i = 0; i < batch.labels.size(); ++i)
        addSample(batch.indices[i], batch.labels[i], logits.subspan(i * classes, classes));
}

void PredictionTally::addSample(std::size_t index, int label, std::span<const float> logits)
{
    ++m_counts[static_cast<std::size_t>(label)];
    const std::optional<int> predicted = largestOf(logits);
    if (!predicted) {
        ++m_undecided;
        return;
    }
    ++m_predicted[static_cast<std::size_t>(*predicted)];
    ++m_pairs[static_cast<std::uint64_t>(label) * m_counts.size() + static_cast<std::uint64_t>(*predicted)];
    const bool isCorrect = *predicted == label;
    m_correct[static_cast<std::size_t>(label)] += isCorrect ? 1 : 0;
    const bool isChosen = m_chosen.contains(index);
    if (isCorrect && !isChosen)
        return;
    const Softmax softmax(logits, *predicted);
    const PredictedSample sample{index, label, *predicted, softmax.of(*predicted), softmax.of(label)};
    if (isChosen)
        m_samples.push_back(sample);
    if (!isCorrect)
        keepMistake(sample);
}

void PredictionTally::keepMistake(const PredictedSample& sample)
{
    if (m_worst.size() == m_kept) {
        if (!isWorse(sample, m_worst.front()))
            return;
        std::pop_heap(m_worst.begin(), m_worst.end(), isWorse);
        m_worst.pop_back();
    }
    m_worst.push_back(sample);
    std::push_heap(m_worst.begin(), m_worst.end(), isWorse);
}

Confusion PredictionTally::confusion() const
{
    std::vector<std::pair<std::uint64_t, int>> pairs(m_pairs.begin(), m_pairs.end());
    if (pairs.size() > kMostConfusions) {
        std::ranges::nth_element(pairs, pairs.begin() + kMostConfusions, {},
                                 [](const auto& pair) { return std::tuple(-pair.second, pair.first); });
        pairs.resize(kMostConfusions);
    }
    std::ranges::sort(pairs);
    Confusion confusion{.classNames = {},
                        .counts = m_counts,
                        .predicted = m_predicted,
                        .correct = m_correct,
                        .pairs = {},
                        .undecided = m_undecided};
    confusion.pairs.reserve(3 * pairs.size());
    for (const auto& [place, samples] : pairs)
        confusion.pairs.insert(confusion.pairs.end(), {static_cast<int>(place / m_counts.size()),
                                                       static_cast<int>(place % m_counts.size()), samples});
    return confusion;
}

std::vector<PredictedSample> PredictionTally::worst() const
{
    std::vector<PredictedSample> worst = m_worst;
    std::ranges::sort(worst, isWorse);
    return worst;
}

std::vector<PredictedSample> PredictionTally::samples() const
{
    std::vector<PredictedSample> samples = m_samples;
    std::ranges::sort(samples, {}, &PredictedSample::index);
    return samples;
}

} // namespace lockstep
