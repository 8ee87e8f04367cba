// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the window follows the settings: language, theme, units.
#include "app/window/main_window.h"

#include "app/runs/run_list.h"
#include "app/runs/run_page.h"
#include "app/settings/settings_dialog.h"
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/text/language.h"
#include "app/text/retranslation.h"
#include "app/theme/system_theme.h"
#include "app/theme/theme.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/window/design_page.h"
#include "app/window/design_state.h"
#include "app/window/document_actions.h"

#include <QApplication>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <utility>

namespace lockstep {

void MainWindow::setTheme(ThemeChoice theme)
{
    Settings settings = loadSettings();
    settings.theme = theme;
    takeSettings(settings);
}

void MainWindow::followSystem(SystemTheme& theme)
{
    connect(&theme, &SystemTheme::changed, this, [](ThemeKind kind) {
        if (loadSettings().theme == ThemeChoice::System)
            applyTheme(*qApp, kind);
    });
}

void MainWindow::changeSettings()
{
    auto* dialog = new SettingsDialog(loadSettings(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::applied, this, &MainWindow::takeSettings);
    connect(dialog, &SettingsDialog::keysWanted, dialog, [this, dialog] {
        auto* keys = new ShortcutDialog(shortcutActions(*menuBar()), dialog);
        keys->setAttribute(Qt::WA_DeleteOnClose);
        keys->open();
    });
    dialog->open();
}

void MainWindow::takeSettings(const Settings& settings)
{
    const Settings before = loadSettings();
    saveSettings(settings);
    if (settings.language != before.language)
        installLanguage(*qApp, chosenLanguage(settings.language)); // which retranslate() follows
    if (settings.theme != before.theme || settings.language != before.language)
        applyTheme(*qApp, themeOf(settings.theme)); // with the fonts of the language
    if (settings.rateUnit != before.rateUnit) {
        setRateUnit(settings.rateUnit);
        emit m_document.changed(); // which shows every rate anew
    }
    if (settings.runsFolder != before.runsFolder && m_options.runsFolder.isEmpty()) {
        if (m_runPage)
            m_runPage->setRunsFolder(settings.runsFolder);
        if (m_runList)
            m_runList->setFolder(settings.runsFolder);
    }
}

void MainWindow::retranslate()
{
    const QString before = std::exchange(m_language, presentLanguage());
    if (before == m_language)
        return;
    m_document.endGesture();
    const Retranslation retranslation(before, m_language);
    m_document.renameSteps([&](const QString& text) { return retranslation(text); });
    m_lamps.retranslate();
    const DesignState state(*m_design);
    const Page shown = page();
    // Runs say themselves anew; what is drawn is shown by new widgets, as the program starts with.
    setUpdatesEnabled(false);
    // A demonstration that nobody has touched is the program's, with names in its language.
    if (state.start() && m_document.undoStack().count() == 0 && !isTraining())
        m_documentActions->openTemplate(*state.start());
    dropFrame();
    dropDesign();
    makeDesign();
    makeFrame();
    // A window that is shown already shows new parts when they are told to.
    for (QWidget* part : {static_cast<QWidget*>(menuBar()), static_cast<QWidget*>(m_toolBar),
                          static_cast<QWidget*>(statusBar())})
        part->show();
    showPage(shown);
    state.restore(*m_design);
    setUpdatesEnabled(true);
}

} // namespace lockstep
