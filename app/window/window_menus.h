// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/window/window_page.h"

#include <QMenuBar>

namespace lockstep {

class DesignPage;
class DocumentActions;
class WindowActions;

/// The menu bar of the window.
class WindowMenus : public QMenuBar {
    Q_OBJECT
public:
    /// `window` is closed by Quit, and dialogs appear over it.
    WindowMenus(const WindowActions& actions, DocumentActions& file, DesignPage& design, QWidget& window);

signals:
    void pageWanted(lockstep::WindowPage page);
    /// A log that another program wrote.
    void logWanted();
    /// A folder of TensorBoard's event files.
    void eventsWanted();
    void dataCopiesWanted();
    /// A run that came as one file.
    void runImportWanted();
    void settingsWanted();
    void themeWanted(lockstep::ThemeChoice theme);

private:
    void addFileMenu(DocumentActions& file);
    void addEditMenus(const WindowActions& actions, DesignPage& design);
    void addViewMenu(const WindowActions& actions, DesignPage& design);
    void addRunMenu(const WindowActions& actions, DocumentActions& file, DesignPage& design);
    void addThemeMenu(QMenu& view);
    void addHelpMenu(const WindowActions& actions);

    QWidget& m_window;
};

} // namespace lockstep
