// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/communicator.h"

#include "engine/compute/cuda/device/driver_call.h"
#include "engine/compute/cuda/device/status.h"
#include "engine/core/error.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace lockstep::cuda {
namespace {

/// A bucket is given in about this time.
constexpr std::chrono::microseconds kPoll{50};
/// An abort that NCCL does not come back from (its threads wait for a device that is gone, or for the
/// network) must not keep the rank from saying why it ends, which frees the device in any case.
constexpr std::chrono::seconds kAbortPatience{3};

struct Words {
    ExitCode code;
    const char* text;
};

Words wordsFor(ncclResult_t result)
{
    if (result == ncclSystemError) // of connections, too
        return {
            ExitCode::PeerLost,
            LOCKSTEP_TEXT(
                "NCCL met an error of this host's system or of the network: %1 (%2). Look at the logs of "
                "the other ranks, at the network between the hosts, where NCCL uses ports of its own, and "
                "at this host's shared memory (df /dev/shm; docker run --shm-size=1g).")};
    if (result == ncclRemoteError)
        return {ExitCode::PeerLost,
                LOCKSTEP_TEXT(
                    "NCCL lost the other ranks: %1 (%2). Look at the logs of the other ranks and at the "
                    "network between the hosts, where NCCL uses ports of its own.")};
    if (result == ncclUnhandledCudaError)
        return {ExitCode::DeviceUnavailable, LOCKSTEP_TEXT("NCCL met an error of the GPU: %1 (%2).")};
    return {ExitCode::Failure, LOCKSTEP_TEXT("NCCL failed: %1 (%2).")};
}

/// Does the job on a thread of its own, which is left behind where it takes longer.
void doWithin(std::chrono::seconds patience, std::function<void()> job)
{
    const auto promise = std::make_shared<std::promise<void>>();
    const std::future<void> done = promise->get_future();
    std::thread([promise, job = std::move(job)] {
        job();
        promise->set_value();
    }).detach();
    done.wait_for(patience);
}

int deviceOfThread()
{
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    return device;
}

} // namespace

Communicator::Communicator(const NcclLibrary& library, const ncclUniqueId& id, int rank, int worldSize,
                           const Patience& patience)
    : m_library(library), m_device(deviceOfThread())
{
    {
        const MutexLock lock(m_mutex);
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 0;
        const DriverCall call("ncclCommInitRankConfig", DriverCall::Kind::Setup);
        accept(m_library.initRank(&m_handle, worldSize, id, rank, &config));
    }
    try {
        waitUntilGiven(patience);
    } catch (...) {
        abort();
        throw;
    }
}

Communicator::~Communicator()
{
    abort();
}

void Communicator::allReduceSum(float* values, std::size_t count, cudaStream_t stream,
                                const Patience& patience)
{
    {
        const MutexLock lock(m_mutex);
        LOCKSTEP_CHECK(m_handle != nullptr);
        const DriverCall call("ncclAllReduce", DriverCall::Kind::Setup); // the first connects, and loads code
        accept(m_library.allReduce(values, values, count, ncclFloat32, ncclSum, m_handle, stream));
    }
    waitUntilGiven(patience);
}

void Communicator::throwIfFailed()
{
    const MutexLock lock(m_mutex);
    if (m_handle != nullptr)
        accept(state());
}

void Communicator::close(const Patience& patience)
{
    {
        const MutexLock lock(m_mutex);
        if (m_handle == nullptr)
            return;
        const DriverCall call("ncclCommFinalize");
        accept(m_library.finalize(m_handle));
    }
    waitUntilGiven(patience);
    const MutexLock lock(m_mutex);
    const DriverCall call("ncclCommDestroy");
    // What is left to free is freed as well as can be.
    (void)m_library.destroy(std::exchange(m_handle, nullptr));
}

void Communicator::abort()
{
    ncclComm_t handle = nullptr;
    {
        const MutexLock lock(m_mutex);
        handle = std::exchange(m_handle, nullptr); // nobody is in a call with it
    }
    if (handle == nullptr)
        return;
    doWithin(kAbortPatience, [abort = m_library.abort, handle, device = m_device] {
        (void)cudaSetDevice(device); // NCCL comes back to the one that it found
        (void)abort(handle);
    });
}

ncclResult_t Communicator::state()
{
    ncclResult_t state = ncclSuccess;
    const DriverCall call("ncclCommGetAsyncError");
    const ncclResult_t result = m_library.getAsyncError(m_handle, &state);
    return result == ncclSuccess ? state : result;
}

void Communicator::waitUntilGiven(const Patience& patience)
{
    while (true) {
        {
            const MutexLock lock(m_mutex);
            LOCKSTEP_CHECK(m_handle != nullptr);
            const ncclResult_t now = state();
            accept(now);
            if (now == ncclSuccess)
                return;
        }
        patience();
        std::this_thread::sleep_for(kPoll);
    }
}

void Communicator::accept(ncclResult_t result)
{
    if (result != ncclSuccess && result != ncclInProgress)
        fail(result);
}

void Communicator::fail(ncclResult_t result)
{
    const Words words = wordsFor(result);
    throw EngineError(words.code,
                      {words.text, {m_library.errorString(result), m_library.lastError(m_handle)}, {}});
}

} // namespace lockstep::cuda
