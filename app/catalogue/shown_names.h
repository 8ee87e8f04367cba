// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/run_query.h"

namespace lockstep {

class RunListModel;

/// What the list of runs calls what it shows, in the language of now, for queries in these words.
ShownNames shownNames(const RunListModel& runs);

} // namespace lockstep
