// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/design_page.h"

#include "app/document/document_edits.h"
#include "app/forecast/live_forecast.h"
#include "app/inspector/inspector.h"
#include "app/preview/live_preview.h"
#include "app/problems/host_needs.h"
#include "app/rehearsal/live_rehearsal.h"
#include "app/settings/program_paths.h"
#include "app/start/start_strip.h"
#include "app/text/error_text.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/arrange/first_layout.h"
#include "app/topology/list/element_list.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/fill_in_strip.h"
#include "app/window/first_run_check.h"
#include "app/window/host_test_panel.h"
#include "app/window/list_turns.h"
#include "app/window/live_problems.h"
#include "app/window/measured_links.h"
#include "app/window/problem_bar.h"
#include "app/window/problem_model.h"
#include "app/window/problem_panel.h"
#include "app/window/rehearsal_actions.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kPaletteWidth = 178;
constexpr int kInspectorWidth = 316;
constexpr int kListWidth = 320;
constexpr int kLeastCanvas = 480;
constexpr int kProblemListHeight = 132;
constexpr int kTestListHeight = 210; // hosts, and what lies between them

} // namespace

DesignPage::DesignPage(ExperimentDocument& document, ReportBook& reports, QWidget* parent)
    : QWidget(parent), m_document(document), m_scene(new TopologyScene(document, this)),
      m_view(new TopologyView(document, *m_scene, this)), m_inspector(new Inspector(document, this)),
      m_problems(new ProblemBar(this)),
      m_live(new LiveProblems(document, reports, programPaths().engine, this)),
      m_forecast(new LiveForecast(this)), m_problemPanel(new ProblemPanel(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_preview(new LivePreview(document, defaultRemoteOptions(), this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_problems);
    layout->addWidget(m_splitter, 1);
    m_inspector->setMinimumWidth(260);
    m_inspector->showPreview(*m_preview);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(makePaletteColumn());
    m_splitter->addWidget(makeCanvasColumn());
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    m_splitter->setSizes({kPaletteWidth, 800, kInspectorWidth});
    connect(m_scene, &QGraphicsScene::selectionChanged, this, &DesignPage::showSelection);
    connect(m_scene, &TopologyScene::linkDrawn, m_inspector, &Inspector::focusFirstField);
    connect(m_view, &TopologyView::editWanted, m_inspector, &Inspector::focusFirstField);
    connect(m_inspector, &Inspector::leaveWanted, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_inspector, &Inspector::testWanted, this, &DesignPage::testHosts);
    connect(m_inspector, &Inspector::removeWanted, m_scene, &TopologyScene::removeSelected);
    connect(&m_document, &ExperimentDocument::changed, this, &DesignPage::forgetMendedProblem);
    connect(&m_document, &ExperimentDocument::changed, this, &DesignPage::endStart);
    connect(m_live, &LiveProblems::changed, this, &DesignPage::showProblems);
    connect(m_preview, &LivePreview::changed, this, &DesignPage::forecast);
    connect(m_forecast, &LiveForecast::changed, this,
            [this] { m_inspector->showForecast(m_forecast->table()); });
    connect(&m_document, &ExperimentDocument::replaced, this, [this] { layOutUnplaced(m_document); });
    connect(&m_document, &ExperimentDocument::replaced, m_view, &TopologyView::zoomToFit);
    showSelection();
    showProblems();
}

QWidget* DesignPage::makeCanvasColumn()
{
    auto* column = m_canvasSplitter = new QSplitter(Qt::Vertical, this);
    column->setHandleWidth(1);
    column->addWidget(m_view);
    column->addWidget(m_problemPanel);
    column->setStretchFactor(0, 1);
    column->setCollapsible(0, false);
    column->setCollapsible(1, false);
    column->setSizes({1000, kProblemListHeight});
    m_problemPanel->setMinimumHeight(kProblemListHeight * 2 / 3);
    m_problemPanel->model().setPlaceNames(
        [this](const std::string& key) { return m_inspector->nameOfKey(key); });
    m_problemPanel->hide();
    connect(m_problemPanel, &ProblemPanel::jumpWanted, this, &DesignPage::goToAll);
    connect(m_problemPanel, &ProblemPanel::remedyWanted, this, &DesignPage::mend);
    connect(m_problemPanel, &ProblemPanel::closeWanted, this, [this] { showProblemList(false); });
    m_canvasColumn = new QWidget(this);
    auto* layout = new QVBoxLayout(m_canvasColumn);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_fillIn = new FillInStrip(
        m_document, [this](const std::string& key) { return m_inspector->labelOfKey(key); }, m_canvasColumn);
    connect(m_fillIn, &FillInStrip::fieldsWanted, this, &DesignPage::goToAll);
    layout->addWidget(m_fillIn);
    layout->addWidget(column, 1);
    return m_canvasColumn;
}

void DesignPage::showTests(HostTests& tests)
{
    m_tests = &tests;
    m_tests->setNeeds([this](const Experiment& experiment) {
        const std::optional<Result<ModelCosts>>& costs = m_live->costs();
        return costs && *costs ? needsOfHosts(experiment, **costs) : NeedsOfHosts{};
    });
    connect(m_live, &LiveProblems::changed, m_tests, &HostTests::holdAgainstNeeds);
    m_live->follow(tests);
    m_testPanel = new HostTestPanel(tests, m_canvasSplitter);
    m_testPanel->setMinimumHeight(kProblemListHeight * 2 / 3);
    m_testPanel->setVisible(!tests.tests().empty());
    m_canvasSplitter->addWidget(m_testPanel);
    m_canvasSplitter->setCollapsible(m_canvasSplitter->indexOf(m_testPanel), false);
    m_canvasSplitter->setSizes({1000, kProblemListHeight, kTestListHeight});
    new ListTurns(*m_problemPanel, *m_testPanel, *m_canvasSplitter);
    connect(m_testPanel, &HostTestPanel::jumpWanted, this, &DesignPage::goTo);
    connect(m_testPanel, &HostTestPanel::closeWanted, m_testPanel, &QWidget::hide);
    connect(m_testPanel, &HostTestPanel::drawingWanted, this,
            [this] { drawBandwidths(m_document, bandwidthsToDraw(m_tests->linkRates())); });
    connect(m_tests, &HostTests::changed, this, &DesignPage::showMeasuredLinks);
    showMeasuredLinks();
    followFirstRun();
}

void DesignPage::followFirstRun()
{
    m_firstRun = new FirstRunCheck(*m_tests, this);
    connect(m_firstRun, &FirstRunCheck::begun, this, [this] {
        m_testPanel->show();
        m_problems->tell(
            tr("This is the first run on some of these hosts: they are tested first, and the run "
               "begins by itself when all is well."));
    });
    connect(m_firstRun, &FirstRunCheck::passed, m_problems, &QWidget::hide);
    connect(m_firstRun, &FirstRunCheck::passed, this, &DesignPage::runWanted);
    connect(m_firstRun, &FirstRunCheck::failed, this, [this] {
        m_problems->say(tr("Not everything is in order, as the list below the canvas says. Mend it, or press "
                           "Run once more to begin all the same."));
    });
}

bool DesignPage::testsFirst()
{
    return m_firstRun->holdsBack(m_document.experiment());
}

void DesignPage::showMeasuredLinks()
{
    m_scene->setLinkMarks(linkMarks(m_tests->topology(), m_tests->linkRates()));
}

void DesignPage::showRehearsal(LiveRehearsal& rehearsal)
{
    m_rehearsalActions = new RehearsalActions(rehearsal, {m_document, *m_scene, *m_view}, this);
    m_canvasActions->offerMore([this](QMenu& menu) { m_rehearsalActions->addEnabledTo(menu); });
    const auto show = [this, &rehearsal] { m_scene->setBadges(badgesOf(rehearsal.disturbances())); };
    connect(&rehearsal, &LiveRehearsal::changed, m_scene, show);
    connect(&rehearsal, &LiveRehearsal::refused, this,
            [this](const Error& error) { say(errorSentence(error)); });
    connect(&rehearsal, &LiveRehearsal::failed, this,
            [this](const Error& error) { say(errorSentence(error)); });
    show();
}

void DesignPage::testHosts()
{
    std::set<std::string> hosts;
    for (const std::string& id : m_scene->selection().nodes) {
        if (findHost(m_document.experiment().topology, id))
            hosts.insert(id);
    }
    m_document.endGesture();
    m_tests->test(hosts);
    m_testPanel->show();
}

void DesignPage::showStart(const QString& shownTemplate)
{
    endStart();
    m_start = new StartStrip(programPaths().templates, shownTemplate, m_canvasColumn);
    addStrip(*m_start);
    connect(m_start, &StartStrip::templateWanted, this, &DesignPage::templateWanted);
    connect(m_start, &StartStrip::galleryWanted, this, &DesignPage::galleryWanted);
}

void DesignPage::addStrip(QWidget& strip)
{
    m_canvasColumn->layout()->addWidget(&strip);
}

void DesignPage::endStart()
{
    if (m_start)
        m_start->deleteLater();
    m_start = nullptr;
}

void DesignPage::showProblemList(bool isShown)
{
    if (isShown == showsProblemList())
        return;
    m_problemPanel->setVisible(isShown);
    emit problemListShown(isShown);
}

bool DesignPage::showsProblemList() const
{
    return !m_problemPanel->isHidden();
}

void DesignPage::showProblems()
{
    m_problemPanel->setProblems(m_live->told());
    m_inspector->showProblems(m_live->problems());
    m_inspector->showCosts(m_live->costs());
    m_scene->setNotices(noticesByNode());
    forecast();
    forgetMendedProblem();
}

void DesignPage::forecast()
{
    std::optional<std::int64_t> samples;
    const std::optional<PreviewedData>& seen = m_preview->data();
    if (const PreviewPart* training = seen ? seen->part(DataPart::Training) : nullptr)
        samples = training->samples;
    m_forecast->follow(m_live->forecastInput(samples));
}

std::map<std::string, QString> DesignPage::noticesByNode() const
{
    std::map<std::string, QString> notices;
    for (const Problem& problem : m_live->ofDrawing()) { // lamps tell of tests
        for (const std::string& node : m_inspector->elementsOfKey(problem.error.key).nodes) {
            QString& text = notices[node];
            text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + errorSentence(problem.error);
        }
    }
    return notices;
}

QWidget* DesignPage::makePaletteColumn()
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 12, 0, 12);
    auto* heading = new QLabel(tr("Hosts"), column);
    heading->setProperty("heading", true);
    heading->setContentsMargins(16, 0, 16, 4);
    auto* hosts = new HostPalette(column);
    hosts->setMinimumWidth(150);
    auto* hint = new QLabel(tr("Drag a host to the canvas, or double-click it."), column);
    hint->setProperty("muted", true);
    hint->setWordWrap(true);
    hint->setContentsMargins(16, 0, 16, 0);
    layout->addWidget(heading);
    layout->addWidget(hosts, 1);
    layout->addWidget(hint);
    m_canvasActions = new CanvasActions(m_document, *m_scene, *m_view, *hosts);
    connect(m_canvasActions, &CanvasActions::failed, m_problems, &ProblemBar::say);
    m_leftColumn = new QSplitter(Qt::Vertical, this);
    m_leftColumn->setHandleWidth(1);
    m_leftColumn->addWidget(column);
    m_leftColumn->setCollapsible(0, false);
    connect(m_canvasActions, &CanvasActions::listWanted, this, &DesignPage::showElementList);
    return m_leftColumn;
}

