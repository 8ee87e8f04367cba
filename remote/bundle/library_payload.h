// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/gpu_libraries.h"
#include "remote/bundle/payload.h"

#include <QTemporaryFile>
#include <memory>

namespace lockstep {

/// A package of NVIDIA's libraries that this computer has, as it goes to hosts: the same files have the same
/// hash, wherever they lie here.
struct LibraryPayload : Payload {
    std::unique_ptr<QTemporaryFile> manifest; ///< the source of the last file
};

/// REQUIRES: the files of the package carry their digests, which the host compares what arrives with.
Result<LibraryPayload> makeLibraryPayload(const GpuPackage& package);

} // namespace lockstep
