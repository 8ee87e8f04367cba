// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_page.h"

#include "app/checkpoints/checkpoint_panel.h"
#include "app/runs/connection_questions.h"
#include "app/runs/run_view.h"
#include "app/summary/run_loader.h"
#include "app/text/error_text.h"
#include "remote/rehearsal/rehearsal_mark.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>

namespace lockstep {

struct RunPage::State {
    RemoteOptions options;
    QStackedLayout* stack = nullptr;
    QLabel* empty = nullptr;
    std::optional<Error> refusal; ///< why the last run did not start, when it did not
    RunView* view = nullptr;
    std::unique_ptr<RunLoader> loader;
    std::unique_ptr<RunController> controller;
    std::optional<RunFolder> folder;
    std::optional<Experiment> drawn; ///< of a rehearsal that began here
    RunPhase phase = RunPhase::Waiting;
};

namespace {

/// What is shown before its hosts have been asked.
RunPhase phaseOf(const RunInfo& info)
{
    const RunPhase told = shownPhase(info.phase, info.exitCode);
    return hasEnded(told) || told == RunPhase::Stopping ? told : RunPhase::Connecting;
}

} // namespace

RunPage::RunPage(RemoteOptions options, QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>())
{
    State& state = *m_state;
    state.options = std::move(options);
    state.stack = new QStackedLayout(this);
    state.empty = new QLabel(this);
    state.empty->setAlignment(Qt::AlignCenter);
    state.empty->setWordWrap(true);
    state.empty->setTextFormat(Qt::PlainText);
    state.empty->setProperty("muted", true);
    showEmpty();
    state.view = new RunView(this);
    state.view->setAccessibleName(tr("Run"));
    state.stack->addWidget(state.empty);
    state.stack->addWidget(state.view);
    connect(state.view, &RunView::resumeRequested, this, [this] { resume({}); });
    connect(state.view, &RunView::leadWanted, this, &RunPage::leadWanted);
    connect(state.view, &RunView::progressed, this, &RunPage::progressed);
    connect(state.view, &RunView::metricBroke, this, &RunPage::metricBroke);
    connect(state.view, &RunView::longerTrainingRequested, this,
            [this](int epochs) { resume({.epochs = epochs}); });
    connect(state.view, &RunView::resumeFromWanted, this,
            [this](qint64 step) { resume({.fromStep = step}); });
    connect(state.view, &RunView::experimentWanted, this, &RunPage::experimentWanted);
    connect(state.view, &RunView::checkpointOrdered, this, &RunPage::orderCheckpoint);
    connect(state.view, &RunView::checkpointTakenBack, this, [this](const QString& checkpoint) {
        if (m_state->controller)
            m_state->controller->takeBackCheckpoint(checkpoint);
    });
}

RunPage::~RunPage() = default;

RunController& RunPage::freshController()
{
    State& state = *m_state;
    // The old one may be the sender of the signal that led here.
    if (RunController* old = state.controller.release())
        old->deleteLater();
    state.controller = std::make_unique<RunController>(state.options);
    RunController& controller = *state.controller;
    connect(&controller, &RunController::phaseChanged, this, [this](RunPhase phase) { setPhase(phase); });
    connect(&controller, &RunController::hostChanged, this, &RunPage::showHost);
    if (!state.drawn)
        connect(&controller, &RunController::hostReported, this, &RunPage::hostReported);
    connect(&controller, &RunController::recordsReceived, state.view, &RunView::addRecords);
    connect(&controller, &RunController::recordsReceived, this, &RunPage::tellDevices);
    connect(&controller, &RunController::logExtended, state.view,
            [this](int rank) { m_state->view->extendLog(rank); });
    connect(&controller, &RunController::journalDamaged, state.view,
            [this](int, qint64 count) { m_state->view->addDamage(count); });
    CheckpointPanel& checkpoints = state.view->checkpoints();
    connect(&controller, &RunController::checkpointProgress, &checkpoints, &CheckpointPanel::hostProgressed);
    connect(&controller, &RunController::checkpointFinished, &checkpoints, &CheckpointPanel::hostFinished);
    connect(&controller, &RunController::restarted, this, [this] {
        updateFolder();
        showHosts();
    });
    connect(&controller, &RunController::finished, this, [this](const RunInfo& info) {
        updateFolder();
        showEnd(info);
        if (m_state->drawn)
            m_state->controller.release()->deleteLater(); // and with it the stage
        emit ended(info);
    });
    new ConnectionQuestions(controller, this);
    return controller;
}

void RunPage::tellDevices(int rank, const QVector<Record>& records)
{
    for (const Record& record : records) {
        if (const auto* sampled = std::get_if<DeviceSampled>(&record.event))
            emit deviceSampled(rank, *sampled);
    }
}

void RunPage::setPhase(RunPhase phase)
{
    m_state->phase = phase;
    m_state->view->setPhase(phase);
    emit phaseChanged(phase);
}

void RunPage::updateFolder()
{
    State& state = *m_state;
    state.folder = state.controller->folder();
    state.view->updateRun(*state.folder);
}

Result<void> RunPage::start(const Experiment& experiment)
{
    m_state->loader.reset();
    m_state->drawn.reset();
    return showBegun(freshController().start(experiment));
}

Result<void> RunPage::rehearse(const Experiment& drawn, std::shared_ptr<Rehearsal> rehearsal)
{
    m_state->loader.reset();
    m_state->drawn = drawn;
    return showBegun(freshController().rehearse(rehearsedExperiment(drawn), std::move(rehearsal)));
}

Result<void> RunPage::showBegun(const Result<void>& begun)
{
    State& state = *m_state;
    if (!begun) {
        state.refusal = begun.error();
        showEmpty();
        state.stack->setCurrentWidget(state.empty);
        return begun;
    }
    state.folder = state.controller->folder();
    state.view->showRun(*state.folder);
    emit runShown(*experiment());
    showHosts();
    setPhase(state.controller->phase());
    showView();
    return {};
}

Result<void> RunPage::open(const QString& runFolder)
{
    State& state = *m_state;
    Result<RunFolder> folder = RunFolder::open(runFolder);
    if (!folder)
        return folder.error();
    if (RunController* old = state.controller.release())
        old->deleteLater();
    state.folder = *folder;
    state.drawn.reset();
    state.view->showRun(*folder);
    state.view->setLoading(0, 0); // nothing is said of ranks before their journals have been read
    emit runShown(folder->drawn());
    setPhase(phaseOf(folder->info()));
    showView();
    state.loader = std::make_unique<RunLoader>();
    connect(state.loader.get(), &RunLoader::progress, state.view, &RunView::setLoading);
    connect(state.loader.get(), &RunLoader::sketched, this,
            [this] { m_state->view->setSketch(m_state->loader->takeSketch()); });
    connect(state.loader.get(), &RunLoader::loaded, this, [this] { showLoaded(); });
    state.loader->load(*folder);
    return {};
}

void RunPage::showLoaded()
{
    State& state = *m_state;
    LoadedRun run = state.loader->take();
    state.loader.release()->deleteLater();
    const QMap<int, quint64> seen = run.summary.nextSequences(state.folder->info().attempt);
    state.view->setLoaded(std::move(run));
    const RunInfo& info = state.folder->info();
    if (hasEnded(info.phase) && info.complete) {
        showEnd(info);
        return;
    }
    RunController& controller = freshController();
    const Result<void> attached = controller.attach(state.folder->path(), seen);
    if (!attached)
        state.view->showError(attached.error());
    showHosts();
    setPhase(controller.phase());
}

void RunPage::showEnd(const RunInfo& info)
{
    const State& state = *m_state;
    QVector<HostStatus> statuses = state.controller ? state.controller->hosts() : QVector<HostStatus>();
    if (statuses.isEmpty()) // shown from the disk
        statuses.resize(static_cast<qsizetype>(state.folder->experiment().topology.hosts.size()));
    const std::vector<Host>& hosts = state.folder->experiment().topology.hosts;
    for (qsizetype host = 0; host < statuses.size(); ++host) {
        if (hosts[static_cast<std::size_t>(host)].devices.empty())
            continue; // takes no part
        const bool isCulprit = info.culpritHosts.contains(static_cast<int>(host));
        HostStatus& status = statuses[host];
        status.host = static_cast<int>(host);
        status.state = isCulprit ? RunPhase::Failed : state.view->endOfHost(status.host);
        if (isCulprit)
            status.error = info.reason;
        showHost(status);
    }
}

void RunPage::resume(const FurtherAttempt& further)
{
    State& state = *m_state;
    const QString path = state.folder->path();
    RunController& controller = freshController();
    const Result<void> resumed = controller.resume(path, further);
    if (!resumed) {
        state.view->showError(resumed.error());
        return;
    }
    updateFolder();
    emit runShown(state.folder->drawn());
    showHosts();
    setPhase(controller.phase());
}

void RunPage::orderCheckpoint(CheckpointDeed deed, const QString& checkpoint)
{
    State& state = *m_state;
    if (!state.controller && isRehearsal(state.folder->path())) {
        const Error gone{
            LOCKSTEP_TEXT("The run was a rehearsal: its hosts are gone, and their checkpoints with them."),
            {},
            ""};
        state.view->checkpoints().hostFinished({.deed = deed, .checkpoint = checkpoint, .error = gone});
        return;
    }
    if (!state.controller) {
        // A run of the past: its host is asked again.
        const Result<void> attached = freshController().attach(state.folder->path());
        if (!attached) {
            state.controller.reset();
            state.view->checkpoints().hostFinished(
                {.deed = deed, .checkpoint = checkpoint, .error = attached.error()});
            return;
        }
    }
    state.controller->orderCheckpoint(deed, checkpoint);
}

void RunPage::showView()
{
    m_state->stack->setCurrentWidget(m_state->view);
    // Not on Stop, which the space bar would press.
    m_state->view->setFocus();
}

void RunPage::showHost(const HostStatus& status)
{
    m_state->view->setHost(status);
    emit hostChanged(status);
}

void RunPage::showHosts()
{
    for (const HostStatus& status : m_state->controller->hosts())
        showHost(status);
}

void RunPage::showEmpty()
{
    State& state = *m_state;
    state.empty->setText(state.refusal ? errorMessage(*state.refusal)
                                       : tr("Press Run to train the experiment.\n"
                                            "Its hosts, curves, ranks, logs and checkpoints appear here."));
}

void RunPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || !m_state)
        return;
    showEmpty();
    m_state->view->setAccessibleName(tr("Run"));
}

void RunPage::setRunsFolder(const QString& folder)
{
    m_state->options.runsFolder = folder;
}

void RunPage::addTab(QWidget* part)
{
    m_state->view->addTab(part);
}

void RunPage::stop()
{
    if (m_state->controller)
        m_state->controller->stop();
}

RunPhase RunPage::phase() const
{
    return m_state->phase;
}

const Experiment* RunPage::experiment() const
{
    if (m_state->drawn)
        return &*m_state->drawn;
    return m_state->folder ? &m_state->folder->experiment() : nullptr;
}

bool RunPage::isRehearsing() const
{
    return m_state->drawn.has_value();
}

RehearsalRibbon& RunPage::ribbon()
{
    return m_state->view->ribbon();
}

QString RunPage::folder() const
{
    return m_state->folder ? m_state->folder->path() : QString();
}

QString RunPage::title() const
{
    return m_state->folder ? m_state->folder->info().name : QString();
}

} // namespace lockstep