void DesignPage::showElementList(bool isShown)
{
    if (!m_elementList && isShown) {
        m_elementList = new ElementList(m_document, *m_scene, m_leftColumn);
        m_leftColumn->addWidget(m_elementList);
        connect(m_elementList, &ElementList::shown, m_view, &TopologyView::reveal);
        connect(m_elementList, &ElementList::editWanted, m_inspector, &Inspector::focusFirstField);
    }
    if (m_elementList)
        m_elementList->setVisible(isShown);
    if (!isShown)
        return;
    // Its columns want more room than the palette.
    QList<int> sizes = m_splitter->sizes();
    const int more = kListWidth - sizes[0];
    if (more > 0 && sizes[1] - more > kLeastCanvas)
        m_splitter->setSizes({kListWidth, sizes[1] - more, sizes[2]});
    m_elementList->setFocus();
}

void DesignPage::showSelection()
{
    m_document.endGesture();
    m_inspector->showElements(m_scene->selection());
}

void DesignPage::forgetMendedProblem()
{
    if (m_firstRun && m_firstRun->isWaiting())
        return; // which is what it says
    if (m_problems->isVisible() && errorCount(m_live->problems()) == 0 && !m_inspector->firstDraft())
        m_problems->hide();
}

void DesignPage::goTo(const std::string& key)
{
    goToAll({QString::fromStdString(key)});
}

