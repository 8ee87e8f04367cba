// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

#include <QVector>
#include <cstdint>
#include <map>
#include <optional>

namespace lockstep {

/// A checkpoint that a run keeps, and what the validation of its very weights showed.
struct KeptCheckpoint : CheckpointSaved {
    int attempt = 1;            ///< that saved it
    std::optional<double> loss; ///< of the validation; nothing: there was none
    std::optional<double> top1; ///< likewise, 0 ... 1
    bool operator==(const KeptCheckpoint&) const = default;
};

/// The checkpoints of a run, as its journals tell of them. A plain value for any one thread.
class KeptCheckpoints {
public:
    KeptCheckpoints() = default;
    /// What the experiment keeps: that many of the latest, and of the best besides.
    KeptCheckpoints(int keep, int keepBest) : m_keep(keep), m_keepBest(keepBest) {}

    /// Takes what an event tells of them; most tell nothing. REQUIRES: of the newest attempt.
    void take(int attempt, const Event& event);
    /// A further attempt begins after so many steps: what was saved beyond is done again.
    void goOnFrom(std::int64_t step);
    /// Takes over what another rank of the same attempt has told.
    void merge(const KeptCheckpoints& other);
    void clear();

    /// Those still on the host, oldest first; at most one is marked best. Journals of before do not tell what
    /// was removed: there it follows from what the experiment keeps.
    QVector<KeptCheckpoint> kept() const;

private:
    struct Validation {
        double loss = 0;
        double top1 = 0;
    };
    using Checkpoints = std::map<std::int64_t, KeptCheckpoint>; ///< by step
    void remove(std::int64_t step);
    void dropUnkept(Checkpoints& checkpoints) const;

    Checkpoints m_checkpoints;
    std::map<std::int64_t, Validation> m_validations; ///< by the updates made before it
    bool m_tellsRemovals = false;                     ///< a journal has told of one
    int m_keep = 3;
    int m_keepBest = 1;
};

} // namespace lockstep
