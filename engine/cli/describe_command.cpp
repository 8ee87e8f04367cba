// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/planned_memory.h"
#include "engine/cli/subcommand.h"

#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/graph/training_memory.h"
#include "engine/graph/zoo/zoo.h"
#include "engine/protocol/optimizer_facts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <optional>
#include <utility>

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

// With these every size and sum of the table stays far below 2^63.
constexpr int kLargestSide = 16384;
constexpr int kMostFrames = 1024;
constexpr std::int64_t kMostNumbersOfAClip = std::int64_t{1} << 36;
constexpr int kMostClasses = 1 << 20;
constexpr int kLargestBatch = 65536;
constexpr int kMostThreads = 1024;

/// A model with what it is to be trained on.
struct Description {
    Graph graph;
    int classes;
    int batch;
    std::string precision;
    std::string optimizer;
    TrainingMemory memory;
    std::optional<PlannedMemory> planned; ///< where a device was named
};

[[noreturn]] void refuse(const std::string& option, const std::string& found, const std::string& expected)
{
    throw EngineError(ExitCode::Usage,
                      {LOCKSTEP_TEXT("%1 is \"%2\"; expected %3."), {option, found, expected}, {}});
}

int number(const std::string& option, const std::string& text, int most)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        refuse(option, text, "a whole number from 1 to " + std::to_string(most));
    return value;
}

Shape sampleShape(const std::string& text)
{
    std::vector<std::int64_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('x', begin), text.size());
        int size = 0;
        const auto [read, error] = std::from_chars(text.data() + begin, text.data() + end, size);
        if (error != std::errc() || read != text.data() + end || size < 1 || size > kLargestSide)
            break;
        sizes.push_back(size);
        begin = end + 1;
    }
    const bool isClip = sizes.size() == 4;
    if ((sizes.size() != 3 && !isClip) || toString(Shape(sizes)) != text)
        refuse("--input", text,
               "channels, height and width, as 3x224x224, or channels, frames, height and width, as "
               "3x64x224x224, "
               "each at most " +
                   std::to_string(kLargestSide));
    return Shape(sizes);
}

/// The clip, or the picture as a clip, with that many frames.
Shape withFrames(const Shape& sample, int frames)
{
    std::vector<std::int64_t> sizes = sample.sizes();
    if (sizes.size() == 3)
        sizes.insert(sizes.begin() + 1, 0);
    sizes[1] = frames;
    return Shape(sizes);
}

Shape askedSample(const Arguments& arguments, const ZooModel& model)
{
    const Shape sample = arguments.has("--input") ? sampleShape(arguments.value("--input")) : model.sample;
    const Shape asked = arguments.has("--frames")
                            ? withFrames(sample, number("--frames", arguments.value("--frames"), kMostFrames))
                            : sample;
    if (asked.rank() == 4 && (asked[1] > kMostFrames || asked.elements() > kMostNumbersOfAClip))
        refuse("--input", toString(asked),
               "a clip of at most " + std::to_string(kMostFrames) + " frames and " +
                   std::to_string(kMostNumbersOfAClip) + " numbers");
    return asked;
}

