// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/precision_advice.h"

#include "engine/protocol/compute_capability.h"

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

bool has(std::span<const std::string> instructionSets, std::string_view name)
{
    return std::find(instructionSets.begin(), instructionSets.end(), name) != instructionSets.end();
}

bool trainsOnProcessor(const Host& host)
{
    return std::any_of(host.devices.begin(), host.devices.end(),
                       [](Device device) { return device.kind == DeviceKind::Cpu; });
}

/// The first that the host trains on and that is known to be older than this.
const GpuReport* gpuBefore(const Host& host, const HostReport& report, ComputeCapability first)
{
    const auto found = std::find_if(report.gpus.begin(), report.gpus.end(), [&](const GpuReport& gpu) {
        const Device device{DeviceKind::Cuda, gpu.index};
        const auto capability = parseCapability(gpu.capability);
        return capability && *capability < first &&
               std::find(host.devices.begin(), host.devices.end(), device) != host.devices.end();
    });
    return found == report.gpus.end() ? nullptr : &*found;
}

std::optional<Sentence> processorRefusal(Precision precision, std::span<const std::string> instructionSets,
                                         const std::string& hostName)
{
    if (precision == Precision::Float16)
        return Sentence(
            LOCKSTEP_TEXT("fp16 is a precision of GPUs, but %1 trains on its processor. Choose the "
                          "precision f32 or bf16, or GPUs alone."),
            {hostName});
    if (precision != Precision::BFloat16 || instructionSets.empty() || has(instructionSets, "avx512_bf16") ||
        has(instructionSets, "amx_bf16"))
        return std::nullopt;
    return Sentence(LOCKSTEP_TEXT("The processor of %1 has neither AMX nor AVX-512 instructions for bf16. "
                                  "Choose the precision f32."),
                    {hostName});
}

/// Where TF32 is asked for and changes nothing.
std::optional<Sentence> tf32Advice(const TrainingSpec& training, const Host& host, const HostReport& report)
{
    if (!training.tf32 || training.precision != Precision::Float32)
        return std::nullopt;
    if (const GpuReport* gpu = gpuBefore(host, report, kFirstWithBfloat16))
        return Sentence(
            LOCKSTEP_TEXT("%1 of %2 has the compute capability %3, and TF32 is there from 8.0 on: it "
                          "computes in f32."),
            {gpu->name, host.name, gpu->capability});
    if (trainsOnProcessor(host))
        return Sentence(LOCKSTEP_TEXT("TF32 is of GPUs: the processor of %1 computes in f32."), {host.name});
    return std::nullopt;
}

} // namespace

std::optional<Sentence> precisionRefusal(const TrainingSpec& training, const Host& host,
                                         const HostReport& report)
{
    if (trainsOnProcessor(host))
        if (auto refusal = processorRefusal(training.precision, report.instructionSets, host.name))
            return refusal;
    const GpuReport* gpu = gpuBefore(host, report, kFirstWithBfloat16);
    if (training.precision != Precision::BFloat16 || gpu == nullptr)
        return std::nullopt;
    return Sentence(
        LOCKSTEP_TEXT("%1 of %2 has the compute capability %3, and bf16 is there from 8.0 on. Choose "
                      "the precision fp16 or f32."),
        {gpu->name, host.name, gpu->capability});
}

std::optional<Sentence> precisionAdvice(const TrainingSpec& training, const Host& host,
                                        const HostReport& report)
{
    if (trainsOnProcessor(host))
        if (auto advice = processorAdvice(training.precision, report.instructionSets, host.name))
            return advice;
    return tf32Advice(training, host, report);
}

std::optional<Sentence> processorAdvice(Precision precision, std::span<const std::string> instructionSets,
                                        const std::string& hostName)
{
    // AMX multiplies tiles of bf16; AVX-512's dot product gains nothing over f32 and pays for the
    // conversions.
    if (precision != Precision::BFloat16 || !has(instructionSets, "avx512_bf16") ||
        has(instructionSets, "amx_bf16"))
        return std::nullopt;
    return Sentence(
        LOCKSTEP_TEXT("The processor of %1 has AVX-512 instructions for bf16 but no AMX: bf16 is "
                      "slower there than f32 (ResNet-18 trained at 0.7 of its speed). Choose f32."),
        {hostName});
}

} // namespace lockstep
