// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/device_wait.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

/// The CUDA runtime, owned: every resource is an object, every error an EngineError (status.h).
namespace lockstep::cuda {

class Event;
class Recording;

/// Work of one device in one order: a stream. Used by one thread. While it records (between begin and end of
/// record()), work is written down instead of done, and nothing may wait.
class Queue {
public:
    /// Makes the device current on the calling thread, whose calls count as that owner's from now on.
    explicit Queue(SharedPatience patience);
    explicit Queue(int device, DeviceSeconds limit = DeviceSeconds(kStandardDeviceSeconds));
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    int device() const { return m_patience->device; }
    /// With its work; for queues that follow it.
    const SharedPatience& patience() const { return m_patience; }
    cudaStream_t stream() const { return m_stream; }

    /// Host memory is pinned, and stays as it is until the copy has been waited for.
    void copy(void* to, const void* from, std::size_t bytes);
    void fill(void* to, int byte, std::size_t bytes);
    void record(Event& event);
    /// As record(), but where work is written down, the event is a part of it, recorded anew whenever that is
    /// given. For times; who waits for such work waits for an event behind it.
    void mark(Event& event);
    /// Everything given from now on comes after the event, without this thread waiting.
    void follow(const Event& event);
    /// Until all that was given is done; throws what failed on the way. With the queue's
    /// patience, and `meanwhile`, as waitFor().
    void wait(Awaited what = Awaited::Work, const std::function<void()>& meanwhile = {});
    /// For the end of whoever owns what the work uses: as wait(), but for a few seconds at the most, whatever
    /// the patience is, for something has failed elsewhere then; and without throwing: of a device that is
    /// lost nothing is under way any more, and of a stuck one nothing is given back.
    void waitAtTheEnd() noexcept;
    /// Writes down what `work` gives to this queue, to be given again as one.
    std::unique_ptr<Recording> write(const std::function<void()>& work);
    void give(const Recording& recording);

private:
    SharedPatience m_patience;
    cudaStream_t m_stream = nullptr;
};

/// A moment in the order of a queue's work.
class Event {
public:
    enum class Timing { No, Yes };
    explicit Event(Timing timing = Timing::No);
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    cudaEvent_t handle() const { return m_event; }
    /// Whether all work before it is done; throws what failed.
    bool reached() const;
    /// Likewise, with the patience of the queue that recorded it.
    void wait(Awaited what = Awaited::Work, const std::function<void()>& meanwhile = {}) const;
    /// From an earlier event to this; both recorded with timing and reached.
    double secondsSince(const Event& earlier) const;

private:
    friend class Queue;
    cudaEvent_t m_event = nullptr;
    SharedPatience m_patience; ///< of the queue that recorded it; null: none did
};

/// Work written down (a CUDA graph, instantiated).
class Recording {
public:
    explicit Recording(cudaGraphExec_t graph) : m_graph(graph) {}
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    cudaGraphExec_t handle() const { return m_graph; }

private:
    cudaGraphExec_t m_graph;
};

} // namespace lockstep::cuda
