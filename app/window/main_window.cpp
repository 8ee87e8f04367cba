// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/inspector/inspector.h"
#include "app/preview/live_preview.h"
#include "app/runs/connection_questions.h"
#include "app/runs/run_list.h"
#include "app/runs/run_page.h"
#include "app/settings/remembered.h"
#include "app/text/language.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/document_safety.h"
#include "app/window/file_drop.h"
#include "app/window/live_problems.h"
#include "app/window/page_switch.h"
#include "app/window/problem_panel.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <utility>

namespace lockstep {

namespace {

const auto kGeometry = QLatin1String("window/geometry");
const auto kLayout = QLatin1String("window/design");
const auto kProblems = QLatin1String("window/problems");
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kLeastSize{860, 560};

} // namespace

MainWindow::MainWindow(RemoteOptions options, QWidget* parent)
    : QMainWindow(parent), m_options(std::move(options)), m_language(presentLanguage()),
      m_pages(new QStackedWidget(this)), m_documentActions(new DocumentActions(m_document, *this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setContextMenuPolicy(Qt::NoContextMenu);
    setCentralWidget(m_pages);
    makeDesign();
    makeFrame();
    connect(&m_document, &ExperimentDocument::titleChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &ExperimentDocument::changed, this, &MainWindow::refreshTitle);
    connect(&m_document, &ExperimentDocument::changed, this, &MainWindow::refreshCounts);
    connect(new FileDrop(*this), &FileDrop::fileDropped, m_documentActions, &DocumentActions::leaveForFile);
    connect(&m_document, &ExperimentDocument::replaced, this, [this] { showPage(Page::Design); });
    setMinimumSize(kLeastSize);
    resize(kFirstSize);
    restoreGeometry(QSettings().value(kGeometry).toByteArray());
    fitScreen(*this);
    m_design->restoreLayout(QSettings().value(kLayout).toByteArray());
    m_design->showProblemList(QSettings().value(kProblems).toBool());
    showPage(Page::Design);
}

void MainWindow::makeDesign()
{
    m_design = new DesignPage(m_document, this);
    m_pages->insertWidget(0, m_design);
    connect(m_design, &DesignPage::templateWanted, m_documentActions, &DocumentActions::leaveForTemplate,
            Qt::QueuedConnection);
    connect(m_design, &DesignPage::galleryWanted, m_documentActions, &DocumentActions::showGallery);
    connect(&m_design->problems(), &LiveProblems::changed, this, &MainWindow::refreshProblems);
    connect(&m_design->preview(), &LivePreview::hostAsked, this, [this](HostPreviewer* previewer) {
        auto* questions = new ConnectionQuestions(*previewer, this);
        connect(previewer, &QObject::destroyed, questions, &QObject::deleteLater);
    });
    connect(&m_lamps, &RunLamps::changed, &m_design->scene(), &TopologyScene::setHostStates);
    m_design->scene().setHostStates(m_lamps.states());
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

void MainWindow::makeFrame()
{
    makeActions();
    makeToolBar();
    makeMenus();
    makeStatusBar();
    refreshTitle();
    refreshCounts();
    refreshProblems();
    refreshRunState();
}

RunPage& MainWindow::runPage()
{
    if (!m_runPage) {
        RemoteOptions options = m_options;
        if (options.runsFolder.isEmpty())
            options.runsFolder = loadSettings().runsFolder;
        m_runPage = new RunPage(options, this);
        m_pages->addWidget(m_runPage);
        connect(m_runPage, &RunPage::phaseChanged, this, &MainWindow::refreshRunState);
        connect(m_runPage, &RunPage::runShown, &m_lamps, &RunLamps::showRun);
        connect(m_runPage, &RunPage::hostChanged, &m_lamps, &RunLamps::setHost);
        connect(m_runPage, &RunPage::runEnded, &m_lamps, &RunLamps::setEnd);
    }
    return *m_runPage;
}

RunList& MainWindow::runList()
{
    if (!m_runList) {
        QString folder = m_options.runsFolder.isEmpty() ? loadSettings().runsFolder : m_options.runsFolder;
        m_runList = new RunList(folder.isEmpty() ? defaultRunsFolder() : folder, this);
        m_pages->addWidget(m_runList);
        connect(m_runList, &RunList::openRequested, this, &MainWindow::openRun);
    }
    return *m_runList;
}

MainWindow::Page MainWindow::page() const
{
    if (m_runPage && m_pages->currentWidget() == m_runPage)
        return Page::Run;
    return m_runList && m_pages->currentWidget() == m_runList ? Page::Runs : Page::Design;
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
    m_switch->setPage(static_cast<int>(page));
    const bool isDesign = page == Page::Design;
    m_actions.fit->setEnabled(isDesign);
    m_design->canvasActions().setEnabled(isDesign);
    m_zoom->setVisible(isDesign);
    m_problems->setVisible(isDesign);
}

bool MainWindow::isTraining() const
{
    const RunPhase phase = m_runPage ? m_runPage->phase() : RunPhase::Waiting;
    return phase != RunPhase::Waiting && !hasEnded(phase);
}

void MainWindow::keepSafe(const QString& folder)
{
    auto* safety = new DocumentSafety(m_document, *m_documentActions, folder, *this);
    connect(safety, &DocumentSafety::failed, this,
            [this](const QString& text) { statusBar()->showMessage(text, 12000); });
    safety->offerAbandoned();
}

void MainWindow::run()
{
    if (isTraining()) {
        showPage(Page::Run);
        return;
    }
    m_document.endGesture();
    m_design->endStart();
    if (!m_design->isReadyToRun()) {
        showPage(Page::Design); // which says why
        return;
    }
    const Result<void> started = runPage().start(m_document.forRunning());
    showPage(Page::Run); // which also says what went wrong, if it did
    refreshRunState();
    if (started)
        statusBar()->clearMessage();
}

void MainWindow::stop()
{
    if (m_runPage)
        m_runPage->stop();
    refreshRunState();
}

void MainWindow::openRun(const QString& folder)
{
    if (isTraining()) {
        QMessageBox box(QMessageBox::Question, tr("A run is in progress"),
                        tr("Show the other run? “%1” goes on training on its hosts; open it again from Runs.")
                            .arg(m_runPage->title()),
                        QMessageBox::Yes | QMessageBox::No, this);
        box.setTextFormat(Qt::PlainText);
        if (box.exec() != QMessageBox::Yes)
            return;
    }
    // An error is shown on the page itself.
    const Result<void> opened = runPage().open(folder);
    showPage(Page::Run);
    if (!opened)
        statusBar()->showMessage(tr("The run cannot be opened."), 8000);
    refreshRunState();
}

void MainWindow::refreshTitle()
{
    setWindowTitle(tr("%1[*] — Lockstep").arg(m_document.title()));
    setWindowModified(m_document.isModified());
}

void MainWindow::refreshCounts()
{
    const Topology& topology = m_document.experiment().topology;
    const auto hosts = static_cast<int>(topology.hosts.size());
    const auto ranks = static_cast<int>(placeRanks(topology).size());
    m_counts->setText(tr("%n host(s)", nullptr, hosts) + QStringLiteral(" · ") +
                      tr("%n rank(s)", nullptr, ranks));
}

void MainWindow::refreshProblems()
{
    const Problems& problems = m_design->problems().problems();
    const ThemeColors& colors = themeColors(QApplication::palette());
    const bool hasErrors = errorCount(problems) > 0;
    m_problems->setText(problems.empty() ? tr("Ready to run") : problemCountText(problems));
    m_problems->setIcon(problems.empty() ? QIcon()
                        : hasErrors      ? tintedIcon(QStringLiteral("error"), colors.bad)
                                         : tintedIcon(QStringLiteral("warning"), colors.warning));
}

void MainWindow::refreshRunState()
{
    const bool training = isTraining();
    const bool stopping = training && m_runPage->phase() == RunPhase::Stopping;
    m_actions.run->setEnabled(!training);
    m_actions.stop->setEnabled(training && !stopping);
    m_runButton->setEnabled(!training);
    m_stopButton->setEnabled(training && !stopping);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->ignore();
    if (!m_documentActions->mayLeave())
        return;
    if (isTraining()) {
        QMessageBox box(QMessageBox::Information, tr("Training goes on"),
                        tr("“%1” goes on training on its hosts without this window.").arg(m_runPage->title()),
                        QMessageBox::Cancel, this);
        box.setTextFormat(Qt::PlainText);
        box.setInformativeText(
            tr("Start Lockstep again and open the run from Runs to see how it went. To end it, "
               "press Stop first."));
        const QPushButton* quit = box.addButton(tr("Quit"), QMessageBox::AcceptRole);
        box.exec();
        if (box.clickedButton() != quit)
            return;
    }
    QSettings().setValue(kGeometry, saveGeometry());
    QSettings().setValue(kLayout, m_design->saveLayout());
    QSettings().setValue(kProblems, m_design->showsProblemList());
    event->accept();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (auto* columns = m_design->findChild<QSplitter*>(QString(), Qt::FindDirectChildrenOnly);
        columns && !m_wasShown)
        keepMiddleWide(*columns);
    m_wasShown = true;
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_runButton) {
        tintIcons();
        if (m_problems)
            refreshProblems();
    }
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace lockstep
