// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "remote/bundle/payload.h"

#include <QTemporaryFile>
#include <functional>
#include <memory>

namespace lockstep {

/// A data set as it goes to hosts: the files of its folder below `data/`, under the names that they have
/// here, and a manifest in a temporary file that lives as long as this does.
struct DataPayload : Payload {
    std::string root;     ///< the folder here whose files they are
    std::string entry;    ///< data.path below it; empty: the folder itself
    std::string testList; ///< data.test_list below it; empty: none
    std::unique_ptr<QTemporaryFile> manifest;
};

/// How many bytes have been read, and of how many. False: it is to be given up.
using ReadingProgress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

/// Reads all of it for its SHA-256, on the calling thread. Paths of `data` are absolute. Errors name the
/// file: one that cannot be read, a name that a manifest cannot hold, clips that lie elsewhere than below the
/// folder of their list. Given up: an empty error.
Result<DataPayload> makeDataPayload(const DataSpec& data, const ReadingProgress& progress);

/// The same data where they lie on a host that has them: "~/.lockstep/data/<hash>/data".
DataSpec deliveredData(DataSpec data, const DataPayload& payload);

/// Lets that path lead to the data on this computer too, by a symbolic link; a path that does already stays.
Result<void> linkHere(const DataPayload& payload);

} // namespace lockstep
