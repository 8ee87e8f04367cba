// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

#include <deque>

namespace lockstep {

/// The `link` records of one rank that cover its last seconds, in their order.
using RecentLinks = std::deque<LinksMeasured>;

/// Adds the next one, and drops from the front what is not needed to cover so many seconds.
void addRecent(RecentLinks& recent, const LinksMeasured& links, double seconds);

} // namespace lockstep
