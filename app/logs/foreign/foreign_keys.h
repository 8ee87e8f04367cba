// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/foreign/foreign_line.h"

namespace lockstep {

/// Counts the steps and epochs of a foreign log as Lockstep does: steps from 1 through all epochs. Where a
/// program does not say how many batches an epoch has, the next epoch goes on at the distance that its lines
/// have had so far.
class ForeignKeys {
public:
    /// The key of a line's values; lines come in their order.
    std::int64_t keyOf(const ForeignLine& line);
    /// The epoch that the lines are in, from 1.
    std::int64_t epoch() const { return m_epoch - m_firstEpoch + 1; }

private:
    std::int64_t stepOf(const ForeignLine& line);

    std::int64_t m_firstEpoch = 0;
    std::int64_t m_epoch = 0; ///< of the last step, as it was written
    bool m_hasStep = false;
    std::int64_t m_before = 0;   ///< steps of the epochs before
    std::int64_t m_batch = 0;    ///< of the last step
    std::int64_t m_distance = 1; ///< between the last two of an epoch
    std::int64_t m_firstBatch =
        1; ///< what the program calls its first: 0 where it has written of such a batch
};

} // namespace lockstep
