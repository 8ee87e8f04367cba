// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/download/public_sets.h"

#include <functional>
#include <string>
#include <vector>

namespace lockstep {

/// Called now and then, from the thread that downloads.
using DownloadProgress =
    std::function<void(const std::string& file, std::uint64_t done, std::uint64_t bytes)>;

/// Where a file came from: a mirror, or "" when it was there already.
struct Downloaded {
    std::string name;
    std::string from;
};

/// Puts a file into a folder (which is made if need be), unless a file with the right digest is there. The
/// mirrors are tried in turn; what came so far stays in NAME.part, and the next attempt, on whichever mirror
/// or day, goes on from its end. NAME appears by a rename, after size and SHA-256 were checked, so it is
/// whole or not there. A mirror cannot make it take more than file.bytes. Throws EngineError(DataError) that
/// says what each mirror did.
Downloaded downloadFile(const PublicFile& file, const std::vector<std::string>& mirrors,
                        const std::string& folder, const DownloadProgress& progress = {});

/// All files of a set; a .tar.gz is unpacked into its folder and deleted. `mirrors` instead of the set's own,
/// unless empty.
std::vector<Downloaded> downloadSet(const PublicSet& set, const std::vector<std::string>& mirrors,
                                    const std::string& folder, const DownloadProgress& progress = {});

/// Takes the named files, which must all be there in `inside`/ and have the given sizes, out of a .tar.gz and
/// into FOLDER/`inside`, which appears by a rename. Everything else in the archive is passed over: no name in
/// it becomes a path. Throws EngineError(DataError) naming the archive.
void unpackArchive(const std::string& archive, const std::string& inside,
                   const std::vector<PublicFile>& files, const std::string& folder);

} // namespace lockstep
