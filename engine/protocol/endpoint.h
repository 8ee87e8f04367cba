// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// An address where a process listens, already bound.
struct Endpoint {
    std::string address; ///< numeric IPv4 or IPv6
    int port = 0;
    bool operator==(const Endpoint&) const = default;
};

} // namespace lockstep
