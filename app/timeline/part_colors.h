// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"
#include "engine/protocol/step_parts.h"

#include <QColor>
#include <QString>
#include <array>

namespace lockstep {

/// What a person calls it: "Forward".
QString partName(StepPart part);
/// Waiting is in the colours of trouble: for the loader, and for other ranks.
QColor partColor(StepPart part, const ThemeColors& colors);
/// Of buckets of even and of odd number.
std::array<QColor, 2> bucketColors(const ThemeColors& colors);

} // namespace lockstep
