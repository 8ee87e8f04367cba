// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/device_advice.h"

#include "engine/protocol/compute_capability.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr const char* kComma = ", ";

std::string nameOf(const Host& host)
{
    return host.name.empty() ? host.id : host.name;
}

/// Of the devices that the host names, each once.
template <typename Wanted>
std::vector<Sentence> devicesThat(const Host& host, const Wanted& wanted)
{
    std::vector<Sentence> names;
    for (const Device device : std::set<Device>(host.devices.begin(), host.devices.end())) {
        if (wanted(device))
            names.push_back(toString(device));
    }
    return names;
}

} // namespace

std::optional<Sentence> deviceKindRefusal(const Host& host, const HostReport& engine)
{
    const std::vector<std::string>& kinds = engine.deviceKinds;
    const std::vector<Sentence> refused = devicesThat(host, [&](Device device) {
        return std::find(kinds.begin(), kinds.end(), toString(device.kind)) == kinds.end();
    });
    if (refused.empty())
        return std::nullopt;
    return Sentence(LOCKSTEP_TEXT("%1 is to train on %2, but this engine can train on these kinds of devices "
                                  "alone: %3. Choose the device cpu for this host."),
                    {nameOf(host), inARow(refused, kComma), inARow({kinds.begin(), kinds.end()}, kComma)});
}

namespace {

bool isNamed(const Host& host, const GpuReport& gpu)
{
    const Device device{DeviceKind::Cuda, gpu.index};
    return std::find(host.devices.begin(), host.devices.end(), device) != host.devices.end();
}

/// As ranks count it, and as nvidia-smi does where that is another number.
Sentence numberOf(const GpuReport& gpu)
{
    const std::string device = toString(Device{DeviceKind::Cuda, gpu.index});
    if (gpu.index == gpu.hostIndex)
        return device;
    return {LOCKSTEP_TEXT("%1 (GPU %2 of nvidia-smi)"), {device, std::to_string(gpu.hostIndex)}};
}

Sentence numbersOf(const std::vector<GpuReport>& gpus)
{
    std::vector<Sentence> numbers;
    for (const GpuReport& gpu : gpus)
        numbers.push_back(numberOf(gpu));
    return inARow(std::move(numbers), kComma);
}

std::optional<Sentence> missingGpu(const Host& host, const HostReport& report)
{
    const std::vector<GpuReport>& gpus = report.gpus;
    const std::vector<Sentence> missing = devicesThat(host, [&](Device device) {
        return device.kind == DeviceKind::Cuda &&
               std::none_of(gpus.begin(), gpus.end(),
                            [&](const GpuReport& gpu) { return gpu.index == device.index; });
    });
    if (missing.empty())
        return std::nullopt;
    const Sentence wanted = inARow(missing, kComma);
    if (gpus.empty() && report.hiddenGpus > 0)
        return Sentence(
            LOCKSTEP_TEXT("%1 is to train on %2, but CUDA_VISIBLE_DEVICES is \"%3\" there, which hides "
                          "every GPU of the host. Change it there, or choose the device cpu."),
            {nameOf(host), wanted, report.visibleDevices});
    if (gpus.empty())
        return Sentence(
            LOCKSTEP_TEXT("%1 is to train on %2, but no GPU was found there. Install NVIDIA's driver "
                          "until nvidia-smi shows the GPU, or choose the device cpu."),
            {nameOf(host), wanted});
    if (report.hiddenGpus > 0)
        return Sentence(
            LOCKSTEP_TEXT("%1 is to train on %2, but CUDA_VISIBLE_DEVICES is \"%3\" there, which leaves "
                          "ranks these GPUs: %4. Choose among these, or change it there."),
            {nameOf(host), wanted, report.visibleDevices, numbersOf(gpus)});
    return Sentence(
        LOCKSTEP_TEXT("%1 is to train on %2, but the GPUs found there are: %3. Choose among these."),
        {nameOf(host), wanted, numbersOf(gpus)});
}

/// Device code runs on GPUs of its own major version that are no older; behind the newest, the driver
/// translates.
bool serves(const std::vector<std::string>& capabilities, ComputeCapability gpu)
{
    const auto newest = capabilities.empty() ? std::nullopt : parseCapability(capabilities.back());
    return !newest || gpu > *newest ||
           std::any_of(capabilities.begin(), capabilities.end(), [&](const std::string& text) {
               const auto built = parseCapability(text);
               return built && built->major == gpu.major && *built <= gpu;
           });
}

/// Why a GPU that is there cannot be trained on.
std::optional<Sentence> gpuRefusal(const Host& host, const GpuReport& gpu, const GpuSupport& support)
{
    const auto major = [](const std::string& version) { return std::atoi(version.c_str()); };
    if (!gpu.cuda.empty() && major(gpu.cuda) < major(support.cuda))
        return Sentence(
            LOCKSTEP_TEXT("The driver %1 of %2 serves CUDA %3 at most, but the engine was built with CUDA "
                          "%4. Install a newer driver of NVIDIA's there, or choose the device cpu."),
            {gpu.driver, nameOf(host), gpu.cuda, support.cuda});
    const auto capability = parseCapability(gpu.capability);
    if (capability && !serves(support.capabilities, *capability))
        return Sentence(
            LOCKSTEP_TEXT("%1 of %2 has the compute capability %3, and the engine holds code for these: "
                          "%4. Choose other devices, or an engine built with a CUDA toolkit that "
                          "knows this GPU (12 for those before 7.5)."),
            {gpu.name, nameOf(host), gpu.capability,
             inARow({support.capabilities.begin(), support.capabilities.end()}, kComma)});
    return std::nullopt;
}

/// Whole GiB, as its box says.
std::string memoryText(std::int64_t bytes)
{
    constexpr double kGibibyte = 1 << 30;
    return std::to_string(std::lround(static_cast<double>(bytes) / kGibibyte)) + " GiB";
}

/// What it is, whatever its number.
Sentence kindOf(const GpuReport& gpu)
{
    std::vector<Sentence> facts{gpu.name};
    if (gpu.memoryBytes > 0)
        facts.push_back(memoryText(gpu.memoryBytes));
    if (!gpu.capability.empty())
        facts.push_back({LOCKSTEP_TEXT("compute capability %1"), {gpu.capability}});
    return inARow(std::move(facts), kComma);
}

} // namespace

