// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/model_numbers.h"
#include "tests/engine/compute/program_values.h"
#include "tests/engine/support/devices.h"
#include "tests/gpu/arguments.h"
#include "tests/gpu/precisions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <thread>

/// One training step of every model on a device beside the same step on the CPU in f32: one JSON line for
/// each model and precision.
namespace lockstep::testing {
namespace {

using Json = nlohmann::ordered_json;

/// What a step leaves.
struct Step {
    std::vector<float> logits;
    double loss = 0;
    std::vector<NamedValues> gradients;
    std::vector<NamedValues> statistics;
};

/// Whether a device measures what it chooses, or takes what is recommended and adds in a fixed order.
enum class Plans { Measured, Fixed };

Step stepOf(TrainingDevice& device, const std::string& model, const NamedPrecision& precision, Plans plans)
{
    const Graph graph = withoutMasks(makeModel(model, modelSample(model), kModelClasses));
    ProgramOptions options{.batch = kModelBatch,
                           .threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))};
    precision.choose(options);
    options.deterministic = plans == Plans::Fixed;
    const std::unique_ptr<Program> program = device.compile(graph, options);
    fillModel(*program, model != "googlenet");
    const ModelBatch batch = modelBatch(model, 0);
    Step step;
    step.loss = lossOf(*program, batch.view(), Phase::Training).lossSum;
    step.logits.assign(program->logits().begin(), program->logits().end());
    program->backward(Gradients::Overwrite, [](std::size_t) {});
    step.gradients = valuesOf(program->gradients());
    step.statistics = valuesOf(program->buffers());
    return step;
}

double squares(std::span<const float> values)
{
    double sum = 0;
    for (const float each : values)
        sum += static_cast<double>(each) * static_cast<double>(each);
    return sum;
}

double squaredDistance(std::span<const float> a, std::span<const float> b, double factorOfA = 1)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::pow(static_cast<double>(a[i]) * factorOfA - static_cast<double>(b[i]), 2);
    return sum;
}

/// Euclidean, relative to the norm of what is expected.
double apart(std::span<const float> found, std::span<const float> expected)
{
    return std::sqrt(squaredDistance(found, expected) / squares(expected));
}

double norm(const std::vector<NamedValues>& tensors)
{
    double sum = 0;
    for (const NamedValues& each : tensors)
        sum += squares(each.values);
    return std::sqrt(sum);
}

/// How far all tensors together are from the expected ones, and the one that is farthest.
struct Distance {
    double all = 0;
    double worst = 0; ///< relative to its norm, or to a 300th of the largest where that is more
    std::string worstName;
};

Distance apart(const std::vector<NamedValues>& found, const std::vector<NamedValues>& expected, double factor)
{
    double largest = 0;
    for (const NamedValues& each : expected)
        largest = std::max(largest, std::sqrt(squares(each.values)));
    Distance distance;
    double sum = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double own = squaredDistance(found[i].values, expected[i].values, factor);
        sum += own;
        const double scale = std::max(std::sqrt(squares(expected[i].values)), largest / 300);
        const double relative = std::sqrt(own) / scale;
        if (!(relative <= distance.worst)) {
            distance.worst = relative;
            distance.worstName = expected[i].name;
        }
    }
    distance.all = std::sqrt(sum) / norm(expected);
    return distance;
}

/// What rounding to a precision may make of a model's numbers, relative to their norm: of the logits and the
/// loss, and of all gradients together.
struct Tolerance {
    double forward;
    double gradients;
};

Tolerance toleranceOf(const std::string& precision)
{
    static const std::map<std::string, Tolerance> tolerances = {
        {"f32", {1e-4, 1e-3}}, {"tf32", {0.01, 0.05}}, {"bf16", {0.05, 0.1}}, {"fp16", {0.01, 0.05}}};
    return tolerances.at(precision);
}

