// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/messenger.h"
#include "engine/distributed/process_group.h"

#include <span>

namespace lockstep {

/// What is sent on as a whole before the next rank gets any of it.
constexpr std::size_t kBroadcastPiece = 1 << 20;

/// The bytes of `root` go from rank to rank, each passing a piece on while the next one arrives: every link
/// carries them once, and all ranks are done soon after the slowest link. (A tree would let the root's own
/// link carry them several times, and a tree of whole messages has its leaves wait for all of it twice.)
///
/// Within a collective that has begun. `progress`: bytes that have arrived here, at the root: that have left.
/// Throws as Messenger does.
void broadcastPiecewise(Messenger& messenger, std::span<char> bytes, int root, const Progress& progress);

} // namespace lockstep
