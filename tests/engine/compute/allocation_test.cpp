// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/cpu_program.h"
#include "engine/graph/graph.h"
#include "engine/optim/optimizer.h"

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t size)
{
    return counted(size);
}
void* operator new[](std::size_t size)
{
    return counted(size);
}
/// A sanitizer would bring a form of its own for one left out. Without memory the test is over.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return counted(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

namespace lockstep {
namespace {

class Steps : public testing::TestWithParam<const char*> {};

const auto kIgnore = [](std::size_t) {};

TEST_P(Steps, AllocateNothing)
{
    const Graph graph = makeModel(GetParam(), {1, 28, 28}, 10);
    const auto program = compileForCpu(graph, {.batch = 40, .threads = 2});
    initializeParameters(graph, *program, 1);
    TrainingSpec spec;
    spec.optimizer = OptimizerKind::Adam;
    spec.clipNorm = 1;
    const auto optimizer = makeOptimizer(spec, program->hostReplica().parameters);
    const std::vector<float> inputs(40 * 784, 0.5f);
    const std::vector<std::int32_t> labels(40, 3);
    const std::function<void(std::size_t)> ready = kIgnore;
    const auto gradients = [&](std::size_t count, Gradients mode) {
        program->forward({std::span(inputs).first(count * 784),
                          std::span(labels).first(count),
                          {.count = static_cast<int>(count), .divisor = 40}},
                         Phase::Training);
        program->backward(mode, ready);
        return program->loss().lossSum;
    };
    gradients(40, Gradients::Overwrite);
    optimizer->step(0.001);
    const long before = allocations;
    // Short and empty batches included: on the processors of the tests even their first use allocates
    // nothing.
    for (std::size_t count : {40u, 40u, 17u, 0u, 1u, 40u}) {
        gradients(count, Gradients::Overwrite);
        optimizer->step(0.001);
    }
    EXPECT_EQ(allocations, before);
    // Nor do steps of several pieces, the first of them included.
    gradients(40, Gradients::Overwrite);
    gradients(17, Gradients::Add);
    gradients(40, Gradients::Add);
    optimizer->step(0.001);
    EXPECT_EQ(allocations, before) << "gradients that add up";
}

INSTANTIATE_TEST_SUITE_P(, Steps, testing::Values("mnist-cnn", "lenet"));

TEST(StepsOfOneDnn, AllocateItsArgumentTablesAlone)
{
    constexpr int kBatch = 6;
    const Graph graph = makeModel("resnet20", {3, 32, 32}, 10);
    const auto program = compileForCpu(graph, {.batch = kBatch, .threads = 2});
    initializeParameters(graph, *program, 1);
    const std::vector<float> inputs(kBatch * 3072, 0.5f);
    const std::vector<std::int32_t> labels(kBatch, 3);
    const std::function<void(std::size_t)> ready = [](std::size_t) {};
    const auto changed = program->hostReplica().parameters.changed;
    const auto step = [&] {
        const long before = allocations;
        program->forward({inputs, labels, {.count = kBatch, .divisor = kBatch}}, Phase::Training);
        program->backward(Gradients::Overwrite, ready);
        changed();
        return allocations - before;
    };
    step();
    const long each = step();
    // 22 products, each in three passes and in up to five changes of layout, on two threads.
    EXPECT_LT(each, 22 * 8 * 2 * 4);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(step(), each);
}

} // namespace
} // namespace lockstep
