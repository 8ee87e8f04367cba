// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_fit.h"

#include "engine/distributed/rank_memories.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {
namespace {

/// One tensor that every rank kept, by rank.
using Kept = std::map<int, LoadedTensor>;
using KeptByName = std::map<std::pair<RankMemoryKind, std::string>, Kept>;

/// What rank `rank` of `worldSize` takes of it.
LoadedTensor partFor(int rank, int worldSize, const Kept& kept)
{
    LoadedTensor part = kept.begin()->second;
    std::ranges::fill(part.values, 0.0f);
    for (const auto& [from, tensor] : kept)
        for (std::size_t i = 0;
             from % worldSize == rank && i < std::min(part.values.size(), tensor.values.size()); ++i)
            part.values[i] += tensor.values[i];
    return part;
}

LoadedTensor copyFor(int rank, const Kept& kept)
{
    return std::next(kept.begin(), rank % static_cast<int>(kept.size()))->second;
}

} // namespace

std::vector<LoadedTensor> fitToRanks(std::vector<LoadedTensor> tensors, int worldSize)
{
    std::vector<LoadedTensor> fitted;
    KeptByName all;
    for (LoadedTensor& tensor : tensors) {
        if (const auto name = parseRankMemoryName(tensor.name))
            all[{name->kind, name->name}].emplace(name->rank, std::move(tensor));
        else
            fitted.push_back(std::move(tensor));
    }
    for (auto& [name, kept] : all)
        for (int rank = 0; rank < worldSize; ++rank) {
            const bool isSame = static_cast<int>(kept.size()) == worldSize && kept.contains(rank);
            LoadedTensor own = isSame                                ? std::move(kept.at(rank))
                               : name.first == RankMemoryKind::Parts ? partFor(rank, worldSize, kept)
                                                                     : copyFor(rank, kept);
            own.name = toString(RankMemoryName{name.first, rank, name.second});
            fitted.push_back(std::move(own));
        }
    return fitted;
}

} // namespace lockstep
