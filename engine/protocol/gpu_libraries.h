// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct GpuLibraryFile {
    std::string path; ///< absolute
    std::int64_t bytes = 0;
    std::string sha256{}; ///< hexadecimal; empty: it was not asked for
    bool operator==(const GpuLibraryFile&) const = default;
};
/// Libraries of NVIDIA's that are of one version and belong together, as one package of PyPI holds them.
struct GpuPackage {
    std::string package;                ///< "nvidia-cudnn-cu13"
    std::vector<std::string> libraries; ///< as people know them: "cuBLASLt", "cuBLAS"
    std::string version;                ///< "9.14.0"; empty: it does not tell
    std::vector<GpuLibraryFile> files;  ///< all that is loaded of it
    bool operator==(const GpuPackage&) const = default;
};
/// A package of which some library was not found, or is too old.
struct MissingGpuPackage {
    std::string package;
    std::vector<std::string> libraries;
    std::string version;      ///< the oldest that will do
    bool isRequired = true;   ///< no GPU can be used without it
    bool isForGroups = false; ///< it is needed where several ranks train on GPUs
    bool operator==(const MissingGpuPackage&) const = default;
};

/// What a computer has of the libraries that its engine calls for GPUs; printed as JSON by
/// `lockstep-engine libraries`, with --digests where they are to be sent.
struct GpuLibraries {
    std::string machine; ///< as `uname -m` says it: "x86_64"
    /// The major version of CUDA that the engine was built with, "13"; empty: it has no part for GPUs, and
    /// the rest is empty too.
    std::string cuda{};
    bool hasDriver = false; ///< NVIDIA's driver can be loaded
    std::vector<GpuPackage> found{};
    std::vector<MissingGpuPackage> missing{};
    bool operator==(const GpuLibraries&) const = default;
};
std::string toJson(const GpuLibraries& libraries);
Result<GpuLibraries> parseGpuLibraries(std::string_view json);

} // namespace lockstep
