// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/endpoint.h"
#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What a supervisor tells one process of a run, a rank unless `role` says otherwise, as one line of JSON on
/// its standard input (so that the token is in no file, argument or environment). The listening socket and
/// the memory that the host's ranks share are inherited, as `listenDescriptor` and `memoryDescriptor`.
struct RankLaunch {
    std::string run;
    int attempt = 1;
    int rank = 0;                ///< its number within its role
    int worldSize = 1;           ///< how many ranks there are, whatever the role
    int localRank = 0;           ///< its number among those of its role on this host
    int localWorldSize = 1;      ///< how many of its role are on this host
    std::string experiment;      ///< the document
    std::string runFolder;       ///< absolute; journals go to <runFolder>/attempt-<n>/
    std::string resume;          ///< as SubmitRequest::resume
    std::string token;           ///< hexadecimal; empty for a rank that is alone
    std::vector<Endpoint> ranks; ///< by rank; empty for a rank that is alone
    int listenDescriptor = -1;
    int threads = 1; ///< worker threads of this process, >= 1
    Role role = Role::Rank;
    std::vector<Endpoint> servers; ///< by server; empty where the strategy has none
    int memoryDescriptor = -1;     ///< -1: the ranks of this host share none
    /// Ranks that the global batch and the learning rate are reckoned for: those of the drawing, of which
    /// hosts may be missing. 0: as many as there are.
    int drawnRanks = 0;
    bool operator==(const RankLaunch&) const = default;
};
std::string toJson(const RankLaunch& launch);
Result<RankLaunch> parseRankLaunch(std::string_view json);

} // namespace lockstep
