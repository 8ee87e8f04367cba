// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"

namespace lockstep {

/// The palette of a theme, for what is painted in another one than the program's: a page for print.
QPalette themePalette(ThemeKind kind);

} // namespace lockstep
