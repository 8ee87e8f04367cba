// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lockstep {

/// "loss, top-1": things one after the other, set apart as the program's language does it.
QString listText(const QStringList& things);

/// Sentences one after the other. A full stop of Chinese brings its own space.
QString sentencesText(const QStringList& sentences);

} // namespace lockstep
