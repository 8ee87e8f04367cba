// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/nccl/nccl_library.h"

#include <memory>
#include <string>

namespace lockstep::testing {

/// NCCL among threads of this process, each of which has an emulated device: real sums, in the order of the
/// ranks, by work of the devices' streams, which waits there for the other ranks as a kernel of NCCL does.
/// As slow to answer as a communicator that does not block may be, and strict about its calls. There is one
/// at a time.
class StubNccl {
public:
    struct Faults {
        bool connectsNever = false;
        int sumThatHangs = -1; ///< from this one of each rank on, from 0, none is ever done
        int failingRank = -1;  ///< whose communicator reports `failure` ...
        int failingSum = 0;    ///< ... when this sum of its was given
        ncclResult_t failure = ncclSuccess;
        int version = 22809;
        bool abortsNever = false; ///< ncclCommAbort does not come back as long as the stub is there
    };
    struct Counts {
        int connected = 0; ///< communicators
        int closed = 0;    ///< of them, in order
        int aborted = 0;
        int sums = 0; ///< given
    };

    explicit StubNccl(const Faults& faults);
    StubNccl() : StubNccl(Faults{}) {}
    ~StubNccl();
    StubNccl(const StubNccl&) = delete;
    StubNccl& operator=(const StubNccl&) = delete;

    cuda::NcclLibrary library() const;
    Counts counts() const;
    /// What was called as it must not be: with a handle that is gone, or before the call before was through.
    std::string misuse() const;
};

} // namespace lockstep::testing
