// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Work that is written down: captures and graphs of the fake runtime.
#include "tests/engine/support/emulated_cuda/fake_state.h"

#include <cuda_runtime_api.h>

using namespace lockstep::testing;

namespace {

/// A graph and one that is ready to be launched are the same here: the work in its order. The work of a
/// launch keeps it, so that it may be destroyed before that is done.
struct FakeGraph {
    std::shared_ptr<const std::vector<FakeWork>> work;
};

FakeState& state()
{
    return FakeState::only();
}

template <typename Handle>
Handle handleOf(FakeGraph graph)
{
    return reinterpret_cast<Handle>(std::make_unique<FakeGraph>(std::move(graph)).release());
}

template <typename Handle>
std::unique_ptr<FakeGraph> owned(Handle handle)
{
    return std::unique_ptr<FakeGraph>(reinterpret_cast<FakeGraph*>(handle));
}

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    const FakeStreams::Stream known = state().stream(stream);
    const cudaError_t entered = state().enter("cudaStreamBeginCapture", known);
    if (entered != cudaSuccess)
        return entered;
    return state().streams().begin(known) ? cudaSuccess : state().remember(cudaErrorIllegalState);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    *graph = nullptr;
    const FakeStreams::Stream known = state().stream(stream);
    std::optional<FakeCapture> capture = known ? state().streams().end(known) : std::nullopt;
    if (!capture)
        return state().remember(cudaErrorStreamCaptureWrongThread);
    if (capture->spoiled)
        return state().remember(cudaErrorStreamCaptureInvalidated);
    *graph = handleOf<cudaGraph_t>({std::make_shared<const std::vector<FakeWork>>(std::move(capture->work))});
    return state().enter("cudaStreamEndCapture", known);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status)
{
    const FakeStreams::Stream known = state().stream(stream);
    *status = known && known == state().streams().capturing() ? cudaStreamCaptureStatusActive
                                                              : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long)
{
    const cudaError_t entered = state().enterOutsideCapture("cudaGraphInstantiate");
    if (entered == cudaSuccess)
        *ready = handleOf<cudaGraphExec_t>(*reinterpret_cast<FakeGraph*>(graph));
    return entered;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream)
{
    state().countGraphLaunch();
    return state().give("cudaGraphLaunch", stream, [work = reinterpret_cast<FakeGraph*>(ready)->work] {
        for (const FakeWork& piece : *work)
            piece();
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    owned(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready)
{
    state().endWhereADeviceHangs("cudaGraphExecDestroy");
    state().passUnlessHeld("cudaGraphExecDestroy");
    owned(ready);
    return cudaSuccess;
}

} // extern "C"
