// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockstep {

/// Lets a view that paints itself, and has no row or letter of its own that tells, show that the keyboard is
/// at it: a line around it in the accent colour, as the canvas has, while it has the focus and keys are in
/// use. Who clicks into the view does not see it. The view owns it; one a view.
void showKeyboardRing(QWidget& view);

} // namespace lockstep
