// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/queue.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/queue_stream.h"
#include "engine/compute/cuda/device/status.h"
#include "engine/compute/cuda/device/stuck_devices.h"

#include <algorithm>
#include <exception>
#include <type_traits>
#include <utility>

namespace lockstep::cuda {
namespace {

struct DestroyGraph {
    void operator()(cudaGraph_t graph) const { (void)cudaGraphDestroy(graph); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;

/// Ends what was begun, also where the work to be written down throws.
class Capture {
public:
    explicit Capture(cudaStream_t stream) : m_stream(stream)
    {
        const DriverCall call("cudaStreamBeginCapture");
        // Other threads may do meanwhile what a capture forbids: the loader makes pinned memory.
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), call.name());
    }
    ~Capture()
    {
        if (m_stream != nullptr) {
            cudaGraph_t graph = nullptr;
            (void)cudaStreamEndCapture(m_stream, &graph);
            const Graph owned(graph);
            (void)cudaGetLastError();
        }
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    Graph end()
    {
        cudaGraph_t graph = nullptr;
        const DriverCall call("cudaStreamEndCapture");
        check(cudaStreamEndCapture(std::exchange(m_stream, nullptr), &graph), call.name());
        return Graph(graph);
    }

private:
    cudaStream_t m_stream;
};

bool isDone(cudaStream_t stream)
{
    const DriverCall call("cudaStreamQuery");
    return checkDone(cudaStreamQuery(stream), call.name());
}

} // namespace

cudaStream_t streamOf(const Queue& queue)
{
    return queue.stream();
}

Queue::Queue(SharedPatience patience) : m_patience(std::move(patience))
{
    watchThread(m_patience);
    makeCurrent(m_patience->device);
    const DriverCall call("cudaStreamCreateWithFlags", DriverCall::Kind::Setup);
    // Not in step with the default stream, which libraries may use.
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), call.name());
}

Queue::Queue(int device, DeviceSeconds limit) : Queue(patienceWith(device, limit)) {}

Queue::~Queue()
{
    if (isSomeDeviceStuck())
        return;
    const DriverCall call("cudaStreamDestroy");
    (void)cudaStreamDestroy(m_stream);
}

void Queue::copy(void* to, const void* from, std::size_t bytes)
{
    if (bytes == 0)
        return;
    const DriverCall call("cudaMemcpyAsync");
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, m_stream), call.name());
}

void Queue::fill(void* to, int byte, std::size_t bytes)
{
    if (bytes == 0)
        return;
    const DriverCall call("cudaMemsetAsync");
    check(cudaMemsetAsync(to, byte, bytes, m_stream), call.name());
}

void Queue::record(Event& event)
{
    const DriverCall call("cudaEventRecord");
    check(cudaEventRecord(event.handle(), m_stream), call.name());
    event.m_patience = m_patience;
}

void Queue::mark(Event& event)
{
    cudaStreamCaptureStatus status{};
    check(cudaStreamIsCapturing(m_stream, &status), "cudaStreamIsCapturing");
    if (status == cudaStreamCaptureStatusNone) {
        record(event);
        return;
    }
    const DriverCall call("cudaEventRecordWithFlags");
    check(cudaEventRecordWithFlags(event.handle(), m_stream, cudaEventRecordExternal), call.name());
}

void Queue::follow(const Event& event)
{
    const DriverCall call("cudaStreamWaitEvent");
    check(cudaStreamWaitEvent(m_stream, event.handle(), 0), call.name());
}

void Queue::wait(Awaited what, const std::function<void()>& meanwhile)
{
    waitFor(
        *m_patience, what, [this] { return isDone(m_stream); }, meanwhile);
}

void Queue::waitAtTheEnd() noexcept
{
    constexpr DeviceSeconds kLastPatience = std::chrono::seconds(5);
    try {
        const SharedPatience last = patienceWith(device(), std::min(m_patience->limit, kLastPatience));
        waitFor(*last, Awaited::Work, [this] { return isDone(m_stream); });
    } catch (const std::exception&) {
        return;
    }
}

std::unique_ptr<Recording> Queue::write(const std::function<void()>& work)
{
    Capture capture(m_stream);
    work();
    const Graph graph = capture.end();
    cudaGraphExec_t ready = nullptr;
    const DriverCall call("cudaGraphInstantiate", DriverCall::Kind::Setup);
    check(cudaGraphInstantiate(&ready, graph.get(), 0), call.name());
    return std::make_unique<Recording>(ready);
}

void Queue::give(const Recording& recording)
{
    const DriverCall call("cudaGraphLaunch");
    check(cudaGraphLaunch(recording.handle(), m_stream), call.name());
}

Recording::~Recording()
{
    if (isSomeDeviceStuck())
        return;
    const DriverCall call("cudaGraphExecDestroy");
    (void)cudaGraphExecDestroy(m_graph);
}

Event::Event(Timing timing)
{
    const unsigned flags = timing == Timing::Yes ? cudaEventDefault : cudaEventDisableTiming;
    const DriverCall call("cudaEventCreateWithFlags");
    check(cudaEventCreateWithFlags(&m_event, flags), call.name());
}

Event::~Event()
{
    if (isSomeDeviceStuck())
        return;
    const DriverCall call("cudaEventDestroy");
    (void)cudaEventDestroy(m_event);
}

bool Event::reached() const
{
    const DriverCall call("cudaEventQuery");
    return checkDone(cudaEventQuery(m_event), call.name());
}

void Event::wait(Awaited what, const std::function<void()>& meanwhile) const
{
    static const DevicePatience standard;
    waitFor(
        m_patience ? *m_patience : standard, what, [this] { return reached(); }, meanwhile);
}

double Event::secondsSince(const Event& earlier) const
{
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, earlier.m_event, m_event), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) / 1000;
}

} // namespace lockstep::cuda
