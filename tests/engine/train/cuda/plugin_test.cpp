// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/cuda_plugin.h"
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/graph/graph.h"
#include "engine/train/training_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// The plug-in itself, with NVIDIA's libraries that this host has and a driver that finds no GPU.
namespace lockstep {
namespace {

PluginFiles realFiles()
{
    PluginFiles files = cudaPluginFiles();
    files.plugin = LOCKSTEP_CUDA_PLUGIN;
    files.driver = LOCKSTEP_STUB_DRIVER;
    return files;
}

template <typename Make>
Error refusal(const Make& make)
{
    try {
        make();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable) << error.what();
        return error.error();
    }
    ADD_FAILURE() << "made";
    return {};
}

TEST(CudaPlugin, LoadsAndSaysThatThereIsNoDriver)
{
    const DevicePlugin plugin(realFiles());
    const Device device{DeviceKind::Cuda, 0};
    const Graph graph = makeModel("lenet", {1, 28, 28}, 10);
    const Error ofBackend = refusal([&] { plugin.table().makeBackend(device)->compile(graph, {}); });
    const Error ofTraining = refusal([&] { plugin.table().makeTrainingDevice(device)->compile(graph, {}); });
    for (const Error& error : {ofBackend, ofTraining})
        EXPECT_THAT(error.message(), testing::ContainsRegex("driver|nvidia-smi")) << error.message();
}

TEST(CudaPlugin, IsOfThisBuildAlone)
{
    PluginFiles files = realFiles();
    files.build = "0.0.9-older";
    const Error error = refusal([&] { DevicePlugin plugin(files); });
    EXPECT_THAT(error.message(), testing::HasSubstr(buildFacts().id));
    EXPECT_THAT(error.message(), testing::HasSubstr("0.0.9-older"));
}

TEST(CudaPlugin, EveryArchitectureThatItIsBuiltForIsServed)
{
    EXPECT_FALSE(buildFacts().architectures.empty());
    for (const int architecture : buildFacts().architectures)
        EXPECT_TRUE(servesCapability(buildFacts().architectures, architecture / 10, architecture % 10));
}

} // namespace
} // namespace lockstep
