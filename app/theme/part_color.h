// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "engine/protocol/step_parts.h"

#include <QColor>
#include <array>

namespace lockstep {

/// Of a part of a step, wherever it is drawn. Waiting is in the colours of trouble: for the loader, and for
/// other ranks.
QColor partColor(StepPart part, const ThemeColors& colors);
/// Of buckets of even and of odd number.
std::array<QColor, 2> bucketColors(const ThemeColors& colors);

} // namespace lockstep
