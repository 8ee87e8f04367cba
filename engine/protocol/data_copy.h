// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/endpoint.h"
#include "engine/protocol/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// What is asked of two hosts of which one hands a data set on to the other. The one that takes listens, and
/// then the one that gives connects; both prove the same token before a byte moves.
struct DataCopyRequest {
    std::string id;          ///< of this copy, [a-z0-9][a-z0-9-]{0,63}; part of what is proven
    std::string token;       ///< 256 bits, hexadecimal; for this copy alone
    std::string data;        ///< the data set: SHA-256 of its manifest, hexadecimal
    std::uint64_t bytes = 0; ///< of its files and the manifest: no more than these are taken
    std::string address;     ///< numeric: the host that takes binds here; of the one that gives empty
    Endpoint peer;           ///< where the host that takes listens; port 0: this one takes
    bool operator==(const DataCopyRequest&) const = default;
};

std::string toJson(const DataCopyRequest& request);
Result<DataCopyRequest> parseDataCopyRequest(std::string_view json);

} // namespace lockstep
