// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/gpu_state.h"
#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"
#include "engine/protocol/topology.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct NetworkInterface {
    std::string name;
    std::vector<std::string> addresses; ///< numeric IPv4 and IPv6
    /// IPv4 prefixes that the kernel sends over it: "10.1.0.0/16", "0.0.0.0/0". Those of its main table.
    std::vector<std::string> routes{};
    bool operator==(const NetworkInterface&) const = default;
};
/// A process that holds memory of a GPU.
struct GpuProcess {
    std::int64_t id = 0;
    std::optional<double> usedBytes{}; ///< of the GPU's memory
    bool operator==(const GpuProcess&) const = default;
};
struct GpuReport {
    int index = 0; ///< as its ranks count: that of cuda:N
    std::string name;
    std::int64_t memoryBytes = 0; ///< 0: not known
    std::string driver;           ///< its version, "580.65.06"
    int hostIndex = 0; ///< as nvidia-smi counts there: another one where CUDA_VISIBLE_DEVICES leaves some out
    std::string uuid{};       ///< "GPU-...", as CUDA_VISIBLE_DEVICES takes it; empty: not known
    std::string capability{}; ///< the compute capability, "8.6"; empty: not known
    std::string cuda{};       ///< the newest version of CUDA that the driver serves, "13.0"; empty: not known
    GpuState state{};
    std::vector<GpuProcess> processes{}; ///< those that the driver shows
    bool operator==(const GpuReport&) const = default;
};

/// What the engine of a host brings for training on GPUs.
struct GpuSupport {
    std::string cuda{}; ///< the major version of CUDA that it was built with, "13"; empty: it has none of it
    /// The compute capabilities that it holds device code for, rising: "7.5", "8.6". It serves these and
    /// newer ones.
    std::vector<std::string> capabilities{};
    /// Why it cannot train on GPUs there, whatever GPUs there are (a library of NVIDIA's that is missing);
    /// empty: nothing is known against it.
    Sentence refusal{};
    bool operator==(const GpuSupport&) const = default;
};

/// What a host is; printed as JSON by `lockstep-engine probe` and sent in the Welcome of attach.
struct HostReport {
    std::string engine; ///< version of the engine
    std::string hostName;
    std::string system; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;
    std::string processor;
    int cores = 0; ///< usable by this process (affinity and cgroup quota considered)
    std::int64_t memoryBytes = 0;
    std::int64_t memoryAvailableBytes = 0;
    std::int64_t diskFreeBytes = 0;           ///< where runs are kept
    std::vector<std::string> instructionSets; ///< "avx2", "avx512f", "amx_bf16", ...
    std::vector<NetworkInterface> interfaces;
    std::vector<GpuReport> gpus;
    std::string sshAddress; ///< this host's end of the SSH connection, empty without one
    /// The kinds of devices that the engine there can train on, "cpu" and "cuda", be such a device there or
    /// not. An engine that does not say it trains on processors.
    std::vector<std::string> deviceKinds{"cpu"};
    /// CUDA_VISIBLE_DEVICES as ranks there find it; empty where it is not set.
    std::string visibleDevices{};
    int hiddenGpus = 0; ///< that are there besides `gpus`, but left out by it
    GpuSupport gpuSupport{};
    bool operator==(const HostReport&) const = default;
};
std::string toJson(const HostReport& report);
Result<HostReport> parseHostReport(std::string_view json);

/// How reports name a kind of device.
std::string_view toString(DeviceKind kind);

} // namespace lockstep
