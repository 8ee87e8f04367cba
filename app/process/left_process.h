// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;
class QProcess;

namespace lockstep {

/// Kills a process that nobody needs any more, takes it over and deletes it once it has ended: one that hangs
/// on a dead disk cannot be waited for. `listener` hears nothing of it from now on. Null: nothing to do.
/// REQUIRES: the thread of the process.
void leaveProcess(QProcess* process, const QObject& listener);

} // namespace lockstep
