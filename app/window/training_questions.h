// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockstep {

class RunPage;

/// Questions while the run of a page is in progress; false when the answer is no.

/// Whether another run may be shown in its place.
bool mayShowOtherRun(const RunPage& page, QWidget& window);
/// Whether the window may go: training goes on without it, a rehearsal ends.
bool mayLeaveTraining(const RunPage& page, QWidget& window);

} // namespace lockstep
