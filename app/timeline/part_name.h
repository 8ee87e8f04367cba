// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/step_parts.h"

#include <QString>

namespace lockstep {

/// What a person calls it: "Forward".
QString partName(StepPart part);

} // namespace lockstep
