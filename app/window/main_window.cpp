// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/catalogue/run_list.h"
#include "app/inspector/inspector.h"
#include "app/preview/live_preview.h"
#include "app/runs/connection_questions.h"
#include "app/runs/run_page.h"
#include "app/settings/program_paths.h"
#include "app/settings/settings.h"
#include "app/text/language.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/arrivals.h"
#include "app/window/design_page.h"
#include "app/window/design_state.h"
#include "app/window/document_actions.h"
#include "app/window/document_safety.h"
#include "app/window/help.h"
#include "app/window/live_problems.h"
#include "app/window/live_run_offer.h"
#include "app/window/program_settings.h"
#include "app/window/run_announcer.h"
#include "app/window/run_settings.h"
#include "app/window/status_line.h"
#include "app/window/tool_bar.h"
#include "app/window/training_questions.h"
#include "app/window/window_actions.h"
#include "app/window/window_layout.h"
#include "app/window/window_menus.h"
#include "app/window/window_rehearsal.h"
#include "remote/hosts/host_previewer.h"

#include <QCloseEvent>
#include <QStackedWidget>
#include <utility>

namespace lockstep {

namespace {

/// As its runs are called: by the name of the experiment, where it has none by that of its file.
QString runNameOf(const ExperimentDocument& document)
{
    const std::string& name = document.experiment().name;
    if (!name.empty())
        return QString::fromStdString(name);
    const QString title = document.title();
    constexpr QLatin1String kSuffixOfFiles(".lockstep.json");
    return title.endsWith(kSuffixOfFiles) ? title.chopped(kSuffixOfFiles.size()) : title;
}

} // namespace

MainWindow::MainWindow(RemoteOptions options, QWidget* parent)
    : QMainWindow(parent), m_options(std::move(options)), m_language(presentLanguage()),
      m_reports(programPaths().engine), m_tests(m_document, m_options), m_pages(new QStackedWidget(this)),
      m_settings(new ProgramSettings(*this)), m_help(new Help(*this)),
      m_documentActions(new DocumentActions(m_document, *this)), m_liveRuns(new LiveRunOffer(this)),
      m_arrivals(new Arrivals(*this, [this] { return runsFolder(); })), m_announcer(new RunAnnouncer(*this)),
      m_rehearsal(new WindowRehearsal(*this, m_options.engine))
{
    setObjectName(QStringLiteral("mainWindow"));
    setContextMenuPolicy(Qt::NoContextMenu);
    setCentralWidget(m_pages);
    m_lamps.showTests(m_tests);
    new ConnectionQuestions(m_tests.preflight(), this);
    connect(&m_tests.preflight(), &Preflight::hostReported, &m_reports, &ReportBook::add);
    makeDesign();
    makeFrame();
    connectSettings();
    connect(&m_document, &ExperimentDocument::titleChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &ExperimentDocument::changed, this, [this] {
        refreshTitle();
        m_status->showCounts(m_document.experiment());
    });
    connect(m_arrivals, &Arrivals::experimentArrived, m_documentActions, &DocumentActions::leaveForFile);
    connect(m_arrivals, &Arrivals::runArrived, this, &MainWindow::openRun);
    connect(&m_document, &ExperimentDocument::replaced, this, [this] { showPage(Page::Design); });
    connect(m_announcer, &RunAnnouncer::titleChanged, this, &MainWindow::refreshTitle);
    connect(m_announcer, &RunAnnouncer::runWanted, this, &MainWindow::openRun);
    connect(m_rehearsal, &WindowRehearsal::opened, this, &MainWindow::refreshTraining);
    connect(m_liveRuns, &LiveRunOffer::openWanted, this, &MainWindow::openRun);
    connect(m_liveRuns, &LiveRunOffer::listWanted, this, [this] { showPage(Page::Runs); });
    restoreWindow(*this, *m_design);
    showPage(Page::Design);
}

void MainWindow::makeDesign()
{
    m_design = new DesignPage(m_document, m_reports, this);
    m_pages->insertWidget(0, m_design);
    connect(m_design, &DesignPage::templateWanted, m_documentActions, &DocumentActions::leaveForTemplate,
            Qt::QueuedConnection);
    connect(m_design, &DesignPage::runWanted, this, &MainWindow::run);
    connect(m_design, &DesignPage::galleryWanted, m_documentActions, &DocumentActions::showGallery);
    connect(&m_design->problems(), &LiveProblems::changed, this,
            [this] { m_status->showProblems(m_design->problems().told()); });
    connect(&m_design->preview(), &LivePreview::hostAsked, this, [this](HostPreviewer* previewer) {
        auto* questions = new ConnectionQuestions(*previewer, this);
        connect(previewer, &QObject::destroyed, questions, &QObject::deleteLater);
        connect(previewer, &HostPreviewer::hostReported, &m_reports, &ReportBook::add);
    });
    m_design->showTests(m_tests);
    m_rehearsal->showOn(*m_design);
    connect(&m_lamps, &RunLamps::changed, &m_design->scene(), &TopologyScene::setHostStates);
    m_design->scene().setHostStates(m_lamps.states());
    m_liveRuns->showOn(*m_design);
}

void MainWindow::dropDesign()
{
    // While its parts are all there, and not one after the other as they go.
    m_design->scene().clearSelection();
    delete std::exchange(m_design, nullptr);
}

MainWindow::~MainWindow()
{
    dropDesign(); // which looks at the document
}

void MainWindow::connectSettings()
{
    // A change of the document shows every rate anew.
    connect(m_settings, &ProgramSettings::rateUnitChanged, &m_document, &ExperimentDocument::changed);
    connect(m_settings, &ProgramSettings::runsFolderChanged, this, [this](const QString& folder) {
        if (!m_options.runsFolder.isEmpty())
            return;
        if (m_runPage)
            m_runPage->setRunsFolder(folder);
        if (m_runList)
            m_runList->setFolder(folder);
    });
}

void MainWindow::offerLiveRuns()
{
    m_liveRuns->find(runsFolder(), m_options.engine);
}

QString MainWindow::runsFolder() const
{
    const QString chosen = m_options.runsFolder.isEmpty() ? loadSettings().runsFolder : m_options.runsFolder;
    return chosen.isEmpty() ? defaultRunsFolder() : chosen;
}

void MainWindow::followSystem(SystemTheme& theme)
{
    m_settings->followSystem(theme);
}

RunPage& MainWindow::runPage()
{
    if (!m_runPage) {
        RemoteOptions options = m_options;
        options.runsFolder = runsFolder();
        m_runPage = new RunPage(options, this);
        m_pages->addWidget(m_runPage);
        connect(m_runPage, &RunPage::phaseChanged, this, &MainWindow::refreshTraining);
        m_rehearsal->follow(*m_runPage);
        m_lamps.follow(*m_runPage);
        connect(m_runPage, &RunPage::hostReported, &m_reports, &ReportBook::add);
        connect(m_runPage, &RunPage::leadWanted, this, &MainWindow::followLead);
        m_announcer->follow(*m_runPage);
        addRunSettings(*m_runPage, m_document, *m_documentActions);
    }
    return *m_runPage;
}

RunList& MainWindow::runList()
{
    if (!m_runList) {
        RemoteOptions options = m_options;
        options.runsFolder = runsFolder();
        m_runList = new RunList(options, this);
        m_pages->addWidget(m_runList);
        connect(m_runList, &RunList::openRequested, this, &MainWindow::openRun);
        m_announcer->follow(*m_runList);
        addRunList(*m_runList, m_document, *m_documentActions, *this);
    }
    return *m_runList;
}

MainWindow::Page MainWindow::page() const
{
    if (m_runPage && m_pages->currentWidget() == m_runPage)
        return Page::Run;
    return m_runList && m_pages->currentWidget() == m_runList ? Page::Runs : Page::Design;
}

QWidget& MainWindow::shownPage() const
{
    return *m_pages->currentWidget();
}

void MainWindow::showPage(Page page)
{
    switch (page) {
    case Page::Design:
        m_pages->setCurrentWidget(m_design);
        break;
    case Page::Run:
        m_pages->setCurrentWidget(&runPage());
        break;
    case Page::Runs:
        runList().refresh();
        m_pages->setCurrentWidget(m_runList);
        break;
    }
    m_toolBar->setPage(page);
    m_status->setPage(page);
    m_actions->setPage(page);
    m_design->canvasActions().setEnabled(page == Page::Design);
}

Training MainWindow::training() const
{
    if (m_rehearsal->isOpening())
        return Training::Stopping; // nothing to stop yet, and nothing to begin
    const RunPhase phase = m_runPage ? m_runPage->phase() : RunPhase::Waiting;
    if (phase == RunPhase::Waiting || hasEnded(phase))
        return Training::No;
    return phase == RunPhase::Stopping ? Training::Stopping : Training::Yes;
}

void MainWindow::keepSafe(const QString& folder)
{
    auto* safety = new DocumentSafety(m_document, *m_documentActions, folder, *this);
    connect(safety, &DocumentSafety::failed, this,
            [this](const QString& text) { m_status->showMessage(text, 12000); });
    safety->offerAbandoned();
}

bool MainWindow::mayBegin(bool (DesignPage::*isReady)())
{
    if (training() != Training::No) {
        showPage(Page::Run);
        return false;
    }
    m_document.endGesture();
    m_design->endStart();
    if ((m_design->*isReady)())
        return true;
    showPage(Page::Design); // which says why
    return false;
}

void MainWindow::run()
{
    if (!mayBegin(&DesignPage::isReadyToRun))
        return;
    if (m_design->testsFirst()) {
        showPage(Page::Design);
        return;
    }
    const Result<void> started = runPage().start(m_document.forRunning());
    showPage(Page::Run); // which also says what went wrong, if it did
    refreshTraining();
    if (started)
        m_status->clearMessage();
}

void MainWindow::rehearse()
{
    if (mayBegin(&DesignPage::isReadyToRehearse))
        m_rehearsal->begin(m_document.forRunning());
    refreshTraining();
}

void MainWindow::stop()
{
    if (m_runPage)
        m_runPage->stop();
    refreshTraining();
}

void MainWindow::openRun(const QString& folder)
{
    const bool isShown = m_runPage && m_runPage->folder() == folder;
    if (isShown && training() != Training::No)
        return showPage(Page::Run);
    if (training() != Training::No && !mayShowOtherRun(*m_runPage, *this))
        return;
    m_liveRuns->withdraw(folder);
    // An error is shown on the page itself.
    const Result<void> opened = runPage().open(folder);
    showPage(Page::Run);
    if (!opened)
        m_status->showMessage(tr("The run cannot be opened."), 8000);
    refreshTraining();
}

void MainWindow::followLead(const RunLead& lead)
{
    const auto key = keyInDrawing(lead, *m_runPage->experiment(), m_document.experiment());
    if (!key) {
        m_status->showMessage(tr("The drawing is not of this run. Open the experiment of the run first."),
                              8000);
        return;
    }
    showPage(Page::Design);
    m_design->goTo(*key);
}

void MainWindow::refreshTitle()
{
    setWindowTitle(m_announcer->title(m_document.title()));
    setWindowModified(m_document.isModified());
    const QString run = runNameOf(m_document);
    m_actions->nameRun(run);
    m_toolBar->nameRun(run);
}

void MainWindow::refreshTraining()
{
    m_actions->setTraining(training());
    m_toolBar->setTraining(training());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->ignore();
    if (!m_documentActions->mayLeave())
        return;
    if (training() != Training::No && !mayLeaveTraining(*m_runPage, *this))
        return;
    keepWindow(*this, *m_design);
    event->accept();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!std::exchange(m_wasShown, true))
        keepCanvasWide(*m_design);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_status) {
        m_actions->tintIcons();
        m_toolBar->tintIcons();
        m_status->showProblems(m_design->problems().told());
    }
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace lockstep
