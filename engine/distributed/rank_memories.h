// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/tensor_store.h"
#include "engine/distributed/process_group.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What becomes of it when a training goes on with another number of ranks.
enum class RankMemoryKind {
    Parts, ///< of a whole: the sum over the ranks is to stay the same
    Copies ///< each complete: any rank's will do
};

/// The name, in a checkpoint, of what one rank keeps by itself: "part-2.conv1.weight.error" (Parts),
/// "rank-2.conv1.weight.momentum" (Copies).
struct RankMemoryName {
    RankMemoryKind kind = RankMemoryKind::Parts;
    int rank = 0;
    std::string name; ///< of the same tensor on every rank
};
std::string toString(const RankMemoryName& name);
/// The reverse; none: the tensor is everyone's.
std::optional<RankMemoryName> parseRankMemoryName(std::string_view name);

/// What every rank keeps by itself, as part of what a checkpoint holds: the tensors of all ranks, equal on
/// all of them between gather() and the next step. From that on no rank knows the others', and nothing of
/// them is kept: parts are zero, copies are as this rank's own. Used by one thread.
class RankMemories final : public TensorStore {
public:
    /// `mine`: of this rank, with equal names and shapes on all; borrowed, as is the group.
    RankMemories(RankMemoryKind kind, ProcessGroup& group, TensorStore& mine);

    /// Brings all ranks' together, unless no step has begun since they were. A collective call: everything
    /// crosses the network.
    void gather();
    /// A step begins: this rank takes over its own of what was written since the last one, if anything was,
    /// and forgets the others'.
    void begin();

    std::span<const TensorInfo> tensors() const override { return m_tensors; }
    void read(std::size_t index, std::span<float> values) const override;
    void write(std::size_t index, std::span<const float> values) override;

private:
    std::vector<float>& allOf(std::size_t index);

    const RankMemoryKind m_kind;
    ProcessGroup& m_group;
    TensorStore& m_mine;
    std::vector<TensorInfo> m_tensors;     ///< by rank, then as m_mine
    std::vector<std::vector<float>> m_all; ///< as m_tensors; empty: unknown
    bool m_written = false;                ///< by whoever restores a checkpoint
    bool m_changed = false;                ///< a step has begun; equal on all ranks, unlike m_written
};

} // namespace lockstep
