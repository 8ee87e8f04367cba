// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/launchers/hand_commands.h"

#include <QString>

namespace lockstep {

/// What a step of handCommands() is for, in the reader's language.
QString handStepText(HandStep step);

/// Where the commands for a document find what they name on this computer; a fresh id for their run. Without
/// a document, one in the folder where they are typed.
HandPlaces handPlaces(const QString& document);

/// The commands of an experiment as one script: each step under a comment that says what it is. Other
/// launchers stand in comments, for they are to be chosen from.
QString handScript(const Experiment& experiment, const HandPlaces& places);

} // namespace lockstep
