// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/trained_parameters.h"

#include "engine/core/error.h"

#include <vector>

namespace lockstep {

void requireAllTrained(const Graph& graph, std::span<const std::size_t> announced)
{
    const std::vector<ParameterSpec> parameters = graph.parameters();
    std::vector<bool> trained(parameters.size());
    for (const std::size_t parameter : announced) {
        LOCKSTEP_CHECK(!trained[parameter]);
        trained[parameter] = true;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (!trained[i])
            throw EngineError(
                ExitCode::InvalidExperiment,
                {LOCKSTEP_TEXT("The model %1 cannot be trained: its parameter %2 does not act on the loss."),
                 {graph.name(), parameters[i].name},
                 {}});
}

} // namespace lockstep
