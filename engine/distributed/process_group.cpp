// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/process_group.h"

#include "engine/core/error.h"
#include "engine/distributed/crossing_sum.h"

#include <optional>

namespace lockstep {

namespace {

std::optional<int> hexadecimalDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return std::nullopt;
}

/// All ranks, in collectives of their group.
class AllRanks final : public CrossingGroup {
public:
    explicit AllRanks(ProcessGroup& group) : m_group(group) {}
    int place() const override { return m_group.rank(); }
    int count() const override { return m_group.worldSize(); }
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override
    {
        return m_group.allGather(mine);
    }
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override
    {
        m_group.allToAll(mine, theirs);
    }

private:
    ProcessGroup& m_group;
};

} // namespace

void ProcessGroup::allReduceSumVia(CrossingSum& crossing, std::span<float> values)
{
    AllRanks all(*this);
    if (worldSize() > 1)
        crossing.sum(values, all);
}

// The error says nothing of what was found: it might be most of a secret.
RunToken parseRunToken(const std::string& hexadecimal)
{
    const EngineError refusal(
        ExitCode::Usage,
        {LOCKSTEP_TEXT("The run token is not 64 hexadecimal digits. The desktop draws it and "
                       "hands it over with the start of a run; start the run anew."),
         {},
         {}});
    RunToken token{};
    if (hexadecimal.size() != 2 * token.size())
        throw refusal;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const std::optional<int> high = hexadecimalDigit(hexadecimal[2 * i]);
        const std::optional<int> low = hexadecimalDigit(hexadecimal[2 * i + 1]);
        if (!high || !low)
            throw refusal;
        token[i] = static_cast<std::uint8_t>(*high * 16 + *low);
    }
    return token;
}

} // namespace lockstep
