// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QString>

namespace lockstep {

/// The run that a person means by an id, the beginning of one, a folder's path, or "last" (the newest).
Result<RunFolder> findRun(const QString& runs, const QString& name);

} // namespace lockstep
