// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// SHA-256 (FIPS 180-4) of bytes that come in pieces; OpenSSL's, which uses the processor's own instructions.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void update(std::span<const std::byte> bytes);
    void update(std::string_view bytes) { update(std::as_bytes(std::span(bytes))); }
    /// 64 hexadecimal digits of everything so far; the end of this object's work.
    std::string hexadecimal();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
