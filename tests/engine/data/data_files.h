// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/sentence.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::testing {

/// A folder of its own under the system's temporary folder, removed at the end.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    std::string path(const std::string& name = {}) const;
    /// Writes a file and returns its path.
    std::string write(const std::string& name, const std::string& content) const;

private:
    std::string m_path;
};

/// The bytes of a file; none when it cannot be read.
std::string fileContent(const std::string& path);

/// One gzip member. `name` goes into its header.
std::string gzip(const std::string& content, const std::string& name = {});

/// A gzip stream of `bytes` bytes of zero, made without ever holding them.
std::string gzipOfZeros(const std::string& head, std::uint64_t bytes);

/// Four big-endian bytes for each number.
std::string bigEndian(const std::vector<std::uint32_t>& numbers);

/// A complete idx file; `label(i)` and `pixel(i)` give its content.
std::string idxImages(std::uint32_t count, std::uint32_t rows, std::uint32_t columns);
std::string idxLabels(const std::vector<std::uint8_t>& labels);

/// The message of the EngineError(DataError) that `action` throws; empty and a test failure without one.
std::string dataErrorOf(const std::function<void()>& action);

/// As a person who reads English is told them.
std::vector<std::string> englishOf(const std::vector<Sentence>& sentences);

/// Growth of this process's peak resident memory, in bytes, while `action` runs; what a sanitizer adds is
/// taken off.
std::int64_t peakGrowth(const std::function<void()>& action);

} // namespace lockstep::testing
