// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/quantities.h"
#include "app/theme/theme.h"

#include <QString>
#include <QStringList>

namespace lockstep {

/// System: what the desktop is set to, as far as it tells.
enum class ThemeChoice { System, Dark, Light };
ThemeKind themeOf(ThemeChoice choice);

/// What a person chose for the program, kept in the user's settings. The first start needs none of it.
struct Settings {
    QString language; ///< "en", "zh_CN"; empty: the system's
    ThemeChoice theme = ThemeChoice::System;
    QString runsFolder; ///< empty: defaultRunsFolder()
    RateUnit rateUnit = RateUnit::Bits;
    /// Addresses ("gpu-1:22") of hosts that get NVIDIA's libraries without a question when they lack them.
    QStringList libraryHosts{};
    /// Whose secrets the keychain keeps: "anna@gpu-1:22", or a key file.
    QStringList keptSecrets{};
    /// The desktop tells what becomes of a run while no window of the program is in front.
    bool notifies = true;
    bool operator==(const Settings&) const = default;
};
Settings loadSettings();
void saveSettings(const Settings& settings);

} // namespace lockstep
