// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/manifest_limit.h"
#include "engine/protocol/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A file of a checkpoint, as its manifest describes it.
struct CheckpointFile {
    std::string name; ///< without folders
    std::uint64_t bytes = 0;
    std::string sha256; ///< 64 hexadecimal digits
};

/// What a manifest says of the training that it was saved in.
struct CheckpointPlace {
    std::int64_t step = 0;         ///< updates made so far
    int epoch = 0;                 ///< the one to go on in, from 0
    std::int64_t batchInEpoch = 0; ///< the next batch of that epoch
    bool best = false;             ///< when it was saved
    std::optional<double> top1;    ///< of the validation of these very weights, 0 ... 1
};
/// Its checksum is compared. `path` is for the errors.
Result<CheckpointPlace> readCheckpointPlace(std::string_view manifest, const std::string& path);

/// The files of a checkpoint from its manifest (engine/protocol/FORMAT.md, section 5), whose checksum is
/// compared; everything else in it is the engine's. `path` is for the errors.
Result<std::vector<CheckpointFile>> readCheckpointFiles(std::string_view manifest, const std::string& path);

} // namespace lockstep
