// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPalette;
class QTextDocument;

namespace lockstep {

/// Gives a page that was read from Markdown its look: room between its parts, a lane of a readable width in
/// the middle, commands and tables in the colours of the palette.
void formatPage(QTextDocument& page, const QPalette& palette);
/// Keeps the lane in the middle of a view that is so wide (in pixels), and returns the width of the lane.
int layOutPage(QTextDocument& page, int viewWidth);

} // namespace lockstep
