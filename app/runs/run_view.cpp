// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_view.h"

#include "app/checkpoints/checkpoint_panel.h"
#include "app/logs/log_panel.h"
#include "app/network/run_network_panel.h"
#include "app/plots/plot_page.h"
#include "app/rehearsal/rehearsal_ribbon.h"
#include "app/runs/attempt_table.h"
#include "app/runs/checkpoint_windows.h"
#include "app/runs/host_strip.h"
#include "app/runs/host_texts.h"
#include "app/runs/metric_alarm.h"
#include "app/runs/rank_panel.h"
#include "app/runs/run_banner.h"
#include "app/runs/run_header.h"
#include "app/runs/run_layout.h"
#include "app/runs/run_sentences.h"
#include "app/runs/train_longer_dialog.h"
#include "app/settings/program_paths.h"
#include "app/text/inert_text.h"
#include "app/timeline/time_panel.h"

#include <QEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kTableMs = 100;
constexpr int kRoomyHeight = 680; ///< of the page, which has more of everything from then on

} // namespace

struct RunView::State {
    explicit State(RunView* view)
        : header(new RunHeader(view)), ribbon(new RehearsalRibbon(view)), strip(new HostStrip(view)),
          banner(new RunBanner(view)), plots(new PlotPage(store, view)), ranks(new RankPanel(store, view)),
          checkpoints(new CheckpointPanel(view)), attempts(new AttemptTable(view)), logs(new LogPanel(view)),
          time(new TimePanel(store, view)), network(new RunNetworkPanel(summary, store, view)),
          layout(new RunLayout(view))
    {
    }

    MetricStore store;
    RunSummary summary;
    MetricAlarm alarm;
    std::optional<RunFolder> folder;
    ViewTroubles troubles;
    RunPhase phase = RunPhase::Waiting;
    bool isRehearsal = false; ///< of which nothing goes on
    bool loading = false;
    bool changed = true;
    QTimer timer;

    RunHeader* header;
    RehearsalRibbon* ribbon;
    HostStrip* strip;
    RunBanner* banner;
    PlotPage* plots;
    RankPanel* ranks;
    CheckpointPanel* checkpoints;
    AttemptTable* attempts;
    LogPanel* logs;
    TimePanel* time;
    RunNetworkPanel* network;
    RunLayout* layout;
};

RunView::RunView(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    State& state = *m_state;
    connect(state.header, &RunHeader::resumeRequested, this, &RunView::resumeRequested);
    connect(state.header, &RunHeader::longerTrainingRequested, this, &RunView::askForMoreEpochs);
    connect(state.checkpoints, &CheckpointPanel::hostOrdered, this, &RunView::checkpointOrdered);
    connect(state.checkpoints, &CheckpointPanel::hostTakenBack, this, &RunView::checkpointTakenBack);
    connect(state.checkpoints, &CheckpointPanel::resumeWanted, this, &RunView::resumeFromWanted);
    connect(state.checkpoints, &CheckpointPanel::experimentWanted, this, &RunView::experimentWanted);
    openWindowsOf(*state.checkpoints, programPaths().engine,
                  [this]() -> const RunFolder& { return *m_state->folder; });
    connect(&state.ranks->table(), &RankTable::ranksSelected, this, &RunView::selectRanks);
    connect(&state.ranks->table(), &RankTable::rankActivated, state.logs, &LogPanel::showRank);
    connect(state.time, &TimePanel::momentChosen, this, &RunView::showMoment);
    connect(state.network, &RunNetworkPanel::momentChosen, this, &RunView::showMoment);
    connect(state.network, &RunNetworkPanel::ranksChosen, &state.ranks->table(), &RankTable::selectRanks);
    connect(state.banner, &RunBanner::leadWanted, this, &RunView::followLead);
    connect(state.attempts, &AttemptTable::attemptChosen, this, &RunView::showAttempt);
    connect(state.plots, &PlotPage::rankClicked, &state.ranks->table(), &RankTable::toggleRank);
    connect(state.plots, &PlotPage::momentChosen, this, &RunView::showMoment);
    connect(state.logs, &LogPanel::momentChosen, this, &RunView::showMoment);
    state.timer.setInterval(kTableMs);
    connect(&state.timer, &QTimer::timeout, this, &RunView::refresh);
    state.timer.start();
}

RunView::~RunView() = default;

