// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/rehearsal/disturbances.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QString>
#include <QStringList>

namespace lockstep {

/// That it is a rehearsal, and how this computer became so many hosts.
QString rehearsalSentence(const RehearsalFacts& facts, int hosts);
/// What of the drawing is not true of it, a sentence each.
QStringList omissionSentences(const RehearsalFacts& facts);

/// "now 2 Mbps", "cut".
QString linkStateText(const LinkState& state);
/// "paused", "slowed", "data slowed", "slowed, paused", "killed".
QString hostStateText(const HostDisturbance& state);
/// "a ↔ b: now 2 Mbps", hosts first. `topology`: the drawing, for the names.
QStringList disturbanceTexts(const Disturbances& disturbances, const Topology& topology);

} // namespace lockstep
