// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"

#include <cstdint>
#include <span>
#include <string>

namespace lockstep {

/// A regular file that is read from its beginning to its end. Errors throw EngineError(CheckpointError)
/// naming the file.
class InputFile {
public:
    explicit InputFile(std::string path);

    const std::string& path() const { return m_path; }
    /// Bytes, when it was opened.
    std::int64_t size() const { return m_size; }
    /// Throws unless the file has exactly so many bytes.
    void requireSize(std::int64_t bytes) const;
    /// The next bytes, all of them.
    void read(std::span<char> bytes);
    void rewind();

private:
    std::string m_path;
    Descriptor m_file;
    std::int64_t m_size = 0;
};

} // namespace lockstep
