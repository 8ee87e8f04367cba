// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/protocol/manifest_limit.h"

#include <string>
#include <vector>

namespace lockstep {

inline constexpr int kManifestVersion = 1;
inline constexpr const char* kManifestFile = "manifest.json";
inline constexpr const char* kModelFile = "model.safetensors";
inline constexpr const char* kOptimizerFile = "optimizer.safetensors";

/// A file that belongs to a checkpoint.
struct ManifestFile {
    std::string name;
    std::int64_t bytes = 0;
    std::string sha256; ///< 64 hexadecimal digits
    bool operator==(const ManifestFile&) const = default;
};

/// manifest.json: engine/protocol/FORMAT.md, section 5.
struct Manifest {
    TrainingPosition position;
    Standing standing = Standing::Latest;
    std::vector<ManifestFile> files; ///< kModelFile and kOptimizerFile, in this order
};

/// One line with its newline.
std::string toJson(const Manifest& manifest);

/// Checks the checksum, the version, every member and the list of files. `path` is for the errors, which are
/// thrown as EngineError(CheckpointError).
Manifest parseManifest(const std::string& text, const std::string& path);

} // namespace lockstep
