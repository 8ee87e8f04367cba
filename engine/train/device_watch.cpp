// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/device_watch.h"

#include "engine/compute/gpu_driver.h"
#include "engine/protocol/mutex.h"
#include "engine/train/process_usage.h"

#include <cstdlib>
#include <optional>
#include <system_error>

namespace lockstep {
namespace {

/// A driver that answers at all has done so by then.
constexpr std::chrono::seconds kPatience{1};

/// The GPU that this process finds as cuda:index, asked through the driver.
class WatchedGpu {
public:
    explicit WatchedGpu(int index) : m_driver(GpuDriver::open())
    {
        if (!m_driver)
            return;
        const auto visible = m_driver->visible(std::getenv("CUDA_VISIBLE_DEVICES"));
        if (static_cast<std::size_t>(index) < visible.size())
            m_gpu = visible[static_cast<std::size_t>(index)];
    }
    void sampleInto(DeviceSampled& sampled) const
    {
        if (m_gpu == nullptr)
            return;
        sampled.gpu = m_driver->state(m_gpu);
        if (const double bytes = m_driver->memoryBytes(m_gpu); bytes > 0)
            sampled.gpuMemoryBytes = bytes;
    }

private:
    std::unique_ptr<GpuDriver> m_driver;
    GpuDriver::Gpu m_gpu = nullptr;
};

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

DeviceWatch::DeviceWatch(RankRecorder& recorder, Device device, int threads,
                         std::chrono::milliseconds interval)
    : m_outlet(std::make_shared<Outlet>(recorder))
{
    m_thread = std::thread([outlet = m_outlet, device, threads, interval] {
        try {
            ProcessUsage usage(threads);
            std::optional<WatchedGpu> gpu;
            if (device.kind == DeviceKind::Cuda)
                gpu.emplace(device.index);
            while (outlet->waitOpen(interval)) {
                DeviceSampled sampled = usage.sample();
                if (gpu)
                    gpu->sampleInto(sampled);
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
