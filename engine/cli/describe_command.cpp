// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/graph/graph.h"

#include <cstdio>

namespace lockstep {
namespace {

ExitCode runDescribe(const Arguments& arguments)
{
    const Graph graph = makeModel(arguments.positional().front(), {1, 28, 28}, 10);
    std::printf("%-16s %-14s %12s %14s %12s\n", graph.name().c_str(), "output", "parameters", "FLOPs forward", "bytes");
    for (const Layer& layer : graph.layers()) {
        std::int64_t parameters = 0;
        for (const ParameterSpec& parameter : layer.parameters)
            parameters += parameter.shape.elements();
        std::printf("%-16s %-14s %12lld %14lld %12lld\n", layer.name.c_str(), toString(layer.output).c_str(),
                    static_cast<long long>(parameters), static_cast<long long>(layer.flops),
                    static_cast<long long>(layer.activationBytes));
    }
    std::printf("%-16s %-14s %12lld %14lld\n", "all", "", static_cast<long long>(graph.parameterCount()),
                static_cast<long long>(graph.flops()));
    std::fflush(stdout);
    return ExitCode::Success;
}

} // namespace

Subcommand describeCommand()
{
    return {"describe",
            "Shows the layers of a model for one image of 28 x 28: shapes, parameters, work.",
            {"MODEL"},
            {},
            {},
            runDescribe};
}

} // namespace lockstep