void RunView::build()
{
    State& state = *m_state;
    setFocusPolicy(Qt::StrongFocus);
    using enum RunLayout::Place;
    nameParts();
    state.layout->addPart(Above, state.plots);
    state.layout->addPart(Above, state.time);
    state.layout->addPart(Above, state.network);
    for (QWidget* part : {static_cast<QWidget*>(state.ranks), static_cast<QWidget*>(state.checkpoints),
                          static_cast<QWidget*>(state.attempts)})
        state.layout->addPart(BelowLeft, part);
    state.layout->addPart(BelowRight, state.logs);
    auto* column = new QVBoxLayout(this);
    column->addWidget(state.header);
    column->addWidget(state.ribbon);
    column->addWidget(state.strip);
    column->addWidget(state.banner);
    column->addWidget(state.layout, 1);
}

void RunView::nameParts()
{
    State& state = *m_state;
    state.plots->setWindowTitle(tr("Plots"));
    state.checkpoints->setWindowTitle(tr("Checkpoints"));
    state.attempts->setWindowTitle(tr("Attempts"));
    state.logs->setWindowTitle(tr("Logs"));
}

void RunView::showRun(const RunFolder& folder)
{
    State& state = *m_state;
    state.summary = RunSummary(folder.experiment());
    state.store.replace({});
    state.alarm = {};
    state.troubles = {};
    state.phase = RunPhase::Waiting;
    state.loading = false;
    state.strip->setHosts(folder.experiment());
    state.network->setExperiment(folder.experiment());
    updateRun(folder);
    state.plots->showRun(folder.info().name, folder.path());
}

void RunView::updateRun(const RunFolder& folder)
{
    State& state = *m_state;
    state.summary.setHosts(folder.experiment()); // a further attempt may be made with others
    if (state.folder && state.folder->info().roster != folder.info().roster)
        state.network->setExperiment(folder.experiment());
    state.folder = folder;
    state.summary.concludeEarlier(folder.info());
    state.summary.setTotalEpochs(folder.experiment().training.epochs);
    state.plots->setExpectedEpochs(folder.experiment().training.epochs);
    state.header->setRun(folder.info());
    state.strip->setRoster(folder.info().roster, folder.info().attempt);
    state.header->setFolder(folder.path());
    const std::optional<RehearsalFacts> rehearsal = rehearsalIn(folder.path());
    state.isRehearsal = rehearsal.has_value();
    state.ribbon->showRehearsal(rehearsal, folder.experiment().topology);
    state.logs->setFolder(folder);
    state.plots->setRunName(inertString(folder.info().name));
    if (hasEnded(folder.info().phase) && folder.info().culprit >= 0)
        state.logs->showRank(folder.info().culprit);
    state.checkpoints->setFolder(folder);
    state.time->setFolder(folder);
    state.changed = true;
    setPhase(state.phase);
    refresh();
}

void RunView::setLoading(qint64 done, qint64 total)
{
    m_state->loading = true;
    m_state->header->setLoading(done, total);
}

void RunView::setSketch(MetricTable sketch)
{
    m_state->store.merge(std::move(sketch));
}

void RunView::setLoaded(LoadedRun run)
{
    State& state = *m_state;
    state.loading = false;
    state.summary = std::move(run.summary);
    state.store.replace(std::move(run.metrics));
    state.alarm.learn(state.store.table(), static_cast<int>(state.summary.ranks().size()));
    state.network->setLoaded();
    state.troubles.damagedLines += static_cast<qint64>(run.damagedLines);
    if (run.error)
        state.troubles.errors.append(*run.error);
    state.changed = true;
    refresh();
}

void RunView::setPhase(RunPhase phase)
{
    m_state->phase = phase;
    m_state->checkpoints->setLive(!hasEnded(phase));
    m_state->changed = true;
    showPhase();
    updateBanner();
}

void RunView::showPhase()
{
    State& state = *m_state;
    const QVector<HostStatus> hosts = state.strip->statuses();
    const RunPhase told = toldPhase(state.phase, hosts);
    state.header->setPhase(state.folder ? shownPhase(told, state.folder->info().exitCode) : told);
    state.ranks->table().setHosts(hosts);
    state.network->setAway(hostsAway(hosts));
}

void RunView::setHost(const HostStatus& status)
{
    m_state->strip->setStatus(status);
    showPhase();
    updateBanner();
}

void RunView::addRecords(int rank, const QVector<Record>& records)
{
    State& state = *m_state;
    const std::span<const Record> all(records.constData(), static_cast<std::size_t>(records.size()));
    const std::span<const Record> fresh = state.summary.take(rank, all);
    if (fresh.empty())
        return;
    state.store.append(rank, fresh);
    state.network->take(rank, fresh);
    state.changed = true;
    for (const QString& sentence : state.alarm.news(state.store.table(), rank))
        emit metricBroke(sentence);
}

