// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"

#include <QString>

namespace lockstep {

/// What Fusion with a palette does not draw as we want it. Widgets opt in by object name or property:
/// `primary` and `danger` buttons, the `segment` buttons of a header, `heading` and `muted` labels,
/// `errorText`.
QString styleSheet(const ThemeColors& colors);

} // namespace lockstep
