// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

struct BundleFile {
    std::string path; ///< relative to the bundle's folder, with '/'
    std::uint64_t size = 0;
    bool executable = false;
};

/// The engine and every library that it needs, as made by the build target `bundle`. MANIFEST.sha256 lists
/// each file with its SHA-256 in sha256sum's format, sorted by path.
struct Bundle {
    QString folder;
    std::string hash;              ///< SHA-256 of MANIFEST.sha256, hexadecimal: the bundle's name on a host
    std::string loader;            ///< "lib/ld-linux-x86-64.so.2"
    std::string machine;           ///< as `uname -m` says it: "x86_64"; empty when unknown
    std::vector<BundleFile> files; ///< all of them, the manifest last
    std::uint64_t bytes = 0;
};

/// Reads and checks the manifest and the files' sizes. The contents are checked by the host after the upload.
Result<Bundle> readBundle(const QString& folder);

/// The command that begins the attach conversation with a deployed engine. REQUIRES: isSha256(hash).
std::string attachCommand(const std::string& hash, const std::string& loader);

} // namespace lockstep
