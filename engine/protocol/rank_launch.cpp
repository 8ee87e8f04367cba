// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/rank_launch.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {
namespace {

constexpr std::size_t kMaxLaunchBytes = 64u << 20;

} // namespace

void checkNumbers(auto& visitor, const RankLaunch& launch)
{
    const bool isRank = launch.role == Role::Rank;
    const int ofRole = isRank ? launch.worldSize : static_cast<int>(launch.servers.size());
    if (launch.rank >= ofRole)
        refuse(visitor, "rank",
               isRank ? LOCKSTEP_TEXT("found %1, which is not below the world size.")
                      : LOCKSTEP_TEXT("found %1, which is not below the number of servers."),
               std::to_string(launch.rank));
    if (launch.localRank >= launch.localWorldSize || launch.localWorldSize > ofRole)
        refuse(visitor, "local_rank", LOCKSTEP_TEXT("found %1, which does not fit the sizes."),
               std::to_string(launch.localRank));
    if (launch.drawnRanks > 0 && launch.drawnRanks < launch.worldSize)
        refuse(visitor, "drawn_ranks", LOCKSTEP_TEXT("found %1, which is below the world size."),
               std::to_string(launch.drawnRanks));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<RankLaunch> auto& launch)
{
    visitor.text("run", launch.run, kRunIdRule);
    visitor.integer("attempt", launch.attempt, 1, kMaxAttempt);
    visitor.integer("rank", launch.rank, 0, kMaxRanks - 1);
    visitor.integer("world_size", launch.worldSize, 1, kMaxRanks);
    visitor.integer("local_rank", launch.localRank, 0, kMaxRanks - 1);
    visitor.integer("local_world_size", launch.localWorldSize, 1, kMaxRanks);
    visitor.text("experiment", launch.experiment, kDocumentRule);
    visitor.text("run_folder", launch.runFolder, kPathRule);
    visitor.text("resume", launch.resume, kWordRule);
    visitor.text("token", launch.token, kTokenRule);
    visitor.list("ranks", launch.ranks, kMaxRanks);
    visitor.integer("listen_descriptor", launch.listenDescriptor, -1, 1 << 20);
    visitor.integer("threads", launch.threads, 1, 4096);
    visitor.optionalChoice("role", launch.role, {Role::Rank, Role::Server});
    visitor.optionalList("servers", launch.servers, kMaxRanks);
    visitor.optionalInteger("memory_descriptor", launch.memoryDescriptor, -1, 1 << 20);
    visitor.optionalInteger("drawn_ranks", launch.drawnRanks, 0, kMaxRanks);
    if (!visitor.reads())
        return;
    checkRun(visitor, "run", launch.run);
    checkResume(visitor, "resume", launch.resume);
    if (!launch.runFolder.starts_with('/'))
        refuse(visitor, "run_folder", LOCKSTEP_TEXT("found %1, expected an absolute path."),
               quotedText(launch.runFolder));
    checkNumbers(visitor, launch);
    if (launch.worldSize == 1 && launch.servers.empty())
        return;
    checkToken(visitor, "token", launch.token);
    if (launch.ranks.size() != static_cast<std::size_t>(launch.worldSize))
        refuse(visitor, "ranks", LOCKSTEP_TEXT("found %1 addresses, expected one for each rank."),
               std::to_string(launch.ranks.size()));
}

std::string toJson(const RankLaunch& launch)
{
    return writeOneLine(launch);
}

Result<RankLaunch> parseRankLaunch(std::string_view json)
{
    return readMessage<RankLaunch>(json, kMaxLaunchBytes);
}

} // namespace lockstep