/// To the one field of all these elements.
void DesignPage::goToAll(const QStringList& keys)
{
    ElementSet elements = m_inspector->elementsOfKey(keys.first().toStdString());
    for (const QString& key : keys)
        elements.nodes.merge(m_inspector->elementsOfKey(key.toStdString()).nodes);
    m_view->reveal(elements);
    m_inspector->focusKey(keys.first().toStdString());
}

void DesignPage::mend(Remedy remedy)
{
    std::set<std::string> hosts;
    for (const Problem& problem : m_live->problems()) {
        if (problem.remedy == remedy)
            hosts.merge(m_inspector->elementsOfKey(problem.error.key).nodes);
    }
    trainOnProcessors(m_document, hosts);
}

bool DesignPage::isReadyToRun()
{
    const Problems& problems = m_live->problems();
    std::vector<Error> errors;
    for (std::size_t index = 0; index < errorCount(problems); ++index) // they come first
        errors.push_back(problems[index].error);
    return isReady(errors);
}

bool DesignPage::isReadyToRehearse()
{
    return isReady(checkExperiment(rehearsedExperiment(m_document.experiment())));
}

bool DesignPage::isReady(const std::vector<Error>& errors)
{
    m_problems->hide();
    if (const std::optional<ElementSet> draft = m_inspector->firstDraft()) {
        m_scene->select(*draft);
        m_problems->say(tr("Cannot run yet: a field holds no value. It is marked in red on the right."));
        return false;
    }
    if (errors.empty())
        return true;
    QString text = tr("Cannot run yet. %1").arg(m_problemPanel->model().textOf(errors.front()));
    if (errors.size() > 1)
        text += u' ' + tr("(%Ln more problem(s))", nullptr, static_cast<int>(errors.size()) - 1);
    goTo(errors.front().key);
    m_problems->say(text);
    return false;
}

void DesignPage::say(const QString& problem)
{
    m_problems->say(problem);
}

QString DesignPage::problemText() const
{
    return m_problems->text();
}

QByteArray DesignPage::saveLayout() const
{
    return m_splitter->saveState();
}

void DesignPage::restoreLayout(const QByteArray& layout)
{
    if (!layout.isEmpty())
        m_splitter->restoreState(layout);
}

} // namespace lockstep
