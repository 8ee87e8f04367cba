// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The data sets that desktops have put on this host: `~/.lockstep/data/<hash>`, where hash is the SHA-256 of
/// the set's manifest. Until every file has been compared they lie in `.part-<hash>` beside it, where what
/// was cut off stays, whoever goes on with it.
namespace lockstep {

inline constexpr const char* kDataManifest = "MANIFEST.sha256";

/// Of a data set that is whole; empty: it is not here. Throws EngineError when it cannot be opened.
Descriptor openKeptData(const std::string& hash);
/// Of one that is arriving; empty: none of it has come.
Descriptor openArrivingData(const std::string& hash);
/// Makes that folder where it is not there. Throws EngineError.
Descriptor beginArrival(const std::string& hash);
/// Forces what has arrived to the disk and gives it its name. Throws EngineError.
void settleArrival(const std::string& hash, int folder);

/// A file of a data set.
struct DataFile {
    std::string path;   ///< below the set's folder: "data/train/rose/1.jpg"
    std::string sha256; ///< hexadecimal
};

/// Reads a manifest line by line, in sha256sum's format. What it names lies below the set's folder.
class ManifestReader {
public:
    /// `folder` is that of the data set. Throws EngineError.
    explicit ManifestReader(int folder);
    /// Nothing: that was all. Throws EngineError at a line that cannot be read.
    std::optional<DataFile> next();

private:
    std::optional<std::string> nextLine();

    Descriptor m_file;
    std::string m_text; ///< read and not yet returned
    std::size_t m_begin = 0;
};

} // namespace lockstep
