// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"

#include <QString>

namespace lockstep {

/// What a person chose for the program, kept in the user's settings. The first start needs none of it.
struct Settings {
    QString language; ///< "en", "zh_CN"; empty: the system's
    ThemeKind theme = ThemeKind::Dark;
    QString runsFolder; ///< empty: defaultRunsFolder()
    bool operator==(const Settings&) const = default;
};
Settings loadSettings();
void saveSettings(const Settings& settings);

} // namespace lockstep
