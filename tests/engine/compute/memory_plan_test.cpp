// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/graph/graph.h"
#include "engine/graph/training_memory.h"
#include "tests/engine/support/precision.h"

#include <gtest/gtest.h>

#include <memory_resource>

/// The table of memory says before anything is allocated what is allocated then.
namespace lockstep {
namespace {

/// Counts what it hands out.
class CountingMemory final : public std::pmr::memory_resource {
public:
    std::int64_t bytes = 0;

private:
    void* do_allocate(std::size_t size, std::size_t alignment) override
    {
        bytes += static_cast<std::int64_t>(size);
        return hugePageMemory().allocate(size, alignment);
    }
    void do_deallocate(void* memory, std::size_t size, std::size_t alignment) override
    {
        hugePageMemory().deallocate(memory, size, alignment);
    }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override
    {
        return this == &other;
    }
};

struct Case {
    const char* model;
    Shape sample;
    int batch;
    int threads;
    Precision precision = Precision::Float32;
};

class MemoryPlan : public testing::TestWithParam<Case> {};

TEST_P(MemoryPlan, IsWhatTheProgramTakes)
{
    const Case& c = GetParam();
    const Graph graph = makeModel(c.model, c.sample, 10);
    const ProgramOptions options{.batch = c.batch, .threads = c.threads, .precision = c.precision};
    if (isRefused(c.precision, [&] { makeComputeBackend({})->compile(graph, options); }))
        return;
    const ProgramMemory planned = makeComputeBackend({})->memoryBytes(graph, options);
    CountingMemory memory;
    const auto program = compileForCpu(graph, options, CpuKernels::Automatic, memory);
    EXPECT_EQ(planned.total(), memory.bytes);
    EXPECT_EQ(program->memoryBytes(), memory.bytes);

    const TrainingMemory estimate = trainingMemory(graph, c.batch, c.precision, OptimizerKind::Sgd);
    EXPECT_EQ(planned.gradients, estimate.gradients);
    EXPECT_EQ(planned.buffers, estimate.buffers);
    EXPECT_EQ(planned.parameters, estimate.gradients);
    for (const std::int64_t bytes : {planned.activations, planned.workspace, planned.packedWeights})
        EXPECT_GE(bytes, 0);
    EXPECT_GT(planned.activations, 0);
}

INSTANTIATE_TEST_SUITE_P(
    , MemoryPlan,
    testing::Values(Case{"mnist-cnn", {1, 28, 28}, 100, 1}, Case{"lenet", {1, 28, 28}, 37, 3},
                    Case{"resnet20", {3, 32, 32}, 16, 2}, Case{"resnet18", {3, 64, 64}, 5, 2},
                    Case{"googlenet", {3, 64, 64}, 4, 2}, Case{"mobilenet_v2", {3, 64, 64}, 4, 1},
                    Case{"i3d", {3, 18, 32, 32}, 2, 2},
                    Case{"resnet18", {3, 64, 64}, 5, 2, Precision::BFloat16},
                    Case{"i3d", {3, 18, 32, 32}, 2, 2, Precision::BFloat16}),
    [](const auto& each) {
        return std::string(each.param.model) == "mnist-cnn"
                   ? std::string("mnist_cnn")
                   : each.param.model +
                         std::string(each.param.precision == Precision::BFloat16 ? "_bf16" : "_f32");
    });

/// A batch that no machine has the memory for.
TEST(MemoryPlanOfMuch, TakesNoneItself)
{
    const Graph graph = makeModel("resnet18", {3, 224, 224}, 1000);
    const ProgramMemory planned = makeComputeBackend({})->memoryBytes(graph, {.batch = 16384, .threads = 16});
    EXPECT_GT(planned.total(), std::int64_t{100} << 30);
}

} // namespace
} // namespace lockstep
