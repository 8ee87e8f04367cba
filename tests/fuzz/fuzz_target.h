// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What one program of this folder fuzzes: bytes that a stranger may have written, and the code that reads
/// them.
namespace lockstep::fuzz {

enum class Verdict { Accepted, Refused };

/// Reads one input. A finding is whatever ends the process: a crash, a sanitizer's report, a broken
/// require(), an exception other than the reader's own. Deterministic.
Verdict tryInput(std::string_view bytes);

/// Sound inputs to begin with, each Accepted.
std::vector<std::string> seeds();

/// Ends the process, naming what does not hold.
void require(bool holds, const char* what);

/// A file in memory with these bytes, for readers that take a path.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    const std::string& path() const { return m_path; }

private:
    int m_descriptor;
    std::string m_path;
};

} // namespace lockstep::fuzz
