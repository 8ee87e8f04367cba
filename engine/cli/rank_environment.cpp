// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/rank_environment.h"

#include "engine/core/error.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace lockstep {
namespace {

constexpr int kMostRanks = 65536;

/// The variables of a launcher; one that it lacks is null.
struct Names {
    const char* rank;
    const char* worldSize;
    const char* localRank;
    const char* localWorldSize;
    const char* job;
    const char* restarts;
};

constexpr Names kTorch = {"RANK",
                          "WORLD_SIZE",
                          "LOCAL_RANK",
                          "LOCAL_WORLD_SIZE",
                          "TORCHELASTIC_RUN_ID",
                          "TORCHELASTIC_RESTART_COUNT"};
constexpr Names kOpenMpi = {
    "OMPI_COMM_WORLD_RANK",       "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
    "OMPI_COMM_WORLD_LOCAL_SIZE", "PMIX_NAMESPACE",       nullptr};
constexpr Names kSlurm = {"SLURM_PROCID",          "SLURM_NTASKS", "SLURM_LOCALID",
                          "SLURM_NTASKS_PER_NODE", "SLURM_JOB_ID", "SLURM_RESTART_COUNT"};

class Reader {
public:
    explicit Reader(const VariableLookup& variable) : m_variable(variable) {}

    std::string text(const char* name) const
    {
        const char* found = name ? m_variable(name) : nullptr;
        return found ? found : "";
    }

    bool has(const char* name) const { return m_variable(name) != nullptr; }

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

    /// Whether this launcher started us. A half of its variables is a mistake that would train alone unseen.
    bool started(const Names& names) const
    {
        const bool hasRank = has(names.rank);
        if (hasRank != has(names.worldSize))
            throw EngineError(
                ExitCode::Usage,
                Error{LOCKSTEP_TEXT("The environment variable %1 is set, but %2 is not: set both, "
                                    "or neither for one rank alone."),
                      {hasRank ? names.rank : names.worldSize, hasRank ? names.worldSize : names.rank},
                      {}});
        return hasRank;
    }

private:
    const VariableLookup& m_variable;
};

RankEnvironment readNumbers(const Reader& reader, const Names& names)
{
    RankEnvironment found;
    found.worldSize = reader.number(names.worldSize, 1, 1, kMostRanks);
    found.rank = reader.number(names.rank, 0, 0, found.worldSize - 1);
    found.localWorldSize = reader.number(names.localWorldSize, 0, 1, found.worldSize);
    const int highest = (found.localWorldSize > 0 ? found.localWorldSize : found.worldSize) - 1;
    found.localRank = reader.number(names.localRank, 0, 0, highest);
    if (found.localWorldSize == 0)
        found.localWorldSize = 1;
    found.job = reader.text(names.job);
    found.restarts = reader.number(names.restarts, 0, 0, kMostRanks);
    return found;
}

/// Slurm says how many tasks a node has in one list for all of them.
RankEnvironment readSlurm(const Reader& reader)
{
    RankEnvironment found = readNumbers(reader, kSlurm);
    const int node = reader.number("SLURM_NODEID", 0, 0, kMostRanks);
    if (const int tasks = tasksOfNode(reader.text("SLURM_STEP_TASKS_PER_NODE"), node); tasks > 0)
        found.localWorldSize = std::min(tasks, found.worldSize);
    found.job += "." + reader.text("SLURM_STEP_ID");
    const std::string nodes = reader.text("SLURM_STEP_NODELIST");
    found.masterAddress = firstOfHostList(nodes.empty() ? reader.text("SLURM_JOB_NODELIST") : nodes);
    return found;
}

/// PyTorch's launcher keeps a store of its own at MASTER_PORT, and then says so.
bool isTakenByTorch(const Reader& reader)
{
    return reader.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
}

} // namespace

RankEnvironment readRankEnvironment(const VariableLookup& variable)
{
    const Reader reader(variable);
    RankEnvironment found;
    if (reader.started(kTorch))
        found = readNumbers(reader, kTorch);
    else if (reader.started(kOpenMpi))
        found = readNumbers(reader, kOpenMpi);
    else if (reader.has("SLURM_STEP_ID") && reader.started(kSlurm)) // a batch script by itself has no step
        found = readSlurm(reader);
    if (found.worldSize == 1)
        return found;
    if (found.localWorldSize == found.worldSize)
        found.masterAddress = "127.0.0.1";
    if (const std::string address = reader.text("MASTER_ADDR"); !address.empty())
        found.masterAddress = address;
    if (!isTakenByTorch(reader))
        found.masterPort = reader.number("MASTER_PORT", 0, 1, 65535);
    return found;
}

std::string firstOfHostList(std::string_view list)
{
    std::string name;
    bool inBrackets = false;
    bool isFirst = true; // of the numbers in the brackets
    for (const char c : list) {
        if (c == ',' && !inBrackets)
            break;
        if (c == '[' || c == ']') {
            inBrackets = c == '[';
            isFirst = true;
            continue;
        }
        isFirst = isFirst && !(inBrackets && (c == '-' || c == ','));
        if (isFirst)
            name.push_back(c);
    }
    return name;
}

int tasksOfNode(std::string_view tasksPerNode, int node)
{
    const char* at = tasksPerNode.data();
    const char* const end = at + tasksPerNode.size();
    while (at < end) {
        int tasks = 0;
        int nodes = 1;
        auto read = std::from_chars(at, end, tasks);
        if (read.ec != std::errc())
            return 0;
        if (std::string_view(read.ptr, end).starts_with("(x"))
            read = std::from_chars(read.ptr + 2, end, nodes);
        if (node < nodes)
            return std::max(tasks, 0);
        node -= nodes;
        at = std::find(read.ptr, end, ',');
        at += at < end ? 1 : 0;
    }
    return 0;
}

} // namespace lockstep
