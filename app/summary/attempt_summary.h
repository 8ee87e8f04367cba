// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal.h"

#include <map>
#include <optional>

namespace lockstep {

/// What the journals of the ranks tell of one attempt.
struct AttemptSummary {
    int attempt = 1;
    std::int64_t firstMs = 0;   ///< wall clock of its first record, ms since 1970
    std::int64_t lastMs = 0;    ///< of its newest
    std::int64_t firstStep = 0; ///< updates that had been made before it
    std::int64_t steps = 0;     ///< updates that have been made, those before it among them
    int epochs = 0;             ///< that it was to train in all
    /// The last word of a rank: one that names the cause before one that lost a peer.
    std::optional<RankFinished> end;
};

/// The attempts of a run by their number, as far as journals tell. A plain value for any one thread.
class AttemptSummaries {
public:
    /// REQUIRES: a record that was not taken before.
    void take(int attempt, const Record& record);
    /// Takes over what other ranks of the same run have told.
    void merge(const AttemptSummaries& other);

    const std::map<int, AttemptSummary>& all() const { return m_attempts; }
    /// How long the attempts took, without the pauses between them. `nowMs`: the newest attempt still goes
    /// on.
    std::int64_t elapsedMs(std::optional<std::int64_t> nowMs = std::nullopt) const;

private:
    AttemptSummary& at(int attempt);

    std::map<int, AttemptSummary> m_attempts;
};

} // namespace lockstep
