// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/problems/report_book.h"
#include "app/window/host_tests.h"
#include "app/window/run_lamps.h"
#include "app/window/window_page.h"
#include "remote/remote_options.h"

#include <QMainWindow>

class QStackedWidget;

namespace lockstep {

class Arrivals;
class DesignPage;
class DocumentActions;
class Help;
class LiveRunOffer;
class ProgramSettings;
class RunList;
class RunAnnouncer;
class RunPage;
struct RunLead;
class StatusLine;
class SystemTheme;
class ToolBar;
class WindowActions;
class WindowMenus;
class WindowRehearsal;

/// The window: an experiment to draw, the run that came of it, and earlier runs.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    using Page = WindowPage;

    explicit MainWindow(RemoteOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    ExperimentDocument& document() { return m_document; }
    DesignPage& designPage() { return *m_design; }
    /// Made when first asked for, so that the window opens without waiting for it.
    RunPage& runPage();
    DocumentActions& documentActions() { return *m_documentActions; }
    Arrivals& arrivals() { return *m_arrivals; }

    Page page() const;
    QWidget& shownPage() const;
    void showPage(Page page);
    /// Keeps unsaved changes in a folder from now on, and asks about those of earlier programs there.
    void keepSafe(const QString& folder);
    /// Looks for runs that go on without a window, and offers to open them.
    void offerLiveRuns();
    /// Changes the colours with the desktop's from now on, while the settings leave them to it.
    void followSystem(SystemTheme& theme);
    /// Shows a run of the runs folder, and watches it where it goes on.
    void openRun(const QString& folder);
    QString runsFolder() const;
    /// Checks the experiment and begins a run of it, or says what is to be mended.
    void run();
    /// The same of a rehearsal on this computer, once that has been made into the drawn cluster.
    void rehearse();
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
    void connectSettings();
    bool mayBegin(bool (DesignPage::*isReady)());
    void refreshTitle();
    void refreshTraining();
    Training training() const;
    void followLead(const RunLead& lead);
    RunList& runList();
    /// Says everything in the language of now; document, steps of undo, selection and run stay.
    void retranslate();

    RemoteOptions m_options;
    QString m_language; ///< that the window was made in
    ExperimentDocument m_document;
    ReportBook m_reports;
    HostTests m_tests;
    RunLamps m_lamps{m_document}; ///< what the cards show of the run and of tests
    QStackedWidget* m_pages;
    ProgramSettings* m_settings;
    Help* m_help;
    DocumentActions* m_documentActions;
    LiveRunOffer* m_liveRuns;
    Arrivals* m_arrivals;
    RunAnnouncer* m_announcer;
    WindowRehearsal* m_rehearsal;
    DesignPage* m_design = nullptr;
    RunPage* m_runPage = nullptr;
    RunList* m_runList = nullptr;
    WindowActions* m_actions = nullptr;
    WindowMenus* m_menus = nullptr;
    ToolBar* m_toolBar = nullptr;
    StatusLine* m_status = nullptr;
    bool m_wasShown = false;
};

} // namespace lockstep
