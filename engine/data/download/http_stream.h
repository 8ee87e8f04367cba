// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace lockstep {

/// Why a download failed: the second half of a sentence.
class TransferFailed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The answer of a web server to one GET, as it arrives. The transfer itself (TLS, proxies, redirects: at
/// most 5, to http and https only) is the work of the program curl, run as a child without a shell: nearly
/// every computer has it, and the engine's bundle stays free of the thirty libraries that libcurl brings
/// along. Nothing curl delivers is trusted here: headers and waiting are bounded, and who reads decides how
/// much body to take.
class HttpStream {
public:
    /// Asks for the bytes from `offset` on. Throws EngineError(DataError) when there is no curl.
    HttpStream(const std::string& url, std::uint64_t offset);
    /// Ends the transfer if it still runs.
    ~HttpStream();
    HttpStream(const HttpStream&) = delete;
    HttpStream& operator=(const HttpStream&) = delete;

    /// Waits for the headers of the last answer. Throws TransferFailed.
    int status();
    /// After status(): the byte at which the body begins, by its Content-Range; 0 without one.
    std::uint64_t bodyOffset() const;
    /// The next bytes of the body; 0 at its end. Throws TransferFailed when the transfer did not end well, or
    /// nothing came for a minute.
    std::size_t read(std::span<char> bytes);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
