// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/rank_table_model.h"

namespace lockstep {

/// What stands above a column of the table of ranks, and what is said of it.
QString rankColumnHead(RankTableModel::Column column);
QString rankColumnToolTip(RankTableModel::Column column);

} // namespace lockstep
