// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/program/backend.h"
#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "tests/gpu/arguments.h"
#include "tests/gpu/precisions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>

/// The least time that a training step can take on a card, from the operations that the plug-in would run and
/// what each of them cannot do without: bytes over the card's bandwidth, FLOPs over its rate. Needs no GPU.
namespace lockstep::testing {
namespace {

using Json = nlohmann::ordered_json;

/// NVIDIA's published figures of a card: bytes and dense FLOPs per second.
struct Card {
    double bandwidth;
    std::map<std::string, double> rates; ///< by precision
};

/// H200 SXM.
const Card kCard = {4.8e12, {{"f32", 67e12}, {"tf32", 494.7e12}, {"bf16", 989.5e12}, {"fp16", 989.5e12}}};

/// What is expected of the kernels before anything was measured: shares of bandwidth and rate, and the time
/// from the end of one operation to the beginning of the next in recorded work.
struct Expectation {
    double bandwidth = 0.8;
    double rate = 0.4;
    double gapSeconds = 2e-6;
};

/// Operations of one name, or all of them.
struct Part {
    std::size_t count = 0;
    double bytes = 0;
    double flops = 0;
    double floor = 0;    ///< seconds
    double expected = 0; ///< seconds

    void add(double moreBytes, double moreFlops, double rate)
    {
        static constexpr Expectation kExpectation{};
        ++count;
        bytes += moreBytes;
        flops += moreFlops;
        floor += std::max(moreBytes / kCard.bandwidth, moreFlops / rate);
        expected += std::max(moreBytes / (kExpectation.bandwidth * kCard.bandwidth),
                             moreFlops / (kExpectation.rate * rate)) +
                    kExpectation.gapSeconds;
    }
};

/// SGD with momentum reads value, gradient and momentum, and writes value and momentum, f32 each.
double optimizerBytes(const Graph& graph)
{
    double elements = 0;
    for (const ParameterSpec& each : graph.parameters())
        elements += static_cast<double>(each.shape.elements());
    return 5 * 4 * elements;
}

Json told(const Part& part)
{
    return {{"operations", part.count},
            {"gigabytes", part.bytes / 1e9},
            {"gigaflops", part.flops / 1e9},
            {"floor_ms", 1000 * part.floor},
            {"expected_ms", 1000 * part.expected}};
}

struct Settings {
    std::string model;
    int batch;
    Shape sample;
    int classes;
    std::string precision;
};

Json floorsOf(const Settings& settings)
{
    const Graph graph = makeModel(settings.model, settings.sample, settings.classes);
    ProgramOptions options{.batch = settings.batch};
    namedPrecision(settings.precision).choose(options);
    const cuda::StepCosts costs = cuda::operationCosts(graph, options);
    const double rate = kCard.rates.at(settings.precision);

    Part all;
    std::map<std::string, Part> byName;
    const auto add = [&](const std::string& name, double bytes, double flops) {
        all.add(bytes, flops, rate);
        byName[name].add(bytes, flops, rate);
    };
    for (const auto* pass : {&costs.forward, &costs.backward})
        for (const cuda::OperationCost& each : *pass)
            add(each.name, static_cast<double>(each.bytes), static_cast<double>(each.flops));
    add("optimizer", optimizerBytes(graph), 0);

    Json json = {{"model", settings.model}, {"batch", settings.batch}, {"precision", settings.precision}};
    json.update(told(all));
    json["bytes_ms"] = 1000 * all.bytes / kCard.bandwidth;
    json["flops_ms"] = 1000 * all.flops / rate;
    json["floor_img_s"] = settings.batch / all.floor;
    json["expected_img_s"] = settings.batch / all.expected;
    for (const auto& [name, part] : byName)
        json["parts"][name] = told(part);
    return json;
}

} // namespace
} // namespace lockstep::testing

int main(int argc, char** argv)
{
    using namespace lockstep;
    if (argc != 6) {
        std::fprintf(stderr, "usage: step_floors MODEL BATCH SAMPLE CLASSES PRECISION\n"
                             "SAMPLE as 3x224x224. One line of JSON: the floors of a step on an H200.\n");
        return 2;
    }
    try {
        std::cout << testing::floorsOf({.model = argv[1],
                                        .batch = std::stoi(argv[2]),
                                        .sample = testing::shapeOf(argv[3]),
                                        .classes = std::stoi(argv[4]),
                                        .precision = argv[5]})
                         .dump()
                  << std::endl;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
