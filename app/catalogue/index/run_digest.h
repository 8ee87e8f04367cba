// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QByteArray>
#include <atomic>

namespace lockstep {

/// Tells one state of a run folder from another without reading its files: size, time and identity of those
/// that decide what the catalogue says of the run.
QByteArray stampOf(const QString& runFolder);

/// Everything that the catalogue says of the run in this folder. Of a run that has ended, the journals of
/// rank 0 are read as a whole; so for a worker thread, which may be told to stop by `cancelled`: the answer
/// is then of no use.
CatalogueRun digestRun(const QString& runFolder, RunEntryReader& reader, const std::atomic<bool>& cancelled);

/// What its files take on this disk. Links are not followed.
qint64 bytesBelow(const QString& folder);

} // namespace lockstep
