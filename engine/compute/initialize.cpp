// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/graph.h"

#include <algorithm>

namespace lockstep {

void initializeParameters(const Graph& graph, Program& program, std::uint64_t seed)
{
    const std::vector<ParameterSpec> specs = graph.parameters();
    LOCKSTEP_CHECK(specs.size() == program.parameters().size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const Parameter& parameter = program.parameters()[i];
        LOCKSTEP_CHECK(specs[i].name == parameter.name);
        // A stream for each tensor: its values do not depend on the sizes of the others.
        Random random(seed, i);
        fillInitially(parameter.value, specs[i].initial, random);
    }
    const std::vector<BufferSpec> buffers = graph.buffers();
    LOCKSTEP_CHECK(buffers.size() == program.buffers().size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const NamedTensor& buffer = program.buffers()[i];
        LOCKSTEP_CHECK(buffers[i].name == buffer.name);
        const float start = buffers[i].kind == BufferSpec::Kind::RunningVariance ? 1.0f : 0.0f;
        std::fill(buffer.values.begin(), buffer.values.end(), start);
    }
    program.parametersChanged();
}

} // namespace lockstep
