// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/device_advice.h"

#include <algorithm>
#include <set>
#include <string>
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

std::optional<Sentence> deviceRefusal(const Host& host, const HostReport& report)
{
    if (auto refusal = deviceKindRefusal(host, report))
        return refusal;
    const std::vector<GpuReport>& gpus = report.gpus;
    const std::vector<Sentence> missing = devicesThat(host, [&](Device device) {
        return device.kind == DeviceKind::Cuda &&
               std::none_of(gpus.begin(), gpus.end(),
                            [&](const GpuReport& gpu) { return gpu.index == device.index; });
    });
    if (missing.empty())
        return std::nullopt;
    if (gpus.empty())
        return Sentence(
            LOCKSTEP_TEXT("%1 is to train on %2, but no GPU was found there. Install NVIDIA's driver "
                          "until nvidia-smi shows the GPU, or choose the device cpu."),
            {nameOf(host), inARow(missing, kComma)});
    std::vector<Sentence> found;
    for (const GpuReport& gpu : gpus)
        found.push_back(toString(Device{DeviceKind::Cuda, gpu.index}));
    return Sentence(
        LOCKSTEP_TEXT("%1 is to train on %2, but the GPUs found there are: %3. Choose among these."),
        {nameOf(host), inARow(missing, kComma), inARow(found, kComma)});
}

} // namespace lockstep
