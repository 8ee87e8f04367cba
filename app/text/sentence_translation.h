// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// A sentence that the engine or the remote part wrote in English into a journal or a run's state, in the
/// language of the program: the text marked LOCKSTEP_TEXT that it was made from is found again by its fixed
/// parts, and what stood in the places is translated likewise. A sentence of anyone else's (a rank's last
/// words) stays as it came.
QString translatedSentence(const QString& sentence);

} // namespace lockstep
