// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/nccl_library.h"

#include <dlfcn.h>

namespace lockstep::cuda {

int NcclLibrary::version() const
{
    int version = 0;
    return getVersion(&version) == ncclSuccess ? version : 0;
}

std::optional<NcclLibrary> openNccl()
{
    void* const handle = ::dlopen("libnccl.so.2", RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (handle == nullptr)
        return std::nullopt;
    NcclLibrary library;
    bool isWhole = true;
    const auto find = [&](auto& function, const char* name) {
        void* const address = ::dlsym(handle, name);
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
        isWhole = isWhole && address != nullptr;
    };
    find(library.getVersion, "ncclGetVersion");
    find(library.getUniqueId, "ncclGetUniqueId");
    find(library.initRank, "ncclCommInitRankConfig");
    find(library.getAsyncError, "ncclCommGetAsyncError");
    find(library.allReduce, "ncclAllReduce");
    find(library.finalize, "ncclCommFinalize");
    find(library.destroy, "ncclCommDestroy");
    find(library.abort, "ncclCommAbort");
    find(library.errorString, "ncclGetErrorString");
    find(library.lastError, "ncclGetLastError");
    return isWhole ? std::optional(library) : std::nullopt;
}

} // namespace lockstep::cuda
