// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/rank_environment.h"

#include "engine/core/error.h"

#include <array>
#include <charconv>
#include <cstring>
#include <optional>

namespace lockstep {
namespace {

struct Names {
    const char* rank;
    const char* worldSize;
    const char* localRank;
    const char* localWorldSize; ///< may be null: not offered
};

constexpr std::array<Names, 3> kLaunchers = {{
    {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"},
}};

class Reader {
public:
    explicit Reader(const std::function<const char*(const char*)>& variable) : m_variable(variable) {}

    /// The variable's number, or `absent`; must lie in low ... high.
    int number(const char* name, int absent, int low, int high) const
    {
        const char* text = name ? m_variable(name) : nullptr;
        if (!text)
            return absent;
        int value = 0;
        const char* end = text + std::strlen(text);
        const auto [stop, failure] = std::from_chars(text, end, value);
        if (failure != std::errc() || stop != end || value < low || value > high)
            throw EngineError(
                ExitCode::Usage,
                Error{
                    LOCKSTEP_TEXT("The environment variable %1 is \"%2\"; expected a number from %3 to %4."),
                    {name, text, std::to_string(low), std::to_string(high)},
                    {}});
        return value;
    }

private:
    const std::function<const char*(const char*)>& m_variable;
};

} // namespace

RankEnvironment readRankEnvironment(const std::function<const char*(const char*)>& variable)
{
    constexpr int kMost = 65536;
    const Reader reader(variable);
    for (const Names& names : kLaunchers) {
        // A lone SLURM_NTASKS belongs to the batch script itself, not to a task.
        if (!variable(names.worldSize) || !variable(names.rank))
            continue;
        RankEnvironment found;
        found.worldSize = reader.number(names.worldSize, 1, 1, kMost);
        found.rank = reader.number(names.rank, 0, 0, found.worldSize - 1);
        found.localRank = reader.number(names.localRank, 0, 0, found.worldSize - 1);
        found.localWorldSize = reader.number(names.localWorldSize, 1, 1, found.worldSize);
        return found;
    }
    return {};
}

} // namespace lockstep
