// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "engine/protocol/experiment_member.h"

#include <concepts>
#include <vector>

/// The parts of an experiment that a form speaks of.
namespace lockstep {

/// The elements of one kind, in the order of the document.
template <ExperimentPart Part>
auto& elementsOf(auto& topology)
{
    if constexpr (std::same_as<Part, Host>)
        return topology.hosts;
    else if constexpr (std::same_as<Part, Switch>)
        return topology.switches;
    else if constexpr (std::same_as<Part, Network>)
        return topology.networks;
    else
        return topology.links;
}

/// The elements of one kind that are in the scope, or the experiment itself: pointers into it, as constant as
/// it is.
template <ExperimentPart Part>
auto partsOf(auto& experiment, const ElementSet& scope)
{
    if constexpr (std::same_as<Part, Experiment>) {
        return std::vector{&experiment};
    } else {
        auto& elements = elementsOf<Part>(experiment.topology);
        std::vector<decltype(&elements.front())> parts;
        if constexpr (std::same_as<Part, Link>) {
            const std::vector<LinkKey> keys =
                scope.links.empty() ? std::vector<LinkKey>() : linkKeys(experiment.topology);
            for (std::size_t i = 0; i < keys.size(); ++i) {
                if (scope.links.contains(keys[i]))
                    parts.push_back(&elements[i]);
            }
        } else {
            for (auto& element : elements) {
                if (scope.nodes.contains(element.id))
                    parts.push_back(&element);
            }
        }
        return parts;
    }
}

} // namespace lockstep
