// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/kept_secrets.h"
#include "app/settings/settings.h"

#include <QObject>

class QMainWindow;

namespace lockstep {

class SystemTheme;

/// The settings of the program while it runs: a change is kept, and seen at once.
class ProgramSettings : public QObject {
    Q_OBJECT
public:
    /// Dialogs appear over `window`, which also owns this.
    explicit ProgramSettings(QMainWindow& window);

    /// Changes the colours with the desktop's from now on, while the settings leave them to it.
    void followSystem(SystemTheme& theme);
    void setTheme(ThemeChoice theme);
    /// Asks for all of them, and for the keys of the window's menus.
    void ask();

signals:
    /// Rates are said in another unit from now on.
    void rateUnitChanged();
    void runsFolderChanged(const QString& folder);

private:
    void apply(const Settings& settings);

    QMainWindow& m_window;
    KeptSecrets m_kept;
};

} // namespace lockstep
