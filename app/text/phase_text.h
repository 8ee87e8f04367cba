// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/run_phase.h"

#include <QDateTime>
#include <QString>

namespace lockstep {

/// The one word for a phase in the language of the program, whether of a run, a host or a rank.
QString phaseText(RunPhase phase);
/// What stands in its place between two attempts, before the hosts begin the next by themselves.
QString restartText();
/// The one word for a whole run: one that has trained before is submitted only between two attempts.
QString runPhaseText(RunPhase phase, bool hasTrained);
/// What stands in its place where the phase is not known: since when; the day is named when it is not today.
QString unknownText(const QDateTime& since);

} // namespace lockstep
