// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/core/weight_decay.h"
#include "engine/optim/host_kernels.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/serving_rule.h"
#include "engine/optim/stretches.h"

#include <cmath>
#include <functional>
#include <numeric>

namespace lockstep {
namespace {

/// The parameters, cut into stretches that workers share.
class HostStretches {
public:
    explicit HostStretches(HostParameters parameters) : m_parameters(std::move(parameters))
    {
        LOCKSTEP_CHECK(m_parameters.workers.count == 1 || m_parameters.workers.run);
        std::vector<std::size_t> sizes;
        for (const Parameter& parameter : m_parameters.all)
            sizes.push_back(parameter.value.size());
        m_places = cutIntoStretches(sizes);
        if (std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) <
            static_cast<std::size_t>(kWorthSharing))
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
        forEach([&](const StretchPlace& place, std::size_t number) {
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
    std::vector<StretchPlace> m_places;
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
            m_decays.push_back(isDecayed(parameter.shape, spec.decayAll));
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
        m_stretches.forEach([&](const StretchPlace& place, std::size_t) {
            update<Rule>(m_decays[place.parameter] ? decayed : undecayed, stretchAt(place));
        });
        m_stretches.tellChange();
    }

    double gradientNorm() override { return m_norm; }
    TensorStore& state() override { return m_state; }
    std::int64_t steps() override { return m_steps; }
    void setSteps(std::int64_t steps) override { m_steps = steps; }

private:
    Stretch stretchAt(const StretchPlace& place)
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

} // namespace

std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& spec, HostParameters parameters,
                                         std::pmr::memory_resource& memory)
{
    std::unique_ptr<Optimizer> made;
    withServingRule(spec, [&]<typename Rule>() {
        made = std::make_unique<HostOptimizer<Rule>>(spec, std::move(parameters), memory);
    });
    return made;
}

} // namespace lockstep
