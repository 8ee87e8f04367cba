// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/network/run_network_panel.h"

#include "app/blame/blame_texts.h"
#include "app/blame/run_blame.h"
#include "app/network/network_texts.h"
#include "app/network/network_view.h"
#include "app/text/plain_text.h"
#include "engine/protocol/process_placement.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kRefreshMs = 500;
constexpr int kVerdictLines = 2;

} // namespace

struct RunNetworkPanel::State {
    State(const RunSummary& runSummary, const MetricStore& runStore, RunNetworkPanel* panel)
        : summary(runSummary), store(runStore), verdict(new QLabel(panel)), zoomOut(new QToolButton(panel)),
          zoomIn(new QToolButton(panel)), all(new QPushButton(panel)),
          view(new NetworkView(picture, runSummary, panel))
    {
        clock.start();
    }
    double now() const { return static_cast<double>(clock.elapsed()) * 1e-3; }
    const Culprit& judge()
    {
        judged = now();
        return blame.judge(judged);
    }

    const RunSummary& summary;
    const MetricStore& store;
    NetworkPicture picture;
    MeasuredTraffic traffic;
    RunBlame blame{Experiment()};
    QElapsedTimer clock; ///< of `blame`
    double judged = 0;   ///< when it last was asked
    DrawnRoutes routes;
    std::set<int> away;
    QTimer timer;
    QLabel* verdict;
    QToolButton* zoomOut;
    QToolButton* zoomIn;
    QPushButton* all;
    NetworkView* view;
};

RunNetworkPanel::RunNetworkPanel(const RunSummary& summary, const MetricStore& store, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(summary, store, this))
{
    build();
    retranslate();
    State& state = *m_state;
    connect(state.zoomIn, &QToolButton::clicked, state.view, &NetworkView::zoomIn);
    connect(state.zoomOut, &QToolButton::clicked, state.view, &NetworkView::zoomOut);
    connect(state.all, &QPushButton::clicked, state.view, &NetworkView::showAll);
    connect(state.view, &NetworkView::rankChosen, this,
            [this](int rank) { emit momentChosen({.rank = rank}); });
    connect(state.view, &NetworkView::hostChosen, this, &RunNetworkPanel::chooseHost);
    state.timer.setInterval(kRefreshMs);
    connect(&state.timer, &QTimer::timeout, this, &RunNetworkPanel::refresh);
}

RunNetworkPanel::~RunNetworkPanel()
{
    delete m_state->view; // before the picture that it looks at
}

void RunNetworkPanel::build()
{
    State& state = *m_state;
    setObjectName(QStringLiteral("networkPanel"));
    state.view->setObjectName(QStringLiteral("networkView"));
    state.verdict->setObjectName(QStringLiteral("slowestPart"));
    state.verdict->setTextFormat(Qt::PlainText);
    state.verdict->setWordWrap(true);
    state.verdict->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    // The picture must not jump when the sentence is another.
    state.verdict->setFixedHeight(kVerdictLines * state.verdict->fontMetrics().lineSpacing() + 4);
    state.zoomIn->setText(QStringLiteral("+"));
    state.zoomOut->setText(QStringLiteral("−"));
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(12, 8, 10, 6);
    tools->setSpacing(6);
    tools->addWidget(state.verdict, 1);
    tools->addWidget(state.zoomOut);
    tools->addWidget(state.zoomIn);
    tools->addWidget(state.all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(tools);
    layout->addWidget(state.view, 1);
}

void RunNetworkPanel::retranslate()
{
    State& state = *m_state;
    setWindowTitle(tr("Network"));
    state.view->setAccessibleName(tr("The cluster of this run"));
    state.verdict->setToolTip(
        wrappedText(tr("From the last steps of all ranks: how much shorter a step "
                       "would be if no rank waited for data, if no rank "
                       "computed longer than most do, or if nothing had to be sent. "
                       "The largest is named when it is worth a tenth "
                       "of the step; a loader, a rank or a link that most of the last "
                       "steps show to be out of line, and a host that is silent, before "
                       "all. Links are as thick and as coloured as their "
                       "busier direction is against what is drawn.")));
    state.all->setText(tr("All"));
    state.all->setToolTip(tr("Show the whole cluster (Home)"));
    state.zoomIn->setAccessibleName(tr("Zoom in"));
    state.zoomIn->setToolTip(tr("Zoom in (+, or the wheel)"));
    state.zoomOut->setAccessibleName(tr("Zoom out"));
    state.zoomOut->setToolTip(tr("Zoom out (−, or the wheel)"));
}

void RunNetworkPanel::setExperiment(const Experiment& experiment)
{
    State& state = *m_state;
    state.traffic = {};
    state.blame = RunBlame(experiment);
    state.routes = DrawnRoutes(experiment.topology);
    state.away.clear();
    state.picture.setExperiment(experiment);
    state.view->showAll();
    refresh();
}

void RunNetworkPanel::setLoaded()
{
    const std::vector<Placement> ranks = placeRanks(m_state->picture.experiment());
    m_state->traffic.recall(m_state->store.table(), static_cast<int>(ranks.size()));
    refresh();
}

void RunNetworkPanel::take(int rank, std::span<const Record> records)
{
    State& state = *m_state;
    state.traffic.take(rank, records);
    state.blame.take(rank, records, state.now());
    // While nobody looks too: what it finds must have stayed to be named.
    if (state.now() - state.judged >= kRefreshMs * 1e-3)
        state.judge();
}

void RunNetworkPanel::setAway(const std::set<int>& hosts)
{
    if (hosts == m_state->away)
        return;
    m_state->away = hosts;
    refresh();
}

QString RunNetworkPanel::verdict() const
{
    return m_state->verdict->text();
}

void RunNetworkPanel::refresh()
{
    State& state = *m_state;
    const Experiment& experiment = state.picture.experiment();
    const Topology& topology = experiment.topology;
    NetworkState now;
    const std::vector<Flow> flows = state.traffic.flows();
    now.load = networkLoad(topology, state.routes, flows, experiment.training);
    now.times = recentTimes(state.store.table(), static_cast<int>(state.summary.ranks().size()));
    now.slowest = slowestPart(now.times, topology, now.load);
    now.away = state.away;
    // One who is out of line comes before where the time of a run goes that is as it was drawn.
    const Culprit& culprit = state.judge();
    state.verdict->setText(isToBlame(culprit.kind)
                               ? blameSentence(culprit, topology)
                               : slowestSentence(now.slowest, topology, state.summary, now.load));
    state.picture.show(state.summary, std::move(now));
    state.view->follow();
}

void RunNetworkPanel::chooseHost(std::size_t host)
{
    QVector<int> ranks;
    for (const auto& [number, rank] : m_state->summary.ranks())
        if (rank.hostIndex == static_cast<int>(host))
            ranks.append(number);
    if (!ranks.isEmpty())
        emit ranksChosen(ranks);
}

void RunNetworkPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_state->timer.start();
}

void RunNetworkPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state->timer.stop();
}

void RunNetworkPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_state->picture.setExperiment(Experiment(m_state->picture.experiment())); // cards say texts
    refresh();
}

} // namespace lockstep
