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
    std::vector<float> values;
    const std::vector<ParameterSpec> specs = graph.parameters();
    LOCKSTEP_CHECK(specs.size() == program.parameters().tensors().size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const TensorInfo& parameter = program.parameters().tensors()[i];
        LOCKSTEP_CHECK(specs[i].name == parameter.name);
        // A stream for each tensor: its values do not depend on the sizes of the others.
        Random random(seed, i);
        values.assign(parameter.elements(), 0.0f);
        fillInitially(values, specs[i].initial, random);
        program.parameters().write(i, values);
    }
    const std::vector<BufferSpec> buffers = graph.buffers();
    LOCKSTEP_CHECK(buffers.size() == program.buffers().tensors().size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const TensorInfo& buffer = program.buffers().tensors()[i];
        LOCKSTEP_CHECK(buffers[i].name == buffer.name);
        values.assign(buffer.elements(), buffers[i].kind == BufferSpec::Kind::RunningVariance ? 1.0f : 0.0f);
        program.buffers().write(i, values);
    }
}

} // namespace lockstep
