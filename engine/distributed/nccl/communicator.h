// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/nccl/nccl_library.h"
#include "engine/protocol/mutex.h"

#include <cstddef>
#include <functional>

namespace lockstep::cuda {

/// NCCL's communicator of one rank, on the device that was current when it was made. It never blocks inside
/// NCCL: while NCCL works it asks for patience, and can be aborted from another thread at any time. Throws
/// EngineError.
class Communicator {
public:
    /// Called again and again while NCCL works; throws to give up.
    using Patience = std::function<void()>;

    /// A collective call: returns when NCCL has connected all ranks of `id`.
    Communicator(const NcclLibrary& library, const ncclUniqueId& id, int rank, int worldSize,
                 const Patience& patience);
    /// Aborts what was not closed.
    ~Communicator();
    // Not movable: while it connects, NCCL writes to where the handle is.
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    /// Gives the work to the stream: the sum over all ranks, in place, the same bits on each of them. Returns
    /// when it is given, which on first use takes until the others have given theirs. One thread.
    void allReduceSum(float* values, std::size_t count, cudaStream_t stream, const Patience& patience);
    /// What NCCL has met meanwhile. Any thread.
    void throwIfFailed();
    /// The end, in order: all work is done, and the other ranks close too. One thread.
    void close(const Patience& patience);
    /// The end at once. Work that is under way on the device ends soon, with values that mean nothing.
    /// Returns after a few seconds even where NCCL does not. Any thread; again does nothing.
    void abort();

private:
    ncclResult_t state() LOCKSTEP_REQUIRES(m_mutex);
    void waitUntilGiven(const Patience& patience);
    [[noreturn]] void fail(ncclResult_t result) LOCKSTEP_REQUIRES(m_mutex);
    void accept(ncclResult_t result) LOCKSTEP_REQUIRES(m_mutex);

    const NcclLibrary m_library;
    const int m_device;
    Mutex m_mutex; ///< held over calls of NCCL, which return at once
    ncclComm_t m_handle LOCKSTEP_GUARDED_BY(m_mutex) = nullptr; ///< null: closed or aborted
};

} // namespace lockstep::cuda
