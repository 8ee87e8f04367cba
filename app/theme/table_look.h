// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace lockstep {

/// A table that is read by its rows: whole rows are chosen, every other one is shaded, no grid, no frame, no
/// numbers beside; Tab leads out of it. `air`: pixels of a row besides its text's height.
void showRows(QTableView& table, int air = 8);

} // namespace lockstep
