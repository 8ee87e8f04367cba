// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/blame/culprit.h"

#include <QString>

namespace lockstep {

/// Who holds a run back, with what shows it and what it costs, in the language of the program. Empty while
/// that is unknown.
QString blameSentence(const Culprit& culprit, const Topology& topology);

/// "slow-link": for programs.
QString nameOf(Culprit::Kind kind);

} // namespace lockstep
