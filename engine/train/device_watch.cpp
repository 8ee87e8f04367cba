// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/device_watch.h"

#include "engine/compute/gpu_driver.h"
#include "engine/protocol/mutex.h"
#include "engine/train/process_usage.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace lockstep {
namespace {

/// A driver that answers at all has done so by then.
constexpr std::chrono::seconds kPatience{1};

/// The GPUs that this process finds as cuda:index, asked through the driver.
class WatchedGpus {
public:
    explicit WatchedGpus(const std::vector<int>& indices) : m_driver(GpuDriver::open())
    {
        if (!m_driver)
            return;
        const auto visible = m_driver->visible(std::getenv("CUDA_VISIBLE_DEVICES"));
        for (const int index : indices)
            if (static_cast<std::size_t>(index) < visible.size())
                m_gpus.emplace_back(index, visible[static_cast<std::size_t>(index)]);
    }
    void sampleInto(DeviceSampled& sampled) const
    {
        for (const auto& [index, gpu] : m_gpus) {
            if (gpu != m_gpus.front().second) {
                append(sampled.further, "cuda_" + std::to_string(index) + "_", m_driver->state(gpu));
                continue;
            }
            sampled.gpu = m_driver->state(gpu);
            if (const double bytes = m_driver->memoryBytes(gpu); bytes > 0)
                sampled.gpuMemoryBytes = bytes;
        }
    }

private:
    static void append(FurtherNumbers& numbers, const std::string& head, const GpuState& state)
    {
        const auto add = [&](const char* name, std::optional<double> value) {
            if (value)
                numbers.push_back({head + name, *value});
        };
        add("busy", state.busy);
        add("used_bytes", state.usedBytes);
        add("temperature_celsius", state.temperatureCelsius);
        add("power_watts", state.powerWatts);
    }

    std::unique_ptr<GpuDriver> m_driver;
    std::vector<std::pair<int, GpuDriver::Gpu>> m_gpus; ///< by index of cuda:
};

/// Each once, in the order of the parts that they hold.
std::vector<int> gpusOf(const std::vector<Device>& devices)
{
    std::vector<int> indices;
    for (const Device device : devices)
        if (device.kind == DeviceKind::Cuda && std::ranges::count(indices, device.index) == 0)
            indices.push_back(device.index);
    return indices;
}

} // namespace

/// The way to the recorder, open as long as the watch lives. Thread-safe.
class DeviceWatch::Outlet {
public:
    explicit Outlet(RankRecorder& recorder) : m_recorder(&recorder) {}

    /// False: it was closed meanwhile.
    bool waitOpen(std::chrono::milliseconds time)
    {
        const MutexLock lock(m_mutex);
        return !m_changed.waitFor(m_mutex, time,
                                  [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_recorder == nullptr; });
    }
    void record(const DeviceSampled& sampled)
    {
        const MutexLock lock(m_mutex);
        if (m_recorder != nullptr)
            m_recorder->record(sampled);
    }
    void leave()
    {
        const MutexLock lock(m_mutex);
        m_left = true;
        m_changed.notifyAll();
    }
    /// True: nobody uses it any more, false: somebody may be stuck before its next record.
    bool close()
    {
        const MutexLock lock(m_mutex);
        m_recorder = nullptr;
        m_changed.notifyAll();
        return m_changed.waitFor(m_mutex, kPatience, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_left; });
    }

private:
    Mutex m_mutex;
    ConditionVariable m_changed;
    RankRecorder* m_recorder LOCKSTEP_GUARDED_BY(m_mutex); ///< null: closed
    bool m_left LOCKSTEP_GUARDED_BY(m_mutex) = false;
};

DeviceWatch::DeviceWatch(RankRecorder& recorder, const std::vector<Device>& devices, int threads,
                         std::chrono::milliseconds interval)
    : m_outlet(std::make_shared<Outlet>(recorder))
{
    m_thread = std::thread([outlet = m_outlet, indices = gpusOf(devices), threads, interval] {
        try {
            ProcessUsage usage(threads);
            std::optional<WatchedGpus> gpus;
            if (!indices.empty())
                gpus.emplace(indices);
            while (outlet->waitOpen(interval)) {
                DeviceSampled sampled = usage.sample();
                if (gpus)
                    gpus->sampleInto(sampled);
                outlet->record(sampled);
            }
        } catch (const std::system_error&) {
            // The journal cannot be written: the rank's own next record ends it with the reason.
        }
        outlet->leave();
    });
}

DeviceWatch::~DeviceWatch()
{
    if (m_outlet->close())
        m_thread.join();
    else
        m_thread.detach();
}

} // namespace lockstep
