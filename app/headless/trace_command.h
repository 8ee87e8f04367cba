// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QString>

namespace lockstep {

/// Writes the trace of a run and says how many steps it holds; why not, where it cannot. An exit code.
int exportTrace(const RunFolder& folder, const QString& file);

} // namespace lockstep
