// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>

namespace lockstep {

/// The threads that read logs through from one end to the other, at a low priority; whoever starts a task
/// there can cancel it.
QThreadPool& logPool();

} // namespace lockstep
