// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QString>

namespace lockstep {

/// Draws loss and accuracy of a run side by side on a page for print, in the format that the file's suffix
/// tells (PlotSheet::formats()). REQUIRES: a QApplication, of any platform.
Result<void> drawCurves(const RunFolder& folder, const QString& file);
/// The same for the numbers in a log of another program, and in those of its other ranks beside it.
Result<void> drawLog(const QString& log, const QString& file);

} // namespace lockstep
