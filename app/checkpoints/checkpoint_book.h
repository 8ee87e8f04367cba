// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"

#include <QDateTime>
#include <QMap>
#include <QString>
#include <optional>

namespace lockstep {

/// What a check of a checkpoint found.
struct CheckpointVerdict {
    Sentence damage; ///< empty: it was as its manifest says
    QDateTime when;
    bool operator==(const CheckpointVerdict&) const = default;
};

/// What a person did with the checkpoints of a run from this computer, which no journal tells: the verdicts
/// of checks, and what was deleted from its host. Kept as checkpoints.json beside the run; a damaged one is
/// an empty one. A plain value for any one thread.
class CheckpointBook {
public:
    CheckpointBook() = default;
    static CheckpointBook open(const QString& runFolder);

    /// Of the copy here, as long as its files are those that were checked. `fingerprint`: of the files now.
    std::optional<CheckpointVerdict> copyVerdict(const QString& checkpoint, const QString& fingerprint) const;
    /// Of the one on the host, as long as no later attempt has saved it anew.
    std::optional<CheckpointVerdict> hostVerdict(const QString& checkpoint, int attempt) const;
    /// It was deleted from the host, and no later attempt has saved it anew.
    bool isDiscarded(const QString& checkpoint, int attempt) const;

    // Each of these is on the disk when it returns well.
    Result<void> setCopyVerdict(const QString& checkpoint, const CheckpointVerdict& verdict,
                                const QString& fingerprint);
    Result<void> setHostVerdict(const QString& checkpoint, const CheckpointVerdict& verdict, int attempt);
    Result<void> setDiscarded(const QString& checkpoint, int attempt);

private:
    struct Entry {
        std::optional<CheckpointVerdict> copy, host;
        QString fingerprint;      ///< of the copy that was checked
        int checkedAttempt = 0;   ///< that had saved the one that was checked on the host
        int discardedAttempt = 0; ///< likewise of the one that was deleted there; 0: none was
    };
    Result<void> save() const;

    QString m_path;
    QMap<QString, Entry> m_entries; ///< by "checkpoints/step-00000600"
};

} // namespace lockstep
