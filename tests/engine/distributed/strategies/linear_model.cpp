// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/strategies/linear_model.h"

#include "engine/core/random.h"
#include "engine/distributed/compression/gradient_codec.h"

#include <algorithm>
#include <cmath>

namespace lockstep::test {
namespace {

void fillUniformly(std::span<float> values, unsigned seed, unsigned stream)
{
    Random random(seed, stream);
    for (float& value : values)
        value = random.uniform(-1, 1);
}

std::span<const float> partOf(std::span<const float> values, int part, int parts)
{
    const std::size_t size = values.size() / static_cast<std::size_t>(parts);
    return values.subspan(static_cast<std::size_t>(part) * size, size);
}

} // namespace

LinearModel::LinearModel(std::size_t rows, std::size_t cols)
    : weight(rows * cols), bias(rows), m_rows(rows), m_cols(cols), m_weightGradient(rows * cols),
      m_biasGradient(rows)
{
    m_parameters = {{"weight", Shape{static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)},
                     weight, m_weightGradient},
                    {"bias", Shape{static_cast<std::int64_t>(rows)}, bias, m_biasGradient}};
    m_buckets = {{m_biasGradient, {1}}, {m_weightGradient, {0}}};
}

void LinearModel::fill(unsigned seed)
{
    fillUniformly(weight, seed, 1);
    fillUniformly(bias, seed, 2);
}

void LinearModel::setWeights(std::span<const float> newWeight, std::span<const float> newBias)
{
    std::ranges::copy(newWeight, weight.begin());
    std::ranges::copy(newBias, bias.begin());
}

HostReplica LinearModel::replica()
{
    return {{m_parameters, {}, {}}, m_buckets};
}

void LinearModel::computeGradients(std::span<const float> inputs, std::span<const float> targets,
                                   double divisor)
{
    std::ranges::fill(m_weightGradient, 0.0f);
    std::ranges::fill(m_biasGradient, 0.0f);
    for (std::size_t sample = 0; sample * m_cols < inputs.size(); ++sample)
        for (std::size_t row = 0; row < m_rows; ++row) {
            const std::span<const float> input = inputs.subspan(sample * m_cols, m_cols);
            double output = static_cast<double>(bias[row]);
            for (std::size_t col = 0; col < m_cols; ++col)
                output += static_cast<double>(weight[row * m_cols + col]) * static_cast<double>(input[col]);
            const double error = (output - static_cast<double>(targets[sample * m_rows + row])) / divisor;
            for (std::size_t col = 0; col < m_cols; ++col)
                m_weightGradient[row * m_cols + col] +=
                    static_cast<float>(error * static_cast<double>(input[col]));
            m_biasGradient[row] += static_cast<float>(error);
        }
}

std::span<const float> Samples::inputsOf(int step) const
{
    return partOf(inputs, step, steps);
}

std::span<const float> Samples::targetsOf(int step) const
{
    return partOf(targets, step, steps);
}

Samples randomSamples(const LinearModel& model, int steps, int batch, unsigned seed)
{
    const auto count = static_cast<std::size_t>(steps * batch);
    Samples samples{std::vector<float>(count * model.cols()), std::vector<float>(count * model.rows()), batch,
                    steps};
    fillUniformly(samples.inputs, seed, 3);
    fillUniformly(samples.targets, seed, 4);
    return samples;
}

StrategyRank::StrategyRank(const TrainingSpec& training, ProcessGroup& group, LinearModel& model,
                           std::vector<int> firsts)
    : m_model(model), m_group(group), m_rate(training.learningRate), m_firsts(std::move(firsts)),
      m_strategy(makeStrategy(training, group, model.replica())),
      m_optimizer(makeOptimizer(optimizerTraining(training), model.replica().parameters))
{
}

Strategy::StepEnd StrategyRank::step(const Samples& samples, int number, std::int64_t step)
{
    const auto rank = static_cast<std::size_t>(m_group.rank());
    const int count = m_firsts[rank + 1] - m_firsts[rank];
    const StepBatch batch{step, count, samples.batch, m_rate};
    const auto own = [&](std::span<const float> values, std::size_t width) {
        return values.subspan(static_cast<std::size_t>(m_firsts[rank]) * width,
                              static_cast<std::size_t>(count) * width);
    };
    m_strategy->begin(batch);
    m_model.computeGradients(own(samples.inputsOf(number), m_model.cols()),
                             own(samples.targetsOf(number), m_model.rows()), m_strategy->divisor(batch));
    m_strategy->ready(1);
    m_strategy->ready(0);
    const Strategy::StepEnd end = m_strategy->finish({1.0 * count, wantsStop ? 1.0 : 0.0, 0});
    apply(end);
    return end;
}

Strategy::StepEnd StrategyRank::settle()
{
    const Strategy::StepEnd end = m_strategy->settle();
    apply(end);
    return end;
}

void StrategyRank::apply(const Strategy::StepEnd& end)
{
    if (end.outcome == Strategy::Outcome::ApplyGradients)
        m_optimizer->step(m_rate);
}

std::vector<int> evenFirsts(int batch, int ranks)
{
    std::vector<int> firsts;
    for (int rank = 0; rank <= ranks; ++rank)
        firsts.push_back(batch * rank / ranks);
    return firsts;
}

double relativeDifference(std::span<const float> a, std::span<const float> b)
{
    double difference = 0;
    double size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = static_cast<double>(a[i]);
        difference += (x - static_cast<double>(b[i])) * (x - static_cast<double>(b[i]));
        size += x * x;
    }
    return std::sqrt(difference / size);
}

} // namespace lockstep::test