template <typename Table>
auto choice(const Table& table, const std::string& option, const std::string& text)
{
    std::string known;
    for (const auto& [name, value] : table) {
        if (text == name)
            return value;
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    refuse(option, text, "one of " + known);
}

std::vector<std::pair<std::string_view, Precision>> precisionNames()
{
    std::vector<std::pair<std::string_view, Precision>> names;
    for (const Precision each : kPrecisions)
        names.emplace_back(toString(each), each);
    return names;
}

std::vector<std::pair<std::string_view, OptimizerKind>> optimizerNames()
{
    std::vector<std::pair<std::string_view, OptimizerKind>> names;
    for (const OptimizerFacts& each : kOptimizers)
        names.emplace_back(each.name, each.kind);
    return names;
}

const char* kindName(const Layer& layer)
{
    static constexpr const char* kNames[] = {
        "input",       "convolution", "clip_convolution", "linear",       "batch_norm",       "layer_norm",
        "layer_scale", "max_pool",    "clip_max_pool",    "average_pool", "activation",       "add",
        "concat",      "slice",       "channel_shuffle",  "dropout",      "stochastic_depth", "subsample"};
    static_assert(std::size(kNames) == std::variant_size_v<LayerKind>);
    return kNames[layer.kind.index()];
}

std::int64_t parameterCount(const Layer& layer)
{
    std::int64_t count = 0;
    for (const ParameterSpec& parameter : layer.parameters)
        count += parameter.shape.elements();
    return count;
}

Json tensorsOf(const Layer& layer)
{
    Json tensors = Json::array();
    for (const ParameterSpec& parameter : layer.parameters)
        tensors.push_back(parameter.shape.sizes());
    return tensors;
}

std::int64_t auxiliaryCount(const Graph& graph)
{
    std::int64_t count = 0;
    for (const Layer& layer : graph.layers())
        count += layer.trainingOnly ? parameterCount(layer) : 0;
    return count;
}

std::int64_t activationBytes(const Graph& graph)
{
    std::int64_t bytes = 0;
    for (const Layer& layer : graph.layers())
        bytes += layer.trainingOnly ? 0 : layer.activationBytes;
    return bytes;
}

Json toJson(const Description& described)
{
    const Graph& graph = described.graph;
    Json layers = Json::array();
    for (const Layer& layer : graph.layers())
        layers.push_back({{"name", layer.name},
                          {"kind", kindName(layer)},
                          {"output", layer.output.sizes()},
                          {"parameters", parameterCount(layer)},
                          {"tensors", tensorsOf(layer)},
                          {"flops", layer.flops},
                          {"activation_bytes", layer.activationBytes},
                          {"training_only", layer.trainingOnly}});
    const TrainingMemory& memory = described.memory;
    Json json{{"model", graph.name()},
              {"input", graph.inputShape().sizes()},
              {"classes", described.classes},
              {"parameters", graph.parameterCount()},
              {"auxiliary_parameters", auxiliaryCount(graph)},
              {"flops", graph.flops()},
              {"activation_bytes", activationBytes(graph)},
              {"training_memory",
               {{"batch", described.batch},
                {"precision", described.precision},
                {"optimizer", described.optimizer},
                {"parameters", memory.parameters},
                {"gradients", memory.gradients},
                {"optimizer_state", memory.optimizerState},
                {"buffers", memory.buffers},
                {"activations", memory.activations},
                {"activation_gradients", memory.activationGradients},
                {"total", memory.total()}}},
              {"layers", layers}};
    if (const auto& planned = described.planned) {
        json["planned_memory"] = {{"device", planned->device}, {"threads", planned->threads}};
        for (const PlannedMemory::Part& part : planned->parts())
            json["planned_memory"][part.key] = part.bytes;
    }
    return json;
}

void printLine(int width, const std::string& name, const std::string& output, std::int64_t parameters,
               std::int64_t flops, std::int64_t bytes)
{
    std::printf("%-*s %-13s %12lld %16lld %14lld\n", width, name.c_str(), output.c_str(),
                static_cast<long long>(parameters), static_cast<long long>(flops),
                static_cast<long long>(bytes));
}

void printMemory(const char* what, std::int64_t bytes)
{
    std::printf("  %-24s %12.1f MiB\n", what, static_cast<double>(bytes) / (1 << 20));
}

void printText(const Description& described)
{
    const Graph& graph = described.graph;
    std::size_t width = 5;
    for (const Layer& layer : graph.layers())
        width = std::max(width, layer.name.size());
    const int column = static_cast<int>(width);
    std::printf("%-*s %-13s %12s %16s %14s\n", column, "layer", "output", "parameters", "FLOPs forward",
                "bytes");
    for (const Layer& layer : graph.layers())
        printLine(column, layer.name, toString(layer.output), parameterCount(layer), layer.flops,
                  layer.activationBytes);
    printLine(column, "all", "", graph.parameterCount(), graph.flops(), activationBytes(graph));
    if (const std::int64_t auxiliary = auxiliaryCount(graph))
        std::printf(
            "\nThe auxiliary heads, used in training alone, have %lld more parameters; \"all\" leaves "
            "them out.\n",
            static_cast<long long>(auxiliary));
    const TrainingMemory& memory = described.memory;
    std::printf("\nTraining with a batch of %d, %s, %s needs about\n", described.batch,
                described.precision.c_str(), described.optimizer.c_str());
    printMemory("parameters", memory.parameters);
    printMemory("gradients", memory.gradients);
    printMemory("optimiser state", memory.optimizerState);
    printMemory("running statistics", memory.buffers);
    printMemory("activations", memory.activations);
    printMemory("gradients of activations", memory.activationGradients);
    printMemory("all", memory.total());
    if (const auto& planned = described.planned) {
        std::printf("\nOn %s with %d threads the engine plans\n", planned->device.c_str(), planned->threads);
        for (const PlannedMemory::Part& part : planned->parts())
            printMemory(part.title, part.bytes);
    }
    std::fflush(stdout);
}

ExitCode runDescribe(const Arguments& arguments)
{
    const ZooModel& model = zooModel(arguments.positional().front());
    const Shape sample = askedSample(arguments, model);
    const int classes = arguments.has("--classes")
                            ? number("--classes", arguments.value("--classes"), kMostClasses)
                            : model.classes;
    const int batch = number("--batch", arguments.value("--batch", "32"), kLargestBatch);
    const std::string precision = arguments.value("--precision", "f32");
    const std::string optimizer = arguments.value("--optimizer", "momentum");
    Graph graph = makeModel(arguments.positional().front(), sample, classes);
    ProgramOptions options;
    options.batch = batch;
    options.precision = choice(precisionNames(), "--precision", precision);
    const TrainingMemory memory =
        trainingMemory(graph, batch, options.precision, choice(optimizerNames(), "--optimizer", optimizer));
    Description described{std::move(graph), classes, batch, precision, optimizer, memory, {}};
    if (arguments.has("--device")) {
        options.threads = arguments.has("--threads")
                              ? number("--threads", arguments.value("--threads"), kMostThreads)
                              : usableCores();
        const Device device = valueOrThrow(parseDevice(arguments.value("--device")), ExitCode::Usage);
        described.planned = planMemory(device, described.graph, options, memory.optimizerState);
    }
    if (arguments.has("--json"))
        std::cout << toJson(described).dump(2) << std::endl;
    else
        printText(described);
    return ExitCode::Success;
}

} // namespace

Subcommand describeCommand()
{
    return {
        "describe",
        "Shows the layers of a model (output shapes, parameters, work and activation bytes of one sample) "
        "and the memory that training needs.",
        {"MODEL"},
        {},
        {{"--input", "3x224x224",
          "sample: channels x height x width, of a clip channels x frames x height x width (else what the "
          "model "
          "was made for)"},
         {"--frames", "N", "frames of a clip (else those of the sample)"},
         {"--classes", "N", "classes (else as many as it was made for)"},
         {"--batch", "N", "samples computed at once (else 32)"},
         {"--precision", "f32|bf16|fp16", "precision of the activations (else f32)"},
         {"--optimizer", "NAME", "sgd, momentum, adagrad, adam or adamw (else momentum)"},
         {"--device", "cpu", "also says what the engine plans on this device of this host"},
         {"--threads", "N", "with --device: worker threads (else all cores)"},
         {"--json", "", "as one JSON object"}},
        runDescribe};
}

} // namespace lockstep
