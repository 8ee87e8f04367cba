// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What a supervisor tells one rank, as one line of JSON on its standard input (so that the token is in no
/// file, argument or environment). The listening socket is inherited as `listenDescriptor`.
struct RankLaunch {
    std::string run;
    int attempt = 1;
    int rank = 0;
    int worldSize = 1;
    int localRank = 0;
    int localWorldSize = 1;
    std::string experiment;      ///< the document
    std::string runFolder;       ///< absolute; journals go to <runFolder>/attempt-<n>/
    std::string resume;          ///< empty or "latest"
    std::string token;           ///< hexadecimal; empty when worldSize is 1
    std::vector<Endpoint> ranks; ///< by rank; empty when worldSize is 1
    int listenDescriptor = -1;
    int threads = 1; ///< worker threads of this rank, >= 1
    bool operator==(const RankLaunch&) const = default;
};
std::string toJson(const RankLaunch& launch);
Result<RankLaunch> parseRankLaunch(std::string_view json);

} // namespace lockstep
