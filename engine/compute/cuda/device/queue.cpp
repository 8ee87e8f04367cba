// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/device/queue.h"

#include "engine/compute/cuda/device/queue_stream.h"
#include "engine/compute/cuda/device/status.h"

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
        // Other threads may do meanwhile what a capture forbids: the loader makes pinned memory.
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
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
        check(cudaStreamEndCapture(std::exchange(m_stream, nullptr), &graph), "cudaStreamEndCapture");
        return Graph(graph);
    }

private:
    cudaStream_t m_stream;
};

} // namespace

cudaStream_t streamOf(const Queue& queue)
{
    return queue.stream();
}

Queue::Queue(int device, DeviceSeconds limit) : m_patience{device, limit}
{
    makeCurrent(device);
    // Not in step with the default stream, which libraries may use.
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
}

Queue::~Queue()
{
    if (!isSomeDeviceStuck())
        (void)cudaStreamDestroy(m_stream);
}

void Queue::copy(void* to, const void* from, std::size_t bytes)
{
    if (bytes > 0)
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, m_stream), "cudaMemcpyAsync");
}

void Queue::fill(void* to, int byte, std::size_t bytes)
{
    if (bytes > 0)
        check(cudaMemsetAsync(to, byte, bytes, m_stream), "cudaMemsetAsync");
}

void Queue::record(Event& event)
{
    check(cudaEventRecord(event.handle(), m_stream), "cudaEventRecord");
    event.m_patience = m_patience;
}

void Queue::mark(Event& event)
{
    cudaStreamCaptureStatus status{};
    check(cudaStreamIsCapturing(m_stream, &status), "cudaStreamIsCapturing");
    if (status == cudaStreamCaptureStatusNone)
        record(event);
    else
        check(cudaEventRecordWithFlags(event.handle(), m_stream, cudaEventRecordExternal),
              "cudaEventRecordWithFlags");
}

void Queue::follow(const Event& event)
{
    check(cudaStreamWaitEvent(m_stream, event.handle(), 0), "cudaStreamWaitEvent");
}

void Queue::wait(Awaited what, const std::function<void()>& meanwhile)
{
    waitFor(
        m_patience, what, [this] { return checkDone(cudaStreamQuery(m_stream), "cudaStreamQuery"); },
        meanwhile);
}

void Queue::waitAtTheEnd() noexcept
{
    constexpr DeviceSeconds kLastPatience = std::chrono::seconds(5);
    try {
        waitFor({m_patience.device, std::min(m_patience.limit, kLastPatience)}, Awaited::Work,
                [this] { return checkDone(cudaStreamQuery(m_stream), "cudaStreamQuery"); });
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
    check(cudaGraphInstantiate(&ready, graph.get(), 0), "cudaGraphInstantiate");
    return std::make_unique<Recording>(ready);
}

void Queue::give(const Recording& recording)
{
    check(cudaGraphLaunch(recording.handle(), m_stream), "cudaGraphLaunch");
}

Recording::~Recording()
{
    if (!isSomeDeviceStuck())
        (void)cudaGraphExecDestroy(m_graph);
}

Event::Event(Timing timing)
{
    const unsigned flags = timing == Timing::Yes ? cudaEventDefault : cudaEventDisableTiming;
    check(cudaEventCreateWithFlags(&m_event, flags), "cudaEventCreateWithFlags");
}

Event::~Event()
{
    if (!isSomeDeviceStuck())
        (void)cudaEventDestroy(m_event);
}

bool Event::reached() const
{
    return checkDone(cudaEventQuery(m_event), "cudaEventQuery");
}

void Event::wait(Awaited what, const std::function<void()>& meanwhile) const
{
    waitFor(
        m_patience, what, [this] { return reached(); }, meanwhile);
}

double Event::secondsSince(const Event& earlier) const
{
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, earlier.m_event, m_event), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) / 1000;
}

} // namespace lockstep::cuda
