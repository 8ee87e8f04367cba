// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/graph/training_memory.h"
#include "engine/graph/zoo/zoo.h"
#include "engine/protocol/experiment.h"

#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace lockstep {

/// README's example.
Graph makeYourModel(const Shape& sample, int classes);

namespace {

using nlohmann::json;

/// What torch_zoo.py wrote. CTest runs the script before this program.
const json& torchZoo()
{
    static const json document = [] {
        std::ifstream file(LOCKSTEP_TORCH_ZOO);
        if (!file)
            throw std::runtime_error("no " LOCKSTEP_TORCH_ZOO
                                     ": run the tests with ctest, which writes it first");
        return json::parse(file);
    }();
    return document;
}

Graph build(const std::string& name, const json& each)
{
    return makeModel(name, Shape(each["sample"].get<std::vector<std::int64_t>>()), each["classes"]);
}

/// "layer1.0.conv1.weight 64x64x3x3"
std::string entry(const std::string& name, const Shape& shape)
{
    return name + " " + toString(shape);
}

std::vector<std::string> entries(const json& state)
{
    std::vector<std::string> all;
    for (const json& each : state)
        all.push_back(entry(each[0], Shape(each[1].get<std::vector<std::int64_t>>())));
    return all;
}

/// Parameters and buffers as a state_dict orders them: buffers follow the parameters of their layer.
std::vector<std::string> stateOf(const Graph& graph)
{
    std::map<std::size_t, const Layer*> byParameter;
    for (const Layer& layer : graph.layers())
        if (!layer.parameters.empty())
            byParameter.emplace(layer.firstParameter, &layer);
    const std::vector<BufferSpec> buffers = graph.buffers();
    std::vector<std::string> all;
    for (const auto& [first, layer] : byParameter) {
        for (const ParameterSpec& parameter : layer->parameters)
            all.push_back(entry(parameter.name, parameter.shape));
        for (std::size_t i = 0; i < layer->buffers.size(); ++i)
            all.push_back(
                entry(buffers.at(layer->firstBuffer + i).name, buffers[layer->firstBuffer + i].shape));
    }
    return all;
}

class ZooModels : public testing::TestWithParam<std::string> {
protected:
    const json& expected() const { return torchZoo().at(GetParam()); }
};

TEST_P(ZooModels, HaveTorchvisionsState)
{
    for (const json& each : expected()["cases"]) {
        SCOPED_TRACE(each["sample"].dump());
        const Graph graph = build(GetParam(), each);
        EXPECT_EQ(stateOf(graph), entries(each["state"]));
        std::vector<std::string> names;
        for (const ParameterSpec& parameter : graph.parameters())
            names.push_back(parameter.name);
        EXPECT_EQ(names, each["trained"].get<std::vector<std::string>>());
        EXPECT_EQ(graph.parameterCount(), each["parameters"]);
        std::int64_t all = 0;
        for (const ParameterSpec& parameter : graph.parameters())
            all += parameter.shape.elements();
        EXPECT_EQ(all - graph.parameterCount(), each["auxiliary"]);
    }
}

TEST_P(ZooModels, HaveTorchvisionsShapesAndWork)
{
    for (const json& each : expected()["cases"]) {
        SCOPED_TRACE(each["sample"].dump());
        const Graph graph = build(GetParam(), each);
        EXPECT_EQ(graph.output().output.elements(), each["classes"]);
        EXPECT_EQ(each["logits"], json::array({each["classes"]}));
        std::int64_t multiplications = 0;
        for (const Layer& layer : graph.layers()) {
            const bool weighted = std::holds_alternative<ConvolutionLayer>(layer.kind) ||
                                  std::holds_alternative<ClipConvolutionLayer>(layer.kind) ||
                                  std::holds_alternative<LinearLayer>(layer.kind);
            if (weighted && !layer.trainingOnly)
                multiplications += layer.flops / 2;
            if (each["modules"].contains(layer.name)) {
                const Shape shape(each["modules"][layer.name].get<std::vector<std::int64_t>>());
                // torchvision flattens before a dropout, our graph in the linear layer.
                const bool flat = shape.rank() == 1;
                EXPECT_EQ(toString(flat ? Shape{layer.output.elements()} : layer.output), toString(shape))
                    << layer.name;
            } else {
                EXPECT_TRUE(layer.parameters.empty() || std::holds_alternative<LayerScaleLayer>(layer.kind))
                    << layer.name << " is no module of PyTorch's model";
            }
        }
        EXPECT_EQ(multiplications, each["macs"]);
    }
}

TEST_P(ZooModels, RefuseSamplesThatAreTooSmall)
{
    if (!expected().contains("too_small"))
        return;
    const std::int64_t side = expected()["too_small"];
    try {
        makeModel(GetParam(), {3, side, side}, 10);
        ADD_FAILURE() << "accepted " << side;
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
        EXPECT_THAT(error.what(), testing::HasSubstr("Choose larger samples"));
    }
}

struct Statistics {
    double mean = 0;
    double deviation = 0;
    double kurtosis = 0;
    double largest = 0;
};

Statistics statistics(const std::vector<float>& values)
{
    const auto count = static_cast<double>(values.size());
    Statistics result;
    for (float value : values) {
        result.mean += static_cast<double>(value) / count;
        result.largest = std::max(result.largest, std::abs(static_cast<double>(value)));
    }
    double second = 0;
    double fourth = 0;
    for (float value : values) {
        const double square = std::pow(static_cast<double>(value) - result.mean, 2);
        second += square / count;
        fourth += square * square / count;
    }
    result.deviation = std::sqrt(second);
    result.kurtosis = second > 0 ? fourth / (second * second) : 0;
    return result;
}

/// Two samples of one distribution: within six standard errors of the difference, the distribution being
/// uniform or normal.
void expectSameDistribution(const Statistics& found, const Statistics& torch, double count)
{
    if (torch.deviation <= 1e-9 * torch.largest) {
        EXPECT_LE(found.deviation, 1e-9 * found.largest);
        EXPECT_FLOAT_EQ(static_cast<float>(found.mean), static_cast<float>(torch.mean));
        return;
    }
    const double error = 6 * std::sqrt(2 / count);
    EXPECT_NEAR(found.mean, torch.mean, error * torch.deviation);
    EXPECT_NEAR(found.deviation / torch.deviation, 1, error * std::sqrt(0.5));
    if (count >= 1000) {
        EXPECT_NEAR(found.kurtosis, torch.kurtosis, error * std::sqrt(24.0));
        EXPECT_NEAR(found.largest / torch.largest, 1, torch.kurtosis > 2.4 ? 0.5 : 0.02);
    }
}

TEST_P(ZooModels, BeginAsTorchvisionsDo)
{
    if (!expected().contains("initial"))
        return;
    const Graph graph = makeModel(GetParam(), zooModel(GetParam()).sample, 10);
    std::size_t stream = 0;
    for (const ParameterSpec& parameter : graph.parameters()) {
        SCOPED_TRACE(parameter.name);
        const json& torch = expected()["initial"].at(parameter.name);
        std::vector<float> values(torch[0].get<std::size_t>());
        ASSERT_EQ(values.size(), std::min<std::size_t>(parameter.shape.elements(), 1000000));
        Random random(1, stream++);
        fillInitially(values, parameter.initial, random);
        expectSameDistribution(statistics(values), {torch[1], torch[2], torch[3], torch[4]},
                               static_cast<double>(values.size()));
    }
}

TEST_P(ZooModels, KeepLessForBackwardThanPyTorch)
{
    if (!expected().contains("saved_bytes"))
        return;
    const bool clips = zooModel(GetParam()).sample.rank() == 4;
    const Graph graph = makeModel(GetParam(), clips ? Shape{3, 16, 64, 64} : Shape{3, 64, 64}, 10);
    const TrainingMemory memory = trainingMemory(graph, 2, Precision::Float32, OptimizerKind::Sgd);
    const double ratio = static_cast<double>(memory.activations) / expected()["saved_bytes"].get<double>();
    // PyTorch keeps what every pooling reads, and 8 bytes for each element that won.
    EXPECT_LE(ratio, 1);
    const bool same = GetParam() == "resnet20" || GetParam() == "convnext_tiny";
    // Where PyTorch pads clips it keeps a padded copy.
    EXPECT_GE(ratio, same ? 0.99 : clips ? 0.35 : 0.4);
}

std::vector<std::string> torchNames()
{
    std::vector<std::string> names;
    for (const auto& [name, unused] : torchZoo().items())
        names.push_back(name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(, ZooModels, testing::ValuesIn(torchNames()),
                         [](const auto& instance) { return instance.param; });

TEST(Zoo, OffersTheModelsOfTheProtocol)
{
    std::vector<std::string> names;
    for (const ZooModel& model : zooModels()) {
        names.emplace_back(model.name);
        EXPECT_EQ(makeModel(names.back(), model.sample, model.classes).name(), model.name);
    }
    EXPECT_EQ(names, modelNames());
}

TEST(Zoo, ComparesThese)
{
    EXPECT_THAT(torchNames(), testing::IsSupersetOf({"alexnet",
                                                     "vgg11",
                                                     "vgg13",
                                                     "vgg16",
                                                     "vgg19",
                                                     "vgg11_bn",
                                                     "vgg13_bn",
                                                     "vgg16_bn",
                                                     "vgg19_bn",
                                                     "resnet18",
                                                     "resnet34",
                                                     "resnet50",
                                                     "resnet101",
                                                     "resnet152",
                                                     "googlenet",
                                                     "shufflenet_v2_x0_5",
                                                     "shufflenet_v2_x1_0",
                                                     "mobilenet_v2",
                                                     "squeezenet1_1",
                                                     "convnext_tiny",
                                                     "convnext_base",
                                                     "resnet8",
                                                     "resnet20",
                                                     "resnet32",
                                                     "resnet56",
                                                     "i3d"}));
}

TEST(Zoo, HasThePublishedSizes)
{
    // Parameters: torchvision's table of weights, which for GoogLeNet leaves out the auxiliary heads.
    for (const std::string& name : torchNames()) {
        const json& torch = torchZoo().at(name);
        if (zooModel(name).classes == 1000) {
            EXPECT_EQ(makeModel(name, {3, 224, 224}, 1000).parameterCount(), torch.at("published_parameters"))
                << name;
        }
    }
    // Trained parameters alone; with the running statistics they are 271,098 in the published file.
    EXPECT_EQ(makeModel("resnet20", {3, 32, 32}, 10).parameterCount(), 269722);
    EXPECT_EQ(makeModel("resnet32", {3, 32, 32}, 10).parameterCount(), 464154);
    EXPECT_EQ(makeModel("resnet56", {3, 32, 32}, 10).parameterCount(), 853018);
    // The published weights of the PyTorch port, for Kinetics' 400 classes.
    EXPECT_EQ(makeModel("i3d", {3, 64, 224, 224}, 400).parameterCount(), 12697264);
}

TEST(Zoo, TakesThePublishedCifarWeights)
{
    std::vector<std::string> state = stateOf(makeModel("resnet20", {3, 32, 32}, 10));
    std::erase_if(
        state, [](const std::string& line) { return line.find("num_batches_tracked") != std::string::npos; });
    EXPECT_EQ(state, entries(torchZoo()["resnet20"]["published_state"]));
}

TEST(Zoo, DoesThePublishedWork)
{
    // Giga multiply-adds as torchvision's model table gives them ("GFLOPS" there).
    const std::map<std::string, double> published{{"alexnet", 0.71},
                                                  {"vgg11", 7.61},
                                                  {"vgg13", 11.31},
                                                  {"vgg16", 15.47},
                                                  {"vgg19", 19.63},
                                                  {"resnet18", 1.81},
                                                  {"resnet34", 3.66},
                                                  {"resnet50", 4.09},
                                                  {"resnet101", 7.80},
                                                  {"resnet152", 11.51},
                                                  {"googlenet", 1.50},
                                                  {"squeezenet1_1", 0.35},
                                                  {"mobilenet_v2", 0.30},
                                                  {"shufflenet_v2_x0_5", 0.04},
                                                  {"shufflenet_v2_x1_0", 0.14},
                                                  {"convnext_tiny", 4.46},
                                                  {"convnext_base", 15.36}};
    for (const auto& [name, giga] : published) {
        const Graph graph = makeModel(name, {3, 224, 224}, 1000);
        // Norms, activations and poolings add up to seven per cent.
        EXPECT_NEAR(static_cast<double>(graph.flops()) / 2e9 / giga, 1.03, 0.05) << name;
    }
    EXPECT_NEAR(static_cast<double>(makeModel("resnet20", {3, 32, 32}, 10).flops()) / 2e6, 41, 1);
    // Feichtenhofer et al.: SlowFast networks for video recognition. 2019, table 2.
    EXPECT_NEAR(static_cast<double>(makeModel("i3d", {3, 64, 224, 224}, 400).flops()) / 2e9 / 108, 1.02,
                0.03);
}

TEST(Zoo, GooglenetsHeadsAreForTraining)
{
    const Graph graph = makeModel("googlenet", {3, 224, 224}, 10);
    ASSERT_EQ(graph.auxiliaryHeads().size(), 2u);
    for (const AuxiliaryHead& head : graph.auxiliaryHeads()) {
        EXPECT_EQ(head.weight, 0.3);
        EXPECT_EQ(graph.layer(head.logits).output, Shape({10}));
    }
    for (const Layer& layer : graph.layers())
        EXPECT_EQ(layer.trainingOnly, layer.name.starts_with("aux")) << layer.name;
    EXPECT_EQ(graph.layer(graph.auxiliaryHeads()[1].logits).name, "aux2.fc2");
}

TEST(Zoo, DropsAsTorchvisionDoes)
{
    const auto probabilities = [](const char* name) {
        std::vector<double> all;
        const Graph graph = makeModel(name, {3, 224, 224}, 10);
        for (const Layer& layer : graph.layers()) {
            if (const auto* depth = std::get_if<StochasticDepthLayer>(&layer.kind))
                all.push_back(depth->probability);
            if (const auto* dropout = std::get_if<DropoutLayer>(&layer.kind))
                all.push_back(dropout->probability);
        }
        return all;
    };
    EXPECT_THAT(probabilities("alexnet"), testing::ElementsAre(0.5, 0.5));
    EXPECT_THAT(probabilities("vgg16"), testing::ElementsAre(0.5, 0.5));
    EXPECT_THAT(probabilities("googlenet"), testing::ElementsAre(0.7, 0.7, 0.2));
    EXPECT_THAT(probabilities("squeezenet1_1"), testing::ElementsAre(0.5));
    EXPECT_THAT(probabilities("mobilenet_v2"), testing::ElementsAre(0.2));
    const std::vector<double> tiny = probabilities("convnext_tiny");
    ASSERT_EQ(tiny.size(), 17u) << "the first of 18 blocks is never dropped";
    EXPECT_DOUBLE_EQ(tiny.front(), 0.1 / 17);
    EXPECT_DOUBLE_EQ(tiny.back(), 0.1);
    const std::vector<double> base = probabilities("convnext_base");
    ASSERT_EQ(base.size(), 35u);
    EXPECT_DOUBLE_EQ(base.back(), 0.5);
}

TEST(Zoo, TakesTheModelThatTheReadmeAdds)
{
    const Graph graph = makeYourModel({1, 28, 28}, 10);
    EXPECT_EQ(graph.name(), "your-model");
    EXPECT_EQ(graph.parameterCount(), 16 * 9 + 2 * 16 + (16 * 14 * 14 + 1) * 10);
}

TEST(Zoo, UnknownModelIsRefusedWithTheKnownOnes)
{
    try {
        makeModel("resnet19", {3, 32, 32}, 10);
        FAIL() << "accepted";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::InvalidExperiment);
        EXPECT_EQ(error.error().key, "model.name");
        EXPECT_THAT(error.what(),
                    testing::AllOf(testing::HasSubstr("resnet19"), testing::HasSubstr("lenet, alexnet")));
    }
}

} // namespace
} // namespace lockstep
