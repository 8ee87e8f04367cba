// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace lockstep {

/// Questions while a run is in progress; false when the answer is no.

/// Whether another run may be shown in its place.
bool mayShowOtherRun(const QString& runInProgress, QWidget& window);
/// Whether the window may go: training goes on without it.
bool mayLeaveTraining(const QString& runInProgress, QWidget& window);

} // namespace lockstep
