// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QListView;
class QTreeView;

namespace lockstep {

/// Rows as high as their texts need in columns that are as wide as they are. (A tree's own wrapping of words
/// knows no width of columns: it cuts what does not fit into one line.) `leastHeight`: of a row, in pixels,
/// where widgets come and go in them.
void wrapRows(QTreeView& tree, int leastHeight = 0);
/// Rows of a list one below the other, each as high as its text needs. (A list's own wrapping of words
/// forgets what a style sheet puts around them: the last lines of long texts are cut.)
void wrapRows(QListView& list);

} // namespace lockstep
