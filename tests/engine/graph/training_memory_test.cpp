// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"
#include "engine/graph/training_memory.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(TrainingMemory, OfMnistCnnByHand)
{
    const Graph graph = makeModel("mnist-cnn", {1, 28, 28}, 10);
    const TrainingMemory memory = trainingMemory(graph, 3, Precision::Float32, OptimizerKind::Adam);
    EXPECT_EQ(memory.parameters, 20350 * 4);
    EXPECT_EQ(memory.gradients, 20350 * 4);
    EXPECT_EQ(memory.optimizerState, 2 * 20350 * 4);
    EXPECT_EQ(memory.buffers, 0);
    // The sample and both poolings' outputs, which the next layers read; a byte for each pooled element.
    EXPECT_EQ(memory.activations, 3 * ((784 + 20 * 14 * 14 + 20 * 7 * 7) * 4 + 20 * 14 * 14 + 20 * 7 * 7));
    // At the first pooling: its own gradient and that of its input.
    EXPECT_EQ(memory.activationGradients, 3 * (20 * 14 * 14 + 20 * 28 * 28) * 4);
    EXPECT_EQ(memory.total(), memory.parameters + memory.gradients + memory.optimizerState +
                                  memory.activations + memory.activationGradients);
}

TEST(TrainingMemory, OfAResidualBlockByHand)
{
    Graph graph("block");
    const LayerId first = graph.relu(graph.input({4, 8, 8}), "first");
    LayerId x = graph.convolution(first, "conv1", {.channels = 4, .kernel = 3, .padding = 1, .bias = false});
    x = graph.batchNorm(x, "bn1");
    x = graph.relu(x, "relu1");
    x = graph.convolution(x, "conv2", {.channels = 4, .kernel = 3, .padding = 1, .bias = false});
    x = graph.batchNorm(x, "bn2");
    x = graph.add(x, first, "add");
    graph.linear(graph.averagePool(graph.relu(x, "relu2"), "pool"), "fc", {.features = 2});
    const TrainingMemory memory = trainingMemory(graph, 1, Precision::Float32, OptimizerKind::Sgd);
    // first, conv1, relu1, conv2, relu2 of 256 values each, and what fc reads.
    EXPECT_EQ(memory.activations, (5 * 256 + 4) * 4);
    // While conv2 works: the gradients of its output and its input, and that of the shortcut.
    EXPECT_EQ(memory.activationGradients, 3 * 256 * 4);
    EXPECT_EQ(memory.buffers, (4 + 4 + 1) * 2 * 4);
    EXPECT_EQ(memory.optimizerState, 0);
}

TEST(TrainingMemory, OfAClipByHand)
{
    Graph graph("clip");
    LayerId x = graph.input({2, 4, 6, 6});
    x = graph.clipConvolution(x, "conv", {.channels = 5, .kernel = {3, 3}, .bias = false});
    x = graph.relu(graph.batchNorm(x, "bn"), "relu");
    x = graph.clipMaxPool(x, "pool", {.kernel = {1, 2}, .stride = {1, 2}});
    x = graph.clipMaxPool(x, "cubes", {.kernel = {2, 3}, .stride = {2, 1}});
    graph.linear(x, "fc", {.features = 2});
    const TrainingMemory memory = trainingMemory(graph, 3, Precision::Float32, OptimizerKind::Sgd);
    const std::int64_t map = 5 * 4 * 6 * 6;
    // The clip, what the norm and what the linear layer read; a byte for each pooled element, and for those
    // of single frames from which the cubes' are chosen.
    EXPECT_EQ(memory.activations, 3 * ((2 * 4 * 36 + map + map / 8) * 4 + map / 4 + map / 4 + map / 8));
    EXPECT_EQ(memory.activationGradients, 3 * (map + map / 4) * 4);
    EXPECT_EQ(memory.parameters, (5 * 2 * 27 + 10 + 2 * map / 8 + 2) * 4);
}

TEST(TrainingMemory, DependsOnBatchPrecisionAndOptimizer)
{
    const Graph graph = makeModel("resnet18", {3, 64, 64}, 10);
    const TrainingMemory one = trainingMemory(graph, 1, Precision::Float32, OptimizerKind::Momentum);
    const TrainingMemory many = trainingMemory(graph, 64, Precision::Float32, OptimizerKind::AdamW);
    EXPECT_EQ(many.activations, 64 * one.activations);
    EXPECT_EQ(many.activationGradients, 64 * one.activationGradients);
    EXPECT_EQ(many.parameters, one.parameters);
    EXPECT_EQ(many.optimizerState, 2 * one.optimizerState);
    EXPECT_EQ(one.optimizerState, one.gradients);
    EXPECT_EQ(one.optimizerState,
              trainingMemory(graph, 1, Precision::Float32, OptimizerKind::Adagrad).optimizerState);
    const TrainingMemory half = trainingMemory(graph, 1, Precision::BFloat16, OptimizerKind::Momentum);
    EXPECT_EQ(half.activationGradients * 2, one.activationGradients);
    EXPECT_LT(half.activations * 100, one.activations * 51);
    EXPECT_EQ(half.parameters * 2, one.parameters * 3) << "master weights and bf16 copies";
    EXPECT_EQ(half.gradients, one.gradients);
}

} // namespace
} // namespace lockstep
