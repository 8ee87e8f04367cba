// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/folder_listing.h"
#include "engine/data/pictures/decoded_file.h"

namespace lockstep {

/// The file in which this host keeps decoded pictures of a data set: at most so many bytes, below
/// $LOCKSTEP_HOME/decoded or ~/.lockstep/decoded. Null for 0 bytes, or where no file can be had.
std::unique_ptr<DecodedFile> openDecodedCache(const FolderListing& listing, std::uint64_t bytes);

/// SHA-256 of the names, sizes and times of the files, in their order.
std::string fingerprintOf(const FolderListing& listing);

/// What decoded pictures take on this host.
struct DecodedCaches {
    std::filesystem::path folder;
    std::size_t files = 0;
    std::uint64_t bytes = 0; ///< on the disk
};
DecodedCaches decodedCaches();
/// Removes all of them; what is in use stays on the disk until its run has ended.
DecodedCaches dropDecodedCaches();

} // namespace lockstep
