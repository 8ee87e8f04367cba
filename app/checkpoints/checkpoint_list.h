// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_book.h"
#include "app/summary/kept_checkpoints.h"
#include "remote/mirrors/run_folder.h"

#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// A checkpoint of a run, wherever it lies.
struct CheckpointEntry {
    KeptCheckpoint saved;
    QString path;         ///< "checkpoints/step-00000600"
    bool isOnHost = true; ///< of rank 0
    bool isHere = false;  ///< a copy is on this computer
    std::optional<CheckpointVerdict> copyVerdict, hostVerdict;
    bool operator==(const CheckpointEntry&) const = default;

    /// What is known of whether it is whole: a damage before a clean bill, and the newest check first.
    std::optional<CheckpointVerdict> verdict() const;
};

/// Name of the host that keeps the checkpoints of the run: that of rank 0. Empty where there is none.
QString checkpointHost(const Experiment& experiment);
/// Whether that is this computer.
bool keepsCheckpointsHere(const Experiment& experiment);

/// All of a run, the newest first: those that its journals tell of, and copies here of others that have made
/// room since.
QVector<CheckpointEntry> listCheckpoints(const RunFolder& folder, const QVector<KeptCheckpoint>& kept,
                                         const CheckpointBook& book);

} // namespace lockstep
