// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/sweep/sweep.h"

namespace lockstep {

/// A sweep is kept beside the runs that it began, so that what is left of it can be run at another time:
///
///     <runs>/.sweeps/<sweep id>.json
///
/// Any thread.
Result<void> writeSweep(const QString& runsFolder, const Sweep& sweep);
/// Where whoever carries out a sweep keeps others from doing so too.
QString sweepLockFile(const QString& runsFolder, const QString& id);
/// `id`: the whole of it, its beginning where one sweep alone begins so, or "last".
Result<Sweep> readSweep(const QString& runsFolder, const QString& id);

} // namespace lockstep
