// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_memories.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace lockstep {
namespace {

constexpr std::array<std::pair<RankMemoryKind, std::string_view>, 2> kHeads{
    {{RankMemoryKind::Parts, "part-"}, {RankMemoryKind::Copies, "rank-"}}};

} // namespace

std::string toString(const RankMemoryName& name)
{
    const auto head = std::ranges::find(kHeads, name.kind, &decltype(kHeads)::value_type::first);
    return std::string(head->second) + std::to_string(name.rank) + '.' + name.name;
}

std::optional<RankMemoryName> parseRankMemoryName(std::string_view name)
{
    for (const auto& [kind, head] : kHeads) {
        if (!name.starts_with(head))
            continue;
        const std::string_view rest = name.substr(head.size());
        RankMemoryName parsed{kind, 0, {}};
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), parsed.rank);
        const auto digits = static_cast<std::size_t>(end - rest.data());
        if (error != std::errc() || parsed.rank < 0 || !rest.substr(digits).starts_with('.'))
            return std::nullopt;
        parsed.name = rest.substr(digits + 1);
        return parsed;
    }
    return std::nullopt;
}

RankMemories::RankMemories(RankMemoryKind kind, ProcessGroup& group, TensorStore& mine)
    : m_kind(kind), m_group(group), m_mine(mine)
{
    for (int rank = 0; rank < m_group.worldSize(); ++rank)
        for (const TensorInfo& tensor : m_mine.tensors())
            m_tensors.push_back(
                {toString(RankMemoryName{kind, rank, tensor.name}), tensor.shape, tensor.stored});
    m_all.resize(m_tensors.size());
}

void RankMemories::gather()
{
    if (!m_changed)
        return;
    const std::size_t count = m_mine.tensors().size();
    HostValues mine(m_mine);
    for (std::size_t i = 0; i < count; ++i) {
        const std::span<const float> values = mine.of(i);
        const std::vector<std::byte> all = m_group.allGather(std::as_bytes(values));
        for (std::size_t rank = 0; rank * count < m_all.size(); ++rank)
            if (!values.empty())
                std::memcpy(allOf(rank * count + i).data(), &all[rank * values.size_bytes()],
                            values.size_bytes());
    }
    m_changed = false;
}

void RankMemories::begin()
{
    const std::size_t count = m_mine.tensors().size();
    const std::size_t first = static_cast<std::size_t>(m_group.rank()) * count;
    std::vector<float> values;
    for (std::size_t i = 0; m_written && i < count; ++i) {
        values.resize(m_tensors[i].elements());
        read(first + i, values);
        m_mine.write(i, values);
    }
    m_written = false;
    m_changed = true;
    for (std::vector<float>& all : m_all)
        std::vector<float>().swap(all);
}

void RankMemories::read(std::size_t index, std::span<float> values) const
{
    LOCKSTEP_CHECK(values.size() == m_tensors[index].elements());
    const std::vector<float>& from = m_all[index];
    if (from.empty() && m_kind == RankMemoryKind::Copies)
        m_mine.read(index % m_mine.tensors().size(), values);
    else if (from.empty())
        std::fill(values.begin(), values.end(), 0.0f);
    else
        std::copy(from.begin(), from.end(), values.begin());
}

void RankMemories::write(std::size_t index, std::span<const float> values)
{
    std::vector<float>& to = allOf(index);
    LOCKSTEP_CHECK(values.size() == to.size());
    std::copy(values.begin(), values.end(), to.begin());
    m_written = true;
}

std::vector<float>& RankMemories::allOf(std::size_t index)
{
    m_all[index].resize(m_tensors[index].elements());
    return m_all[index];
}

} // namespace lockstep
