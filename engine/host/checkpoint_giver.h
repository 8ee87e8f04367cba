// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/checkpoint_shelf.h"
#include "engine/host/copy_message.h"

#include <map>
#include <string>

namespace lockstep {

/// Answers other hosts' requests for pieces of checkpoints. The one that a host reads stays open until that
/// host reads another: so it can be read to its end, however long that takes, after it has made room for
/// newer ones.
class CheckpointGiver {
public:
    /// `shelf` outlives it.
    explicit CheckpointGiver(const CheckpointShelf& shelf,
                             CheckpointShelf::Where where = CheckpointShelf::Where::Anywhere)
        : m_shelf(shelf), m_where(where)
    {
    }
    /// Piece or Refused. `asker`: a number of the host that asks.
    CopyMessage answer(int asker, const CopyMessage& read);

private:
    struct Opened {
        std::int64_t step = -1;
        std::map<std::string, Descriptor> files; ///< by name
    };
    const Descriptor& file(int asker, const CopyMessage& read);

    const CheckpointShelf& m_shelf;
    const CheckpointShelf::Where m_where;
    std::map<int, Opened> m_opened; ///< by asker
};

} // namespace lockstep
