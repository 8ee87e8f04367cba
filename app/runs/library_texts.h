// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

#include <QString>

namespace lockstep {

/// What a host lacks and this computer can send, how much that is, and how long it takes where that is known.
QString librariesText(const LibraryQuestion& question);

} // namespace lockstep
