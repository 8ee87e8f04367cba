// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/settings/settings.h"
#include "app/window/run_lamps.h"
#include "remote/remote_options.h"

#include <QMainWindow>

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace lockstep {

class DesignPage;
class DocumentActions;
class PageSwitch;
class RunList;
class RunPage;
class SystemTheme;

/// The window: an experiment to draw, the run that came of it, and earlier runs.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Design, Run, Runs };

    explicit MainWindow(RemoteOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    ExperimentDocument& document() { return m_document; }
    DesignPage& designPage() { return *m_design; }
    /// Made when first asked for, so that the window opens without waiting for it.
    RunPage& runPage();
    DocumentActions& documentActions() { return *m_documentActions; }

    Page page() const;
    void showPage(Page page);
    /// Keeps unsaved changes in a folder from now on, and asks about those of earlier programs there.
    void keepSafe(const QString& folder);
    /// Changes the colours with the desktop's from now on, while the settings leave them to it.
    void followSystem(SystemTheme& theme);
    /// Checks the experiment and begins a run of it, or says what is to be mended.
    void run();
    void stop();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void makeDesign();
    void dropDesign();
    /// Menus, tool bar and status bar, with their actions.
    void makeFrame();
    void dropFrame();
    void makeActions();
    void makeMenus();
    void makeEditMenu();
    void makeViewMenu();
    void makeToolBar();
    void makeStatusBar();
    void tintIcons();
    void refreshTitle();
    void refreshCounts();
    void refreshProblems();
    void refreshRunState();
    void openRun(const QString& folder);
    RunList& runList();
    void changeSettings();
    void takeSettings(const Settings& settings);
    void setTheme(ThemeChoice theme);
    /// Says everything in the language of now; document, steps of undo, selection and run stay.
    void retranslate();
    bool isTraining() const;

    RemoteOptions m_options;
    QString m_language; ///< that the window was made in
    ExperimentDocument m_document;
    RunLamps m_lamps{m_document}; ///< what the cards show of the run
    QStackedWidget* m_pages;
    DesignPage* m_design = nullptr;
    DocumentActions* m_documentActions;
    QToolBar* m_toolBar = nullptr;
    bool m_wasShown = false;
    RunPage* m_runPage = nullptr;
    RunList* m_runList = nullptr;
    PageSwitch* m_switch = nullptr;
    QPushButton* m_runButton = nullptr;
    QPushButton* m_stopButton = nullptr;
    QLabel* m_counts = nullptr;
    QToolButton* m_problems = nullptr;
    QLabel* m_zoom = nullptr;

    struct Actions {
        QAction* run = nullptr;
        QAction* stop = nullptr;
        QAction* undo = nullptr;
        QAction* redo = nullptr;
        QAction* fit = nullptr;
        QAction* problems = nullptr;
    } m_actions;
};

} // namespace lockstep
