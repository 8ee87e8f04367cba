// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/lowering/graph_program.h"
#include "tests/engine/compute/model_numbers.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/compute/reference_tensors.h"
#include "tests/engine/support/device_program.h"
#include "tests/engine/support/precision.h"

#include <cmath>
#include <gtest/gtest.h>

/// Single layers of clips, of sizes that are padded in every way, against PyTorch: see torch_clips.py.
namespace lockstep {
namespace {

constexpr int kBatch = 3;
constexpr int kClasses = 4;
constexpr int kInputs = 2;
constexpr int kWidth = 18;

struct Case {
    std::string name;
    Shape sample; ///< frames, height, width
    std::variant<ClipConvolutionLayer, ClipMaxPoolLayer, AdaptiveAveragePoolLayer> layer;
};

std::vector<Case> cases()
{
    struct Window {
        Shape sample;
        ClipWindow kernel;
        ClipWindow stride;
    };
    const std::vector<Window> convolutions{
        {{9, 16, 11}, {7, 7}, {2, 2}}, {{8, 15, 16}, {7, 7}, {2, 2}}, {{4, 7, 6}, {3, 3}, {1, 1}},
        {{5, 8, 9}, {3, 3}, {2, 2}},   {{3, 5, 4}, {1, 1}, {1, 1}},   {{4, 6, 5}, {1, 3}, {1, 1}},
        {{1, 3, 3}, {3, 3}, {1, 1}},   {{2, 2, 2}, {5, 5}, {1, 1}},   {{3, 1, 1}, {3, 3}, {1, 1}},
        {{6, 5, 5}, {3, 1}, {1, 1}},   {{1, 1, 1}, {3, 3}, {1, 1}},   {{7, 6, 6}, {1, 1}, {2, 2}},
        {{5, 4, 4}, {2, 2}, {2, 2}},   {{4, 8, 7}, {1, 3}, {1, 2}}};
    const std::vector<Window> poolings{{{9, 16, 11}, {1, 3}, {1, 2}}, {{8, 15, 16}, {3, 3}, {2, 2}},
                                       {{7, 7, 7}, {2, 2}, {2, 2}},   {{4, 5, 6}, {3, 3}, {1, 1}},
                                       {{6, 3, 3}, {2, 1}, {2, 1}},   {{1, 2, 2}, {3, 3}, {2, 2}},
                                       {{5, 4, 3}, {1, 1}, {3, 2}}};
    const std::vector<std::pair<Shape, AdaptiveAveragePoolLayer>> averages{
        {{8, 7, 6}, {.height = 1, .width = 1, .frames = 7}},
        {{5, 4, 3}, {.height = 1, .width = 1, .frames = 1}},
        {{5, 6, 7}, {.height = 2, .width = 4, .frames = 3}},
        {{4, 1, 1}, {.height = 1, .width = 1, .frames = 2}},
        {{2, 5, 5}, {.height = 2, .width = 2, .frames = 2}}};
    std::vector<Case> all;
    for (std::size_t i = 0; i < convolutions.size(); ++i)
        all.push_back({"convolution" + std::to_string(i), convolutions[i].sample,
                       ClipConvolutionLayer{20, convolutions[i].kernel, convolutions[i].stride}});
    for (std::size_t i = 0; i < poolings.size(); ++i)
        all.push_back({"pooling" + std::to_string(i), poolings[i].sample,
                       ClipMaxPoolLayer{poolings[i].kernel, poolings[i].stride}});
    for (std::size_t i = 0; i < averages.size(); ++i)
        all.push_back({"average" + std::to_string(i), averages[i].first, averages[i].second});
    return all;
}

Graph build(const Case& each)
{
    Graph graph(each.name);
    const LayerId input = graph.input({kInputs, each.sample[0], each.sample[1], each.sample[2]});
    LayerId x = graph.clipConvolution(input, "first", {.channels = kWidth});
    if (const auto* convolution = std::get_if<ClipConvolutionLayer>(&each.layer))
        x = graph.clipConvolution(x, "layer", *convolution);
    else if (const auto* pool = std::get_if<ClipMaxPoolLayer>(&each.layer))
        x = graph.clipMaxPool(x, "layer", *pool);
    else
        x = graph.averagePool(x, "layer", std::get<AdaptiveAveragePoolLayer>(each.layer));
    graph.linear(x, "last", {.features = kClasses});
    return graph;
}

void expectWithin(std::span<const float> found, const std::vector<float>& expected, double tolerance,
                  const std::string& what)
{
    ASSERT_EQ(found.size(), expected.size()) << what;
    double errors = 0;
    double squares = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        errors += std::pow(static_cast<double>(found[i]) - static_cast<double>(expected[i]), 2);
        squares += std::pow(static_cast<double>(expected[i]), 2);
    }
    EXPECT_LE(std::sqrt(errors / squares), tolerance) << what;
}

void expectAsTorch(Precision precision, double tolerance)
{
    const auto reference = readReference("clips");
    for (const Case& each : cases()) {
        const testing::DeviceProgram program(build(each),
                                             {.batch = kBatch, .threads = 2, .precision = precision});
        std::vector<NamedValues> parameters = valuesOf(program->parameters());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            auto& [name, shape, values] = parameters[i];
            fillNumbers(name, values);
            const auto fanIn = static_cast<float>(shape.elements() / shape[0]);
            for (float& value : values)
                value /= std::sqrt(fanIn);
            program->parameters().write(i, values);
        }
        std::vector<float> inputs(static_cast<std::size_t>(kBatch * kInputs * each.sample.elements()));
        fillNumbers(each.name, inputs);
        const std::vector<std::int32_t> labels{0, 1, 2};
        program->forward({.inputs = inputs, .labels = labels, .scalars = {.count = kBatch}}, Phase::Training);
        program->backward(Gradients::Overwrite, [](std::size_t) {});
        expectWithin(program->logits(), reference.at(each.name + "/logits"), tolerance, each.name);
        // Rounded, another place of a window may be the largest.
        const bool mayTurn =
            precision == Precision::BFloat16 && std::holds_alternative<ClipMaxPoolLayer>(each.layer);
        for (const auto& [name, shape, gradient] : valuesOf(program->gradients()))
            if (!mayTurn || !name.starts_with("first."))
                expectWithin(gradient, reference.at(each.name + "/" + name), tolerance,
                             each.name + ": " + name);
    }
}

TEST(Clips, LayersAreTorchs)
{
    expectAsTorch(Precision::Float32, testing::onTestDevice(1e-5));
}

TEST(Clips, LayersAreNearTorchsInBfloat16)
{
    if (isRefused(Precision::BFloat16, [] { expectAsTorch(Precision::BFloat16, 0.03); }))
        return;
    expectAsTorch(Precision::BFloat16, 0.03);
}

} // namespace
} // namespace lockstep
