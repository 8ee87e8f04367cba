// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lockstep {

/// Reads a regular file from front to back, inflating it on the way when it begins as gzip does (RFC 1952;
/// any number of members). Keeps 64 KiB of the file in memory, whatever it inflates to. Throws
/// EngineError(DataError) naming the file when it is missing, cut short, damaged, or grows suspiciously:
/// beyond 64 MiB of content a file may not hold more than 250 times its own bytes.
class ByteSource {
public:
    explicit ByteSource(const std::string& path);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// Fills `bytes`; fewer only at the end of the content.
    std::size_t read(std::span<std::uint8_t> bytes);
    const std::string& path() const;
    bool compressed() const;
    /// Size of the file itself.
    std::uint64_t fileBytes() const;
    /// Content delivered so far.
    std::uint64_t delivered() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
