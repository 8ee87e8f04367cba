// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/weight_hash.h"

#include "engine/core/error.h"
#include "engine/core/sha256.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

static_assert(std::endian::native == std::endian::little, "values are hashed as they lie in memory");

std::string weightHash(const TensorStore& parameters)
{
    Sha256 hash;
    HostValues values(parameters);
    for (std::size_t i = 0; i < parameters.tensors().size(); ++i) {
        const TensorInfo& parameter = parameters.tensors()[i];
        const std::string head = parameter.name + "\n" + toString(parameter.shape) + "\n";
        hash.update(std::as_bytes(std::span(head)));
        hash.update(std::as_bytes(values.of(i)));
    }
    return hash.hexadecimal();
}

namespace {

/// "0, 3": the ranks of a group.
std::string listOf(const std::vector<int>& ranks)
{
    std::string text;
    for (const int rank : ranks)
        text += (text.empty() ? "" : ", ") + std::to_string(rank);
    return text;
}

/// Ranks with equal hashes, each in order; the groups by their first rank.
std::vector<std::vector<int>> groupsOfEqual(const std::vector<std::byte>& hashes, std::size_t size)
{
    std::vector<std::vector<int>> groups;
    std::map<std::string_view, std::size_t> known;
    const std::string_view all(reinterpret_cast<const char*>(hashes.data()), hashes.size());
    for (std::size_t rank = 0; rank * size < all.size(); ++rank) {
        const auto [group, added] = known.emplace(all.substr(rank * size, size), groups.size());
        if (added)
            groups.emplace_back();
        groups[group->second].push_back(static_cast<int>(rank));
    }
    return groups;
}

[[noreturn]] void accuse(const std::vector<int>& strays)
{
    throw EngineError(
        ExitCode::Failure,
        Error{LOCKSTEP_TEXT("The replicas are no longer equal: the weights of rank %1 differ from those of "
                            "the others. Its memory or processor may be faulty, or its engine another; "
                            "go on from a checkpoint without that host."),
              {listOf(strays)},
              {}},
        strays.front());
}

/// Without a majority nothing says who is wrong.
[[noreturn]] void reportDivision(const std::vector<std::vector<int>>& groups)
{
    if (groups.size() == 2)
        throw EngineError(
            ExitCode::Failure,
            Error{LOCKSTEP_TEXT("The replicas are no longer equal: the weights of rank %1 and rank %2 "
                                "differ, and nothing tells which are right. The memory or processor of one "
                                "of the hosts may be faulty, or its engine another; go on from a checkpoint "
                                "with one of them, then with the other."),
                  {listOf(groups[0]), listOf(groups[1])},
                  {}});
    std::string lists;
    for (const std::vector<int>& group : groups)
        lists += (lists.empty() ? "" : "; ") + listOf(group);
    throw EngineError(
        ExitCode::Failure,
        Error{LOCKSTEP_TEXT("The replicas are no longer equal: the weights of the ranks differ, and no "
                            "majority of them agrees (%1). The memory or processor of hosts may be faulty, "
                            "or their engines different ones; go on from a checkpoint with fewer hosts."),
              {lists},
              {}});
}

} // namespace

void requireEqualReplicas(ProcessGroup& group, const std::string& hash)
{
    const auto hashes = group.allGather(std::as_bytes(std::span(hash)));
    const auto groups = groupsOfEqual(hashes, hash.size());
    if (groups.size() == 1)
        return;
    const auto majority = std::find_if(groups.begin(), groups.end(), [&](const std::vector<int>& ranks) {
        return 2 * ranks.size() > static_cast<std::size_t>(group.worldSize());
    });
    if (majority == groups.end())
        reportDivision(groups);
    std::vector<int> strays;
    for (const std::vector<int>& ranks : groups)
        if (&ranks != &*majority)
            strays.insert(strays.end(), ranks.begin(), ranks.end());
    std::sort(strays.begin(), strays.end());
    accuse(strays);
}

} // namespace lockstep
