// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/host_report.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

struct NvmlCalls;

/// NVIDIA's driver, as its management library (NVML) tells of it, which is opened at run time. A broken GPU
/// may keep any call waiting for ever: ask on a thread or in a process that nobody waits for. Used by one
/// thread.
class GpuDriver {
public:
    /// Of one GPU or one instance of it (MIG); NVML's own handle, valid as long as the process.
    using Gpu = void*;

    /// Nothing where there is no driver, or it refuses.
    static std::unique_ptr<GpuDriver> open();
    ~GpuDriver();

    /// Those of the host in the order of nvidia-smi, which is CUDA's with CUDA_DEVICE_ORDER=PCI_BUS_ID.
    const std::vector<Gpu>& all() const { return m_all; }
    /// Those that a process finds as cuda:0, cuda:1, ... that is started with this CUDA_VISIBLE_DEVICES
    /// (null: it is not set), by CUDA's rules: numbers and the beginnings of UUIDs; the first that is none of
    /// the host's hides those behind it.
    std::vector<Gpu> visible(const char* variable) const;

    /// What is known of a GPU that ranks find as cuda:`index`.
    GpuReport report(Gpu gpu, int index) const;
    GpuState state(Gpu gpu) const;
    double memoryBytes(Gpu gpu) const; ///< 0: not known

private:
    explicit GpuDriver(std::unique_ptr<const NvmlCalls> calls);
    Gpu find(const std::string& entry) const;
    std::string uuid(Gpu gpu) const;
    int hostIndex(Gpu gpu) const;
    std::vector<GpuProcess> processes(Gpu gpu) const;

    std::unique_ptr<const NvmlCalls> m_calls;
    std::vector<Gpu> m_all;
};

} // namespace lockstep