/// Models whose draw multiplies rounding or whose many overlapping windows choose otherwise: PyTorch's own
/// half precision is as far from its f32. What is found is told, and nothing is asked of it.
bool multipliesRounding(const std::string& model)
{
    return model == "googlenet" || model == "i3d";
}

/// Gradients of fp16 stand as the loss scale has them, a power of two.
double lossScaleTaken(const NamedPrecision& precision, const Step& found, const Step& expected)
{
    const double ratio = norm(expected.gradients) / norm(found.gradients);
    return precision.name == "fp16" && std::isfinite(ratio) ? std::exp2(std::round(std::log2(ratio))) : 1;
}

Json compare(const std::string& model, const NamedPrecision& precision, const Step& found,
             const Step& expected)
{
    const double logits = apart(found.logits, expected.logits);
    const double loss = std::abs(found.loss - expected.loss) / std::abs(expected.loss);
    const Distance gradients =
        apart(found.gradients, expected.gradients, lossScaleTaken(precision, found, expected));
    const Distance statistics = apart(found.statistics, expected.statistics, 1);
    const Tolerance tolerance = toleranceOf(precision.name);
    const bool asked = precision.name == "f32" || !multipliesRounding(model);
    const bool agrees = logits <= tolerance.forward && loss <= tolerance.forward &&
                        gradients.all <= tolerance.gradients &&
                        (expected.statistics.empty() || statistics.all <= tolerance.forward);
    return {{"model", model},
            {"precision", precision.name},
            {"logits", logits},
            {"loss", loss},
            {"gradients", gradients.all},
            {"worst_gradient", gradients.worst},
            {"worst_gradient_name", gradients.worstName},
            {"statistics", expected.statistics.empty() ? 0 : statistics.all},
            {"tolerance_forward", tolerance.forward},
            {"tolerance_gradients", tolerance.gradients},
            {"asked", asked},
            {"agrees", agrees || !asked}};
}

/// Whether the device agrees with the CPU, or says in a sentence that it does not serve the precision.
bool check(const TestDevice& device, const std::string& model, const std::vector<std::string>& precisions,
           Plans plans)
{
    const Step expected =
        stepOf(*makeTrainingDevice({DeviceKind::Cpu, 0}), model, namedPrecision("f32"), plans);
    bool agrees = true;
    for (const std::string& name : precisions) {
        const auto start = std::chrono::steady_clock::now();
        Json line;
        try {
            const NamedPrecision& precision = namedPrecision(name);
            line = compare(model, precision, stepOf(*device.make({}), model, precision, plans), expected);
        } catch (const EngineError& error) {
            // Not every card has every half precision; f32 is for all.
            const bool refused = error.code() == ExitCode::DeviceUnavailable && name != "f32";
            line = {{"model", model},
                    {"precision", name},
                    {refused ? "refused" : "error", error.what()},
                    {"agrees", refused}};
        }
        line["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        agrees = agrees && line["agrees"].get<bool>();
        std::cout << line.dump() << std::endl;
    }
    return agrees;
}

std::vector<std::string> allModels()
{
    std::vector<std::string> names;
    for (const ZooModel& model : zooModels())
        names.emplace_back(model.name);
    return names;
}

} // namespace
} // namespace lockstep::testing

int main(int argc, char** argv)
{
    using namespace lockstep::testing;
    const std::string plans = argc == 5 ? argv[4] : "measured";
    if ((argc != 4 && argc != 5) || (plans != "measured" && plans != "fixed")) {
        std::fprintf(stderr, "usage: model_check DEVICE PRECISION[,PRECISION...] all|MODEL[,MODEL...] "
                             "[measured|fixed]\n");
        return 2;
    }
    try {
        const TestDevice device = testDevice(argv[1]);
        const std::string models = argv[3];
        bool agrees = true;
        for (const std::string& model : models == "all" ? allModels() : wordsOf(models))
            agrees =
                check(device, model, wordsOf(argv[2]), plans == "fixed" ? Plans::Fixed : Plans::Measured) &&
                agrees;
        return agrees ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