void RunView::addDamage(qint64 lines)
{
    m_state->troubles.damagedLines += lines;
    updateBanner();
}

void RunView::showError(const Error& error)
{
    m_state->troubles.errors.append(error);
    updateBanner();
}

void RunView::extendLog(int rank)
{
    m_state->logs->extended(rank);
}

void RunView::addTab(QWidget* part)
{
    m_state->layout->addPart(RunLayout::Place::BelowLeft, part);
}

RehearsalRibbon& RunView::ribbon()
{
    return *m_state->ribbon;
}

CheckpointPanel& RunView::checkpoints()
{
    return *m_state->checkpoints;
}

void RunView::refresh()
{
    State& state = *m_state;
    const bool ended = hasEnded(state.phase);
    // Of what is empty is said whether something may come.
    state.store.setComplete(ended && !state.loading);
    state.logs->setComplete(ended && !state.loading);
    if (!state.folder || state.loading || (ended && !state.changed))
        return;
    if (ended)
        state.summary.conclude(state.folder->info());
    state.header->setProgress(state.summary);
    emit progressed(state.summary);
    state.header->setContinuation(state.isRehearsal ? Continuation::None
                                                    : continuationOf(state.folder->info(), state.summary));
    if (!std::exchange(state.changed, false))
        return;
    state.ranks->setSummary(state.summary);
    state.checkpoints->setSummary(state.summary);
    state.attempts->setRun(state.folder->info(), state.phase, state.summary);
    updateBanner();
}

RunLead RunView::lead() const
{
    const State& state = *m_state;
    return state.folder && hasEnded(state.phase) ? leadOf(state.folder->info()) : RunLead();
}

void RunView::updateBanner()
{
    State& state = *m_state;
    const RunInfo info = state.folder ? state.folder->info() : RunInfo();
    state.banner->say(runSentences(info, *state.strip, state.troubles, state.summary),
                      toneOf(state.phase, info, *state.strip, state.troubles));
    state.banner->offer(state.folder ? leadText(lead(), state.folder->experiment()) : QString());
}

void RunView::followLead()
{
    if (lead().place == RunLead::Place::Log)
        m_state->logs->showEnd(lead().rank);
    else
        emit leadWanted(lead());
}

RunPhase RunView::endOfHost(int host) const
{
    RunSummary ended = m_state->summary;
    ended.conclude(m_state->folder->info());
    return ended.endOfHost(host);
}

void RunView::selectRanks()
{
    const QVector<int> ranks = m_state->ranks->table().selectedRanks();
    m_state->plots->setSelectedRanks(ranks);
    if (ranks.size() == 1)
        m_state->logs->showRank(ranks.first());
}

/// Every part shows what a person pointed at in one of them.
void RunView::showMoment(const Moment& moment)
{
    State& state = *m_state;
    const Moment whole = state.store.table().completed(moment);
    RankTable& table = state.ranks->table();
    if (whole.rank >= 0 && !table.selectedRanks().contains(whole.rank))
        table.selectRanks({whole.rank});
    state.plots->showMoment(whole);
    state.time->showMoment(whole);
    state.logs->showMoment(whole);
    emit momentShown(whole);
}

void RunView::showAttempt(int attempt)
{
    const State& state = *m_state;
    state.logs->showAttempt(attempt);
    const RunInfo& info = state.folder->info();
    const auto earlier = std::ranges::find(info.earlier, attempt, &AttemptInfo::attempt);
    const AttemptInfo& shown = earlier == info.earlier.end() ? info : *earlier;
    if (shown.attempt == attempt && shown.culprit >= 0)
        state.logs->showRank(shown.culprit);
}

void RunView::askForMoreEpochs()
{
    const State& state = *m_state;
    TrainLongerDialog dialog(*state.folder, state.summary, this);
    if (dialog.exec() == QDialog::Accepted)
        emit longerTrainingRequested(dialog.epochs());
}

void RunView::retranslate()
{
    State& state = *m_state;
    nameParts();
    state.changed = true;
    setPhase(state.phase);
    refresh();
}

/// In a low window the plots get what header and hosts can spare.
void RunView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isLow = height() < kRoomyHeight;
    m_state->header->setLow(isLow);
    m_state->strip->setLow(isLow);
    m_state->banner->setLow(isLow);
    layout()->setContentsMargins(14, isLow ? 8 : 12, 14, isLow ? 8 : 14);
    layout()->setSpacing(isLow ? 6 : 10);
}

void RunView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_state)
        setPhase(m_state->phase);
    // The parts say themselves anew when the event comes to them.
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

} // namespace lockstep
