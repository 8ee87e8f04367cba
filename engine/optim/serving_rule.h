// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/update_rules.h"
#include "engine/protocol/optimizer_facts.h"

/// Which rule serves an optimiser, for every device.
namespace lockstep {
namespace serving_rule {

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

template <typename Job, typename... Rules>
void offerAll(std::tuple<Rules...>*, const TrainingSpec& spec, const Job& job)
{
    const auto offer = [&]<typename Rule>() {
        if (Rule::serves(spec.optimizer, spec.nesterov))
            job.template operator()<Rule>();
    };
    (..., offer.template operator()<Rules>());
}

} // namespace serving_rule

/// Calls job.operator()<Rule>(), once, with the rule that serves the specification.
template <typename Job>
void withServingRule(const TrainingSpec& spec, const Job& job)
{
    serving_rule::offerAll(static_cast<UpdateRules*>(nullptr), spec, job);
}

} // namespace lockstep
