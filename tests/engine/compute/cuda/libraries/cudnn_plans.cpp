// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/libraries/cudnn_convolution.h"
#include "engine/core/error.h"
#include "engine/graph/zoo/zoo.h"
#include "tests/engine/compute/cuda/libraries/convolution_shapes.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

/// cudnn_plans INDEX FILE: writes what cuDNN says of the GPU into the file, as planning without it takes it,
/// and how many plans of the models' convolutions are then the same with the GPU and without, as a line of
/// JSON.
namespace lockstep::testing {
namespace {

using namespace cuda;

constexpr int kSamples = 32;
constexpr const char* kModels[] = {"lenet", "resnet18", "resnet50", "mobilenet_v2", "convnext_tiny"};
constexpr ConvolutionPass kPasses[] = {ConvolutionPass::Forward, ConvolutionPass::BackwardData,
                                       ConvolutionPass::BackwardWeights};

std::string propertiesOf(cudnnHandle_t handle)
{
    constexpr std::size_t kMost = std::size_t{1} << 16;
    CudnnDescriptor descriptor(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
    descriptor.set(CUDNN_ATTR_DEVICEPROP_HANDLE, handle).finalize();
    const std::vector<char> text = descriptor.get<char>(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, kMost);
    return {text.begin(), text.end()};
}

/// Empty where there is none.
std::string planName(const PlanTarget& target, const ConvolutionShape& shape, ConvolutionPass pass)
{
    try {
        return firstPlan(target, {}, shape, pass).name;
    } catch (const EngineError&) {
        return {};
    }
}

nlohmann::json compare(const PlanTarget& present, const PlanTarget& described)
{
    int plans = 0;
    int missing = 0;
    std::vector<std::string> different;
    for (const char* model : kModels)
        for (const Element element : {Element::Float32, Element::Bfloat16, Element::Float16})
            for (const NamedShape& convolution :
                 convolutionShapes(makeModel(model, zooModel(model).sample, 10), kSamples, element))
                for (const ConvolutionPass pass : kPasses) {
                    const std::string name = planName(present, convolution.shape, pass);
                    ++plans;
                    missing += name.empty() ? 1 : 0;
                    if (name != planName(described, convolution.shape, pass))
                        different.push_back(convolution.name + ": " + describe(convolution.shape, pass));
                }
    return {{"cudnn", cudnnGetVersion()},
            {"plans", plans},
            {"missing", missing},
            {"equal", plans - static_cast<int>(different.size())},
            {"different", different}};
}

int run(int index, const char* file)
{
    const Queue queue(index); // makes the device current
    const CudnnHandle handle = makeCudnnHandle();
    const std::string properties = propertiesOf(handle.get());
    if (!(std::ofstream(file) << properties << '\n')) {
        std::cerr << file << " cannot be written.\n";
        return EXIT_FAILURE;
    }
    std::cout << compare(PlanTarget(handle.get()), PlanTarget(properties)) << '\n';
    return EXIT_SUCCESS;
}

} // namespace
} // namespace lockstep::testing

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "usage: cudnn_plans INDEX FILE\n";
        return 2;
    }
    try {
        return lockstep::testing::run(std::atoi(argv[1]), argv[2]);
    } catch (const lockstep::EngineError& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
