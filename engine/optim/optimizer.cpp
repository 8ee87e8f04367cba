// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/optimizer.h"

#include "engine/core/error.h"

#include <cmath>

namespace lockstep {

namespace {

using Floats = std::span<float>;

// The four loops below take the widest vectors of the host; this file is compiled without contraction to fused
// multiply-adds, so that every host makes the same bits of the same gradients and replicas stay equal.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LOCKSTEP_WIDEST __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOCKSTEP_WIDEST
#endif

LOCKSTEP_WIDEST void updateSgd(float* __restrict value, const float* __restrict gradient, std::size_t count,
                               float rate)
{
    for (std::size_t i = 0; i < count; ++i)
        value[i] -= rate * gradient[i];
}

LOCKSTEP_WIDEST void updateMomentum(float* __restrict value, const float* __restrict gradient,
                                    float* __restrict velocity, std::size_t count, float rate, float momentum)
{
    for (std::size_t i = 0; i < count; ++i) {
        velocity[i] = momentum * velocity[i] + gradient[i];
        value[i] -= rate * velocity[i];
    }
}

LOCKSTEP_WIDEST void updateAdagrad(float* __restrict value, const float* __restrict gradient,
                                   float* __restrict sum, std::size_t count, float rate, float epsilon)
{
    for (std::size_t i = 0; i < count; ++i) {
        sum[i] += gradient[i] * gradient[i];
        value[i] -= rate * gradient[i] / (__builtin_sqrtf(sum[i]) + epsilon);
    }
}

struct AdamFactors {
    float beta1, beta2;
    float rate;           ///< learning rate / (1 - beta1^t)
    float secondScale;    ///< 1 / sqrt(1 - beta2^t)
    float epsilon;
};

LOCKSTEP_WIDEST void updateAdam(float* __restrict value, const float* __restrict gradient, float* __restrict first,
                                float* __restrict second, std::size_t count, AdamFactors f)
{
    for (std::size_t i = 0; i < count; ++i) {
        first[i] = f.beta1 * first[i] + (1 - f.beta1) * gradient[i];
        second[i] = f.beta2 * second[i] + (1 - f.beta2) * (gradient[i] * gradient[i]);
        value[i] -= f.rate * first[i] / (__builtin_sqrtf(second[i]) * f.secondScale + f.epsilon);
    }
}

/// base^exponent by products alone: the C library's pow need not be the same on every host.
double power(double base, std::int64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

/// What the four rules share: named state, one tensor or two for every parameter.
class OptimizerBase : public Optimizer {
public:
    OptimizerBase(std::span<const Parameter> parameters, std::vector<std::string> stateNames)
        : m_stateNames(std::move(stateNames))
    {
        for (const Parameter& parameter : parameters) {
            m_parameterNames.push_back(parameter.name);
            m_shapes.push_back(parameter.shape);
            for (std::size_t i = 0; i < m_stateNames.size(); ++i)
                m_state.emplace_back(parameter.value.size());
        }
    }

    void step(std::span<const Parameter> parameters, double learningRate) final
    {
        LOCKSTEP_CHECK(parameters.size() == m_parameterNames.size());
        ++m_steps;
        prepare(learningRate);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            LOCKSTEP_CHECK(parameters[i].gradient.size() == parameters[i].value.size());
            update(i, parameters[i].value, parameters[i].gradient);
        }
    }

    std::vector<NamedTensor> state() final
    {
        std::vector<NamedTensor> tensors;
        for (std::size_t i = 0; i < m_parameterNames.size(); ++i)
            for (std::size_t j = 0; j < m_stateNames.size(); ++j)
                tensors.push_back({m_parameterNames[i] + "." + m_stateNames[j], m_shapes[i], stateOf(i, j)});
        return tensors;
    }

    std::int64_t steps() const final { return m_steps; }
    void setSteps(std::int64_t steps) final { m_steps = steps; }

protected:
    /// Called once before the updates of a step; steps() counts it already.
    virtual void prepare(double learningRate) { m_rate = static_cast<float>(learningRate); }
    virtual void update(std::size_t parameter, Floats value, Floats gradient) = 0;
    Floats stateOf(std::size_t parameter, std::size_t which)
    {
        Floats values = m_state[parameter * m_stateNames.size() + which];
        return values;
    }
    float rate() const { return m_rate; }

private:
    std::vector<std::string> m_stateNames;
    std::vector<std::string> m_parameterNames;
    std::vector<Shape> m_shapes;
    std::vector<std::vector<float>> m_state;
    std::int64_t m_steps = 0;
    float m_rate = 0;
};

class Sgd final : public OptimizerBase {
public:
    explicit Sgd(std::span<const Parameter> parameters) : OptimizerBase(parameters, {}) {}

private:
    void update(std::size_t, Floats value, Floats gradient) override
    {
        updateSgd(value.data(), gradient.data(), value.size(), rate());
    }
};

class Momentum final : public OptimizerBase {
public:
    Momentum(std::span<const Parameter> parameters, double momentum)
        : OptimizerBase(parameters, {"momentum"}), m_momentum(static_cast<float>(momentum)) {}

private:
    void update(std::size_t parameter, Floats value, Floats gradient) override
    {
        updateMomentum(value.data(), gradient.data(), stateOf(parameter, 0).data(), value.size(), rate(), m_momentum);
    }
    float m_momentum;
};

class Adagrad final : public OptimizerBase {
public:
    Adagrad(std::span<const Parameter> parameters, double epsilon)
        : OptimizerBase(parameters, {"sum"}), m_epsilon(static_cast<float>(epsilon)) {}

private:
    void update(std::size_t parameter, Floats value, Floats gradient) override
    {
        updateAdagrad(value.data(), gradient.data(), stateOf(parameter, 0).data(), value.size(), rate(), m_epsilon);
    }
    float m_epsilon;
};

class Adam final : public OptimizerBase {
public:
    Adam(std::span<const Parameter> parameters, const TrainingSpec& spec, double epsilon)
        : OptimizerBase(parameters, {"exp_avg", "exp_avg_sq"}), m_beta1(spec.beta1), m_beta2(spec.beta2),
          m_epsilon(static_cast<float>(epsilon)) {}

private:
    void prepare(double learningRate) override
    {
        m_factors = {.beta1 = static_cast<float>(m_beta1),
                     .beta2 = static_cast<float>(m_beta2),
                     .rate = static_cast<float>(learningRate / (1 - power(m_beta1, steps()))),
                     .secondScale = static_cast<float>(1 / std::sqrt(1 - power(m_beta2, steps()))),
                     .epsilon = m_epsilon};
    }
    void update(std::size_t parameter, Floats value, Floats gradient) override
    {
        updateAdam(value.data(), gradient.data(), stateOf(parameter, 0).data(), stateOf(parameter, 1).data(),
                   value.size(), m_factors);
    }
    double m_beta1;
    double m_beta2;
    float m_epsilon;
    AdamFactors m_factors{};
};

} // namespace

std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, std::span<const Parameter> parameters)
{
    const auto epsilonOr = [&](double standard) { return spec.epsilon > 0 ? spec.epsilon : standard; };
    switch (spec.optimizer) {
    case OptimizerKind::Sgd:
        return std::make_unique<Sgd>(parameters);
    case OptimizerKind::Momentum:
        return std::make_unique<Momentum>(parameters, spec.momentum);
    case OptimizerKind::Adagrad:
        return std::make_unique<Adagrad>(parameters, epsilonOr(1e-10));
    case OptimizerKind::Adam:
        return std::make_unique<Adam>(parameters, spec, epsilonOr(1e-8));
    }
    LOCKSTEP_CHECK(!"an optimiser kind without a rule");
}

} // namespace lockstep
