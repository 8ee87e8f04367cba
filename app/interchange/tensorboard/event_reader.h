// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/transfer_progress.h"
#include "app/metrics/foreign_curves.h"
#include "engine/protocol/result.h"

#include <QString>

namespace lockstep::tensorboard {

/// Whether a file's name is one that TensorBoard would read.
bool isEventFile(const QString& path);

/// The scalars of an event file, or of all event files below a folder, in any depth: as in TensorBoard a
/// folder with event files is a run, and stands where a rank does. A tag is a metric by its name. Where a
/// step comes again, the later number counts: a program that started again goes on from there. A negative
/// step, and what is no single number, is passed over. Damage ends its file; what came before it counts, and
/// a note says so. An error when nothing there is an event file, none could be read, or it was cancelled.
/// Takes its time: for a worker.
Result<ForeignCurves> readEvents(const QString& path, TransferProgress& progress);

} // namespace lockstep::tensorboard
