// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program_settings.h"

#include "app/document/quantities.h"
#include "app/settings/settings_dialog.h"
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/text/language.h"
#include "app/theme/system_theme.h"
#include "app/theme/theme.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenuBar>

namespace lockstep {

ProgramSettings::ProgramSettings(QMainWindow& window) : QObject(&window), m_window(window) {}

void ProgramSettings::followSystem(SystemTheme& theme)
{
    connect(&theme, &SystemTheme::changed, this, [](ThemeKind kind) {
        if (loadSettings().theme == ThemeChoice::System)
            applyTheme(*qApp, kind);
    });
}

void ProgramSettings::setTheme(ThemeChoice theme)
{
    Settings settings = loadSettings();
    settings.theme = theme;
    apply(settings);
}

void ProgramSettings::ask()
{
    auto* dialog = new SettingsDialog(loadSettings(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::applied, this, &ProgramSettings::apply);
    connect(dialog, &SettingsDialog::keysWanted, dialog, [this, dialog] {
        auto* keys = new ShortcutDialog(shortcutActions(*m_window.menuBar()), dialog);
        keys->setAttribute(Qt::WA_DeleteOnClose);
        keys->open();
    });
    dialog->open();
}

void ProgramSettings::apply(const Settings& settings)
{
    const Settings before = loadSettings();
    saveSettings(settings);
    if (settings.language != before.language)
        installLanguage(*qApp, chosenLanguage(settings.language)); // which open windows follow
    if (settings.theme != before.theme || settings.language != before.language)
        applyTheme(*qApp,
                   themeOf(settings.theme)); // with the fonts of the language
    if (settings.rateUnit != before.rateUnit) {
        setRateUnit(settings.rateUnit);
        emit rateUnitChanged();
    }
    m_kept.forget(before.keptSecrets, settings.keptSecrets);
    if (settings.runsFolder != before.runsFolder)
        emit runsFolderChanged(settings.runsFolder);
}

} // namespace lockstep
