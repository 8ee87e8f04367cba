// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checkpoints/checkpoint_list.h"

#include <QVector>
#include <optional>

class QWidget;

namespace lockstep {

/// Where a person wants a checkpoint to be deleted.
struct DeletionChoice {
    bool onHost = false;
    bool here = false;
};

/// Says what deleting a checkpoint frees, and asks once. `host`: the one that keeps it. `needed`: why its
/// host does not let it go; empty: it does. Nothing: a person refused.
std::optional<DeletionChoice> askForDeletion(const CheckpointEntry& entry, const QString& host,
                                             const QString& needed, QWidget& window);

/// Says what training on from a checkpoint discards, and asks once. `later`: those after it on the host.
bool askForResume(const CheckpointEntry& entry, const QVector<CheckpointEntry>& later, QWidget& window);

} // namespace lockstep
