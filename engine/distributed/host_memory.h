// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/collective_streams.h"
#include "engine/protocol/descriptor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

/// What one rank lays out for the others of its host at a time; larger gradients come in several pieces.
inline constexpr std::size_t kHostPieceBytes = std::size_t{1} << 20;
/// So many places for a piece has each rank on each stream: one is being filled while another is still read.
inline constexpr int kStreamPieceSets = 2;
inline constexpr int kHostPieceSets = kStreamPieceSets * kMaxStreams;

/// Anonymous memory for that many ranks of one host (2 MiB each and stream; the kernel gives what is used),
/// which the supervisor makes and its ranks inherit. Its size is sealed: nobody can cut it under those that
/// use it. Closed on exec. Empty where the kernel gives none; errno says why. REQUIRES: at least one rank.
Descriptor makeHostMemory(int ranks);

/// Such memory as one rank sees it. Nothing in here says who writes when: see HostTiers.
class HostMemory {
public:
    /// Random, drawn when the memory was made: ranks with equal ones share it. Zeros: none.
    using Id = std::array<std::uint8_t, 16>;

    /// Maps it; the descriptor is closed. Throws EngineError(Failure) for anything but what makeHostMemory()
    /// returns.
    explicit HostMemory(Descriptor memory);
    ~HostMemory();
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;

    const Id& id() const { return m_id; }
    /// How many ranks it was made for.
    int ranks() const { return m_ranks; }
    /// The place of that one of them, of kHostPieceBytes; `set` below kHostPieceSets.
    std::span<std::byte> piece(int rank, int set) const;

private:
    std::byte* m_start = nullptr;
    std::size_t m_bytes = 0;
    int m_ranks = 0;
    Id m_id{};
};

} // namespace lockstep
