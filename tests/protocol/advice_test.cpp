// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/compute_capability.h"
#include "engine/protocol/device_advice.h"
#include "engine/protocol/precision_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

GpuReport gpu(int index, const std::string& capability)
{
    GpuReport gpu{index, "RTX 3080", std::int64_t{10} << 30, "580.65"};
    gpu.hostIndex = index;
    gpu.capability = capability;
    gpu.cuda = "13.0";
    return gpu;
}

/// A host that trains on these, with two GPUs that the engine serves.
struct GpuHost : ::testing::Test {
    GpuHost()
    {
        host.name = "gpu-2";
        report.deviceKinds = {"cpu", "cuda"};
        report.gpus = {gpu(0, "8.6"), gpu(1, "8.6")};
        report.gpuSupport = {"13", {"7.5", "8.0", "9.0"}, {}};
    }
    /// In English; empty: nothing is said.
    std::string refusal() const { return text(deviceRefusal(host, report)); }
    std::string refusal(Precision precision) const
    {
        TrainingSpec training;
        training.precision = precision;
        return text(precisionRefusal(training, host, report));
    }
    static std::string text(const std::optional<Sentence>& sentence)
    {
        return sentence ? sentence->english() : std::string();
    }

    Host host;
    HostReport report;
};
using DeviceAdvice = GpuHost;
using PrecisionAdvice = GpuHost;

TEST(Capability, IsReadAsTwoNumbers)
{
    EXPECT_EQ(parseCapability("8.6"), (ComputeCapability{8, 6}));
    EXPECT_LT(*parseCapability("9.0"), *parseCapability("12.1"));
    for (const char* text : {"", "8", "8.", ".6", "8.6a", "8,6"})
        EXPECT_FALSE(parseCapability(text)) << text;
}

TEST_F(DeviceAdvice, GpusNeedNotBeNeighboursNorTakenOnce)
{
    report.gpus.push_back(gpu(2, "8.6"));
    host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}, {DeviceKind::Cuda, 2}};
    EXPECT_EQ(refusal(), "");
    host.devices.push_back({DeviceKind::Cuda, 3});
    EXPECT_EQ(refusal(),
              "gpu-2 is to train on cuda:3, but the GPUs found there are: cuda:0, cuda:1, cuda:2. Choose "
              "among these.");
}

TEST_F(DeviceAdvice, TellsWhatCudaVisibleDevicesHides)
{
    host.devices = {{DeviceKind::Cuda, 1}};
    report.gpus = {gpu(0, "8.6")};
    report.gpus[0].hostIndex = 3;
    report.visibleDevices = "3";
    report.hiddenGpus = 3;
    EXPECT_THAT(refusal(),
                HasSubstr("CUDA_VISIBLE_DEVICES is \"3\" there, which leaves ranks these GPUs: cuda:0 (GPU 3 "
                          "of nvidia-smi)"));
    report.gpus.clear();
    EXPECT_THAT(refusal(), HasSubstr("which hides every GPU"));
}

TEST_F(DeviceAdvice, ADriverOlderThanTheEngineIsNamed)
{
    host.devices = {{DeviceKind::Cuda, 1}};
    report.gpus[1].cuda = "12.4";
    report.gpus[1].driver = "550.54";
    EXPECT_THAT(refusal(), HasSubstr("The driver 550.54 of gpu-2 serves CUDA 12.4 at most"));
    host.devices = {{DeviceKind::Cuda, 0}};
    EXPECT_EQ(refusal(), "");
    report.gpus[0].cuda = "14.1"; // drivers serve what older toolkits built
    EXPECT_EQ(refusal(), "");
    report.gpus[0].cuda.clear(); // not known
    EXPECT_EQ(refusal(), "");
}

TEST_F(DeviceAdvice, ACardThatTheEngineHoldsNoCodeForIsNamed)
{
    host.devices = {{DeviceKind::Cuda, 0}};
    const auto isServed = [&](const char* capability) {
        report.gpus[0].capability = capability;
        return refusal().empty();
    };
    EXPECT_FALSE(isServed("6.1"));
    EXPECT_THAT(refusal(),
                HasSubstr("RTX 3080 of gpu-2 has the compute capability 6.1, and the engine holds code for "
                          "these: 7.5, 8.0, 9.0."));
    EXPECT_FALSE(isServed("7.0"));
    EXPECT_TRUE(isServed("7.5") && isServed("8.9") && isServed("9.0"));
    EXPECT_TRUE(isServed("12.0")); // translated by its driver
    EXPECT_TRUE(isServed(""));     // not known
}

TEST_F(DeviceAdvice, AMissingLibraryIsOfHostsThatTrainOnGpus)
{
    report.gpuSupport.refusal = {"%1 is missing.", {"cuDNN"}};
    host.devices = {{DeviceKind::Cpu, 0}};
    EXPECT_EQ(refusal(), "");
    host.devices.push_back({DeviceKind::Cuda, 0});
    EXPECT_EQ(refusal(),
              "gpu-2 is to train on cuda:0, but the engine cannot use GPUs there. cuDNN is missing.");
}

TEST_F(DeviceAdvice, EqualGpusAreToldTogether)
{
    report.gpus.push_back(gpu(2, "9.0"));
    EXPECT_EQ(gpuSummary(report).english(), "cuda:0, cuda:1: RTX 3080, 10 GiB, compute capability 8.6; "
                                            "cuda:2: RTX 3080, 10 GiB, compute capability 9.0");
    report.gpus.clear();
    EXPECT_TRUE(gpuSummary(report).empty());
}

TEST_F(PrecisionAdvice, Fp16IsForGpusAlone)
{
    host.devices = {{DeviceKind::Cuda, 0}};
    EXPECT_EQ(refusal(Precision::Float16), "");
    host.devices.push_back({DeviceKind::Cpu, 0});
    EXPECT_THAT(refusal(Precision::Float16), HasSubstr("gpu-2 trains on its processor"));
    report = {}; // so it is whatever the processor
    EXPECT_THAT(refusal(Precision::Float16), HasSubstr("gpu-2 trains on its processor"));
}

TEST_F(PrecisionAdvice, ACardWithoutBf16IsGivenFp16)
{
    host.devices = {{DeviceKind::Cuda, 1}};
    EXPECT_EQ(refusal(Precision::BFloat16), "");
    report.gpus[1].capability = "7.5";
    EXPECT_THAT(refusal(Precision::BFloat16), HasSubstr("Choose the precision fp16"));
    EXPECT_EQ(refusal(Precision::Float16), "");
    host.devices = {{DeviceKind::Cuda, 0}}; // the other one has it
    EXPECT_EQ(refusal(Precision::BFloat16), "");
}

TEST_F(PrecisionAdvice, Tf32IsForF32OnTensorCores)
{
    TrainingSpec training;
    training.tf32 = true;
    const auto advice = [&] { return text(precisionAdvice(training, host, report)); };
    host.devices = {{DeviceKind::Cuda, 0}};
    EXPECT_EQ(advice(), "");
    report.gpus[0].capability = "7.5";
    EXPECT_THAT(advice(), HasSubstr("TF32 is there from 8.0 on"));
    host.devices = {{DeviceKind::Cpu, 0}};
    EXPECT_THAT(advice(), HasSubstr("processor of gpu-2 computes in f32"));
    training.tf32 = false;
    EXPECT_EQ(advice(), "");
}

} // namespace
} // namespace lockstep
