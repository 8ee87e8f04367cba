// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nccl.h>

#include <optional>

namespace lockstep::cuda {

/// The functions of NCCL that are called, from a library that is opened when a run needs it: a host without
/// NCCL serves everything else. Tests put their own in their place.
struct NcclLibrary {
    decltype(&ncclGetVersion) getVersion = nullptr;
    decltype(&ncclGetUniqueId) getUniqueId = nullptr;
    decltype(&ncclCommInitRankConfig) initRank = nullptr;
    decltype(&ncclCommGetAsyncError) getAsyncError = nullptr;
    decltype(&ncclAllReduce) allReduce = nullptr;
    decltype(&ncclCommFinalize) finalize = nullptr;
    decltype(&ncclCommDestroy) destroy = nullptr;
    decltype(&ncclCommAbort) abort = nullptr;
    decltype(&ncclGetErrorString) errorString = nullptr;
    decltype(&ncclGetLastError) lastError = nullptr;

    /// As NCCL writes it: 22809.
    int version() const;
};

/// NCCL as the system finds it or as it was loaded before, by its path; none where there is no such library,
/// or one without these functions that is older than they are. Stays loaded.
std::optional<NcclLibrary> openNccl();

} // namespace lockstep::cuda
