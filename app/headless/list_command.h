// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// `lockstep list`: the runs of a folder as a table, or as one JSON array.
int runList(const QString& runs, const QString& engine, bool json);

} // namespace lockstep