std::optional<Sentence> deviceRefusal(const Host& host, const HostReport& report)
{
    if (auto refusal = deviceKindRefusal(host, report))
        return refusal;
    if (auto refusal = missingGpu(host, report))
        return refusal;
    for (const GpuReport& gpu : report.gpus) {
        if (!isNamed(host, gpu))
            continue;
        if (!report.gpuSupport.refusal.empty())
            return Sentence(LOCKSTEP_TEXT("%1 is to train on %2, but the engine cannot use GPUs there. %3"),
                            {nameOf(host), numberOf(gpu), report.gpuSupport.refusal});
        if (auto refusal = gpuRefusal(host, gpu, report.gpuSupport))
            return refusal;
    }
    return std::nullopt;
}

Sentence gpuSummary(const HostReport& report)
{
    std::vector<std::pair<Sentence, std::vector<Sentence>>> kinds;
    for (const GpuReport& gpu : report.gpus) {
        const Sentence kind = kindOf(gpu);
        if (kinds.empty() || kinds.back().first != kind)
            kinds.push_back({kind, {}});
        kinds.back().second.push_back(numberOf(gpu));
    }
    std::vector<Sentence> rows;
    for (auto& [kind, numbers] : kinds)
        rows.push_back({LOCKSTEP_TEXT("%1: %2"), {inARow(std::move(numbers), kComma), kind}});
    return rows.empty() ? Sentence() : inARow(std::move(rows), "; ");
}

} // namespace lockstep
