// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"

#include <cmath>

namespace lockstep {

void initializeParameters(const Graph& graph, std::span<const Parameter> parameters, std::uint64_t seed)
{
    const std::vector<ParameterSpec> specs = graph.parameters();
    LOCKSTEP_CHECK(specs.size() == parameters.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        LOCKSTEP_CHECK(specs[i].name == parameters[i].name);
        // A stream for each tensor: its values do not depend on the sizes of the others.
        Random random(seed, i);
        const float bound = 1.0f / std::sqrt(static_cast<float>(specs[i].fanIn));
        for (float& value : parameters[i].value)
            value = random.uniform(-bound, bound);
    }
}

} // namespace lockstep
