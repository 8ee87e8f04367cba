// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/optim/host_kernels.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/optimizer_facts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace lockstep {
namespace {

/// Stretches are the same whatever the number of workers, for the norm adds up one sum of each.
constexpr std::size_t kStretch = 1 << 16;

/// Whether its elements lie along one axis: a norm's, a bias, a layer scale.
bool isPerChannel(const Shape& shape)
{
    return shape.rank() <= 1 || (shape.rank() == 3 && shape[1] == 1 && shape[2] == 1);
}

/// The parameters, cut into stretches that workers share.
class HostStretches {
public:
    struct Place {
        std::size_t parameter;
        std::size_t begin;
        std::size_t count;
    };

    explicit HostStretches(HostParameters parameters) : m_parameters(std::move(parameters))
    {
        LOCKSTEP_CHECK(m_parameters.workers.count == 1 || m_parameters.workers.run);
        std::int64_t elements = 0;
        for (std::size_t index = 0; index < m_parameters.all.size(); ++index) {
            const std::size_t size = m_parameters.all[index].value.size();
            for (std::size_t begin = 0; begin < size; begin += kStretch)
                m_places.push_back({index, begin, std::min(kStretch, size - begin)});
            elements += static_cast<std::int64_t>(size);
        }
        if (elements < kWorthSharing)
            m_parameters.workers = {};
        m_squares.resize(m_places.size());
    }

    std::span<const Parameter> parameters() const { return m_parameters.all; }

    /// Calls job(place, its number) for every stretch, several at the same time.
    template <typename Job>
    void forEach(const Job& job)
    {
        const auto workers = static_cast<std::size_t>(m_parameters.workers.count);
        const std::size_t count = m_places.size();
        if (workers <= 1) {
            for (std::size_t s = 0; s < count; ++s)
                job(m_places[s], s);
            return;
        }
        const auto share = [&](int worker) {
            const auto w = static_cast<std::size_t>(worker);
            for (std::size_t s = count * w / workers; s < count * (w + 1) / workers; ++s)
                job(m_places[s], s);
        };
        m_parameters.workers.run(std::cref(share)); // by reference: a step allocates nothing
    }

    double gradientNorm()
    {
        forEach([&](const Place& place, std::size_t number) {
            const std::span<float> gradient = parameters()[place.parameter].gradient;
            m_squares[number] = sumOfSquares(gradient.data() + place.begin, place.count);
        });
        return std::sqrt(std::accumulate(m_squares.begin(), m_squares.end(), 0.0));
    }

    void tellChange() const
    {
        if (m_parameters.changed)
            m_parameters.changed();
    }

private:
    HostParameters m_parameters;
    std::vector<Place> m_places;
    std::vector<double> m_squares; ///< by stretch
};

template <typename Rule>
class HostOptimizer final : public Optimizer {
public:
    HostOptimizer(const TrainingSpec& spec, HostParameters parameters, std::pmr::memory_resource& memory)
        : m_rule(spec), m_clipNorm(spec.clipNorm), m_decay(spec.weightDecay),
          m_stretches(std::move(parameters))
    {
        std::vector<NamedTensor> named;
        m_values.reserve(m_stretches.parameters().size() * Rule::kState.size());
        for (const Parameter& parameter : m_stretches.parameters()) {
            m_decays.push_back(spec.decayAll || !isPerChannel(parameter.shape));
            for (const char* name : Rule::kState) {
                m_values.emplace_back(parameter.value.size(), &memory);
                named.push_back({parameter.name + "." + name, parameter.shape, m_values.back()});
            }
        }
        m_state = HostTensors(named);
    }

    void step(double learningRate) override
    {
        m_norm = m_clipNorm > 0 ? m_stretches.gradientNorm() : 0;
        const UpdateScalars scalars{.learningRate = learningRate,
                                    .gradientScale = m_clipNorm > 0 ? clippingScale(m_norm, m_clipNorm) : 1,
                                    .step = ++m_steps};
        const auto decayed = m_rule.at(scalars, m_decay);
        const auto undecayed = m_rule.at(scalars, 0);
        m_stretches.forEach([&](const HostStretches::Place& place, std::size_t) {
            update<Rule>(m_decays[place.parameter] ? decayed : undecayed, stretchAt(place));
        });
        m_stretches.tellChange();
    }

    double gradientNorm() override { return m_norm; }
    TensorStore& state() override { return m_state; }
    std::int64_t steps() const override { return m_steps; }
    void setSteps(std::int64_t steps) override { m_steps = steps; }

private:
    Stretch stretchAt(const HostStretches::Place& place)
    {
        const Parameter& parameter = m_stretches.parameters()[place.parameter];
        Stretch stretch{
            parameter.value.data() + place.begin, parameter.gradient.data() + place.begin, {}, place.count};
        for (std::size_t i = 0; i < Rule::kState.size(); ++i)
            stretch.state[i] = m_values[place.parameter * Rule::kState.size() + i].data() + place.begin;
        return stretch;
    }

    Rule m_rule;
    double m_clipNorm;
    double m_decay;
    HostStretches m_stretches;
    std::vector<bool> m_decays;                    ///< by parameter
    std::vector<std::pmr::vector<float>> m_values; ///< {parameter, state}
    HostTensors m_state;
    std::int64_t m_steps = 0;
    double m_norm = 0;
};

/// The place of the rule that serves; the number of rules where none or several do.
template <typename... Rules>
constexpr std::size_t ruleFor(std::tuple<Rules...>*, OptimizerKind kind, bool nesterov)
{
    std::size_t place = 0;
    std::size_t found = sizeof...(Rules);
    int serving = 0;
    (..., (Rules::serves(kind, nesterov) ? (found = place, ++serving) : 0, ++place));
    return serving == 1 ? found : sizeof...(Rules);
}

template <typename Rule>
constexpr bool hasTheStateOf(OptimizerKind kind)
{
    return Rule::kState.size() == static_cast<std::size_t>(factsOf(kind).stateTensors);
}

template <typename... Rules>
constexpr bool everyKindIsServed(std::tuple<Rules...>* rules)
{
    for (const OptimizerFacts& facts : kOptimizers)
        for (const bool nesterov : {false, true}) {
            if (ruleFor(rules, facts.kind, nesterov) == sizeof...(Rules))
                return false;
            if (!(... && (!Rules::serves(facts.kind, nesterov) || hasTheStateOf<Rules>(facts.kind))))
                return false;
        }
    return true;
}
static_assert(everyKindIsServed(static_cast<UpdateRules*>(nullptr)),
              "an optimiser without a rule of its own, or with other state than optimizer_facts.h says");

template <typename... Rules>
std::unique_ptr<Optimizer> makeServing(std::tuple<Rules...>*, const TrainingSpec& spec,
                                       HostParameters parameters, std::pmr::memory_resource& memory)
{
    std::unique_ptr<Optimizer> made;
    const auto offer = [&]<typename Rule>() {
        if (Rule::serves(spec.optimizer, spec.nesterov))
            made = std::make_unique<HostOptimizer<Rule>>(spec, std::move(parameters), memory);
    };
    (..., offer.template operator()<Rules>());
    return made;
}

} // namespace

std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, HostParameters parameters,
                                         std::pmr::memory_resource& memory)
{
    return makeServing(static_cast<UpdateRules*>(nullptr), spec, std::move(parameters), memory);
}

} // namespace lockstep
