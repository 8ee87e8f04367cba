// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/program.h"
#include "engine/graph/graph.h"
#include "engine/graph/training_memory.h"
#include "tests/engine/support/precision.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

class MemoryEstimate : public testing::TestWithParam<std::tuple<const char*, Precision>> {};

// The models of which a real batch takes little more than a gigabyte.
TEST_P(MemoryEstimate, IsWhatTheCpuPlans)
{
    const auto [name, precision] = GetParam();
    const bool clips = std::string(name) == "i3d";
    const Graph graph = makeModel(name, clips ? Shape{3, 32, 160, 160} : Shape{3, 224, 224}, 1000);
    const int batch = clips ? 4 : 32;
    const ProgramOptions options{.batch = batch, .threads = 2, .precision = precision};
    if (isRefused(precision, [&] { makeComputeBackend({})->compile(graph, options); }))
        return;
    const auto program = makeComputeBackend({})->compile(graph, options);
    const TrainingMemory memory = trainingMemory(graph, batch, precision, OptimizerKind::Sgd);
    const double ratio = static_cast<double>(memory.total()) / static_cast<double>(program->memoryBytes());
    EXPECT_NEAR(ratio, 1, 0.2) << memory.total() << " estimated, " << program->memoryBytes() << " planned";
}

INSTANTIATE_TEST_SUITE_P(, MemoryEstimate,
                         testing::Combine(testing::Values("alexnet", "resnet18", "googlenet", "squeezenet1_1",
                                                          "shufflenet_v2_x0_5", "i3d"),
                                          testing::Values(Precision::Float32, Precision::BFloat16)),
                         [](const auto& instance) {
                             return std::string(std::get<0>(instance.param)) +
                                    (std::get<1>(instance.param) == Precision::BFloat16 ? "_bf16" : "_f32");
                         });

} // namespace
} // namespace lockstep
