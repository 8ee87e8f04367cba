// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/error.h"
#include "engine/graph/graph.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {

/// "conv1.weight 20x1x5x5"
inline std::vector<std::string> parameterNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const ParameterSpec& parameter : graph.parameters())
        names.push_back(parameter.name + " " + toString(parameter.shape));
    return names;
}

struct Refused {
    const char* said; ///< in the message
    std::function<void(Graph&)> build;
};

inline void expectRefused(const std::vector<Refused>& cases)
{
    for (const Refused& each : cases) {
        Graph graph("wrong");
        try {
            each.build(graph);
            ADD_FAILURE() << "accepted " << each.said;
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::InvalidExperiment) << error.what();
            EXPECT_THAT(error.what(), testing::HasSubstr(each.said));
        }
    }
}

} // namespace lockstep
