// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/weight_hash.h"

#include "engine/core/error.h"
#include "engine/core/sha256.h"

#include <bit>
#include <map>

namespace lockstep {

static_assert(std::endian::native == std::endian::little, "values are hashed as they lie in memory");

std::string weightHash(std::span<const Parameter> parameters)
{
    Sha256 hash;
    for (const Parameter& parameter : parameters) {
        const std::string head = parameter.name + "\n" + toString(parameter.shape) + "\n";
        hash.update(std::as_bytes(std::span(head)));
        hash.update(std::as_bytes(parameter.value));
    }
    return hash.hexadecimal();
}

void requireEqualReplicas(ProcessGroup& group, const std::string& hash)
{
    const auto all = group.allGather(std::as_bytes(std::span(hash)));
    std::vector<std::string> hashes;
    std::map<std::string, int> counts;
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        const auto* begin =
            reinterpret_cast<const char*>(all.data()) + static_cast<std::size_t>(rank) * hash.size();
        hashes.emplace_back(begin, hash.size());
        ++counts[hashes.back()];
    }
    if (counts.size() == 1)
        return;
    std::string common = hashes[0];
    for (const auto& [text, count] : counts)
        if (count > counts[common])
            common = text;
    std::string strays;
    int first = -1;
    for (int rank = 0; rank < group.worldSize(); ++rank) {
        if (hashes[static_cast<std::size_t>(rank)] == common)
            continue;
        first = first < 0 ? rank : first;
        strays += (strays.empty() ? "" : ", ") + std::to_string(rank);
    }
    throw EngineError(
        ExitCode::Failure,
        Error{LOCKSTEP_TEXT("The replicas are no longer equal: the weights of rank %1 differ from those of "
                            "the others. Its memory or processor may be faulty, or its engine another; "
                            "go on from a checkpoint without that host."),
              {strays},
              {}},
        first);
}

} // namespace lockstep
