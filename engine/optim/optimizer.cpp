// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/optimizer.h"

#include "engine/core/error.h"
#include "engine/core/portable_math.h"
#include "engine/optim/update_rules.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Stretches are the same whatever the number of workers, for the norm adds up one sum of each.
constexpr std::size_t kStretch = 1 << 16;

/// Whether its elements lie along one axis: a norm's, a bias, a layer scale.
bool isPerChannel(const Shape& shape)
{
    return shape.rank() <= 1 || (shape.rank() == 3 && shape[1] == 1 && shape[2] == 1);
}

struct Stretch {
    std::size_t parameter;
    std::size_t begin;
    std::size_t count;
};

/// What the rules share: named state, one tensor or two for every parameter, and the work cut into stretches.
class OptimizerBase : public Optimizer {
public:
    OptimizerBase(const TrainingSpec& spec, std::span<const Parameter> parameters,
                  std::vector<std::string> stateNames)
        : m_stateNames(std::move(stateNames))
    {
        for (std::size_t index = 0; index < parameters.size(); ++index) {
            const Parameter& parameter = parameters[index];
            m_parameterNames.push_back(parameter.name);
            m_shapes.push_back(parameter.shape);
            m_decay.push_back(spec.decayAll || !isPerChannel(parameter.shape) ? spec.weightDecay : 0);
            for (std::size_t i = 0; i < m_stateNames.size(); ++i)
                m_state.emplace_back(parameter.value.size());
            for (std::size_t begin = 0; begin < parameter.value.size(); begin += kStretch)
                m_stretches.push_back({index, begin, std::min(kStretch, parameter.value.size() - begin)});
        }
        m_squares.resize(m_stretches.size());
    }

    void setWorkers(Workers workers) { m_workers = std::move(workers); }

    void step(std::span<const Parameter> parameters, double learningRate, double gradientScale) final
    {
        LOCKSTEP_CHECK(parameters.size() == m_parameterNames.size());
        ++m_steps;
        m_rate = learningRate;
        m_scale = static_cast<float>(gradientScale);
        prepare();
        forEachStretch([&](std::size_t s) {
            const Stretch& stretch = m_stretches[s];
            const Parameter& parameter = parameters[stretch.parameter];
            update(stretch, parameter.value.data() + stretch.begin,
                   parameter.gradient.data() + stretch.begin);
        });
    }

    double gradientNorm(std::span<const Parameter> parameters) final
    {
        forEachStretch([&](std::size_t s) {
            const Stretch& stretch = m_stretches[s];
            m_squares[s] =
                sumOfSquares(parameters[stretch.parameter].gradient.data() + stretch.begin, stretch.count);
        });
        double sum = 0;
        for (const double square : m_squares)
            sum += square;
        return std::sqrt(sum);
    }

    std::vector<NamedTensor> state() final
    {
        std::vector<NamedTensor> tensors;
        for (std::size_t i = 0; i < m_parameterNames.size(); ++i)
            for (std::size_t j = 0; j < m_stateNames.size(); ++j)
                tensors.push_back({m_parameterNames[i] + "." + m_stateNames[j], m_shapes[i],
                                   m_state[i * m_stateNames.size() + j]});
        return tensors;
    }

    std::int64_t steps() const final { return m_steps; }
    void setSteps(std::int64_t steps) final { m_steps = steps; }

protected:
    /// Called once before the updates of a step; steps() counts it already.
    virtual void prepare() {}
    /// Of one stretch; several workers call it at the same time for different ones.
    virtual void update(const Stretch& stretch, float* value, const float* gradient) = 0;

    float* stateOf(const Stretch& stretch, std::size_t which)
    {
        return m_state[stretch.parameter * m_stateNames.size() + which].data() + stretch.begin;
    }
    double decay(const Stretch& stretch) const { return m_decay[stretch.parameter]; }
    /// With the decay coupled.
    GradientUse use(const Stretch& stretch) const { return {m_scale, static_cast<float>(decay(stretch))}; }
    float scale() const { return m_scale; }
    double learningRate() const { return m_rate; }
    float rate() const { return static_cast<float>(m_rate); }

private:
    template <typename Job>
    void forEachStretch(const Job& job)
    {
        const auto workers = static_cast<std::size_t>(m_workers.count);
        if (workers <= 1) {
            for (std::size_t s = 0; s < m_stretches.size(); ++s)
                job(s);
            return;
        }
        m_workers.run([&](int worker) {
            const auto w = static_cast<std::size_t>(worker);
            for (std::size_t s = m_stretches.size() * w / workers; s < m_stretches.size() * (w + 1) / workers;
                 ++s)
                job(s);
        });
    }

    std::vector<std::string> m_stateNames;
    std::vector<std::string> m_parameterNames;
    std::vector<Shape> m_shapes;
    std::vector<double> m_decay; ///< by parameter
    std::vector<std::vector<float>> m_state;
    std::vector<Stretch> m_stretches;
    std::vector<double> m_squares; ///< by stretch
    Workers m_workers;
    std::int64_t m_steps = 0;
    double m_rate = 0;
    float m_scale = 1;
};

class Sgd final : public OptimizerBase {
public:
    Sgd(const TrainingSpec& spec, std::span<const Parameter> parameters) : OptimizerBase(spec, parameters, {})
    {
    }

private:
    void update(const Stretch& stretch, float* value, const float* gradient) override
    {
        updateSgd(value, gradient, stretch.count, use(stretch), rate());
    }
};

class Momentum final : public OptimizerBase {
public:
    Momentum(const TrainingSpec& spec, std::span<const Parameter> parameters)
        : OptimizerBase(spec, parameters, {"momentum"}), m_momentum(static_cast<float>(spec.momentum)),
          m_update(spec.nesterov ? updateNesterov : updateMomentum)
    {
    }

private:
    void update(const Stretch& stretch, float* value, const float* gradient) override
    {
        m_update(value, gradient, stateOf(stretch, 0), stretch.count, use(stretch), {rate(), m_momentum});
    }
    float m_momentum;
    decltype(&updateMomentum) m_update;
};

class Adagrad final : public OptimizerBase {
public:
    Adagrad(const TrainingSpec& spec, std::span<const Parameter> parameters, double epsilon)
        : OptimizerBase(spec, parameters, {"sum"}), m_epsilon(static_cast<float>(epsilon))
    {
    }

private:
    void update(const Stretch& stretch, float* value, const float* gradient) override
    {
        updateAdagrad(value, gradient, stateOf(stretch, 0), stretch.count, use(stretch), rate(), m_epsilon);
    }
    float m_epsilon;
};

/// Adam, and AdamW, whose decay bypasses the gradient.
class Adam final : public OptimizerBase {
public:
    Adam(const TrainingSpec& spec, std::span<const Parameter> parameters, double epsilon)
        : OptimizerBase(spec, parameters, {"exp_avg", "exp_avg_sq"}), m_beta1(spec.beta1),
          m_beta2(spec.beta2), m_epsilon(static_cast<float>(epsilon)),
          m_decoupled(spec.optimizer == OptimizerKind::AdamW)
    {
    }

private:
    void prepare() override
    {
        m_factors = {.beta1 = static_cast<float>(m_beta1),
                     .beta2 = static_cast<float>(m_beta2),
                     .rate = static_cast<float>(learningRate() / (1 - power(m_beta1, steps()))),
                     .secondScale = static_cast<float>(1 / std::sqrt(1 - power(m_beta2, steps()))),
                     .epsilon = m_epsilon,
                     .shrink = 1};
    }
    void update(const Stretch& stretch, float* value, const float* gradient) override
    {
        AdamFactors factors = m_factors;
        if (m_decoupled)
            factors.shrink = static_cast<float>(1 - learningRate() * decay(stretch));
        updateAdam(value, gradient, stateOf(stretch, 0), stateOf(stretch, 1), stretch.count,
                   m_decoupled ? GradientUse{scale(), 0} : use(stretch), factors);
    }
    double m_beta1;
    double m_beta2;
    float m_epsilon;
    bool m_decoupled;
    AdamFactors m_factors{};
};

std::unique_ptr<OptimizerBase> makeRule(const TrainingSpec& spec, std::span<const Parameter> parameters)
{
    const auto epsilonOr = [&](double standard) { return spec.epsilon > 0 ? spec.epsilon : standard; };
    switch (spec.optimizer) {
    case OptimizerKind::Sgd:
        return std::make_unique<Sgd>(spec, parameters);
    case OptimizerKind::Momentum:
        return std::make_unique<Momentum>(spec, parameters);
    case OptimizerKind::Adagrad:
        return std::make_unique<Adagrad>(spec, parameters, epsilonOr(1e-10));
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return std::make_unique<Adam>(spec, parameters, epsilonOr(1e-8));
    }
    LOCKSTEP_CHECK(!"an optimiser kind without a rule");
}

} // namespace

std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, std::span<const Parameter> parameters,
                                         Workers workers)
{
    LOCKSTEP_CHECK(workers.count == 1 || workers.run);
    auto optimizer = makeRule(spec, parameters);
    optimizer->setWorkers(std::move(workers));
    return optimizer;
}

double clippingScale(double norm, double clipNorm)
{
    // As PyTorch's clamp, a norm that is no number passes through, so that the loss shows what happened.
    const double scale = clipNorm / (norm + 1e-6);
    return scale > 1 ? 1 : scale;
}

} // namespace lockstep
