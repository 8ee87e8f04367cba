// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_panel.h"

#include "app/checkpoints/checkpoint_actions.h"
#include "app/checkpoints/checkpoint_bar.h"
#include "app/checkpoints/checkpoint_deeds.h"
#include "app/checkpoints/checkpoint_table.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockstep {

struct CheckpointPanel::State {
    explicit State(CheckpointPanel* panel)
        : actions(panel), run(programPaths().engine), deeds(run, *panel),
          table(new CheckpointTable(model, panel)), empty(new QLabel(panel)),
          bar(new CheckpointBar(actions, panel))
    {
    }

    CheckpointModel model;
    CheckpointActions actions;
    RunCheckpoints run;
    CheckpointDeeds deeds;
    CheckpointTable* table;
    QLabel* empty;
    CheckpointBar* bar;
    QVector<KeptCheckpoint> kept; ///< as the journals tell
    bool isLive = false;
};

CheckpointPanel::CheckpointPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    connectActions();
    connectDeeds();
    retranslate();
}

CheckpointPanel::~CheckpointPanel()
{
    // The table and the bar use what m_state holds, and would go after it.
    delete m_state->table;
    delete m_state->bar;
}

void CheckpointPanel::build()
{
    State& state = *m_state;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    state.empty->setAlignment(Qt::AlignCenter);
    state.empty->setWordWrap(true);
    state.empty->setProperty("muted", true);
    state.empty->setMargin(16);
    auto* stack = new QStackedLayout;
    stack->addWidget(state.empty);
    stack->addWidget(state.table);
    // In a low window it is the table that gives way, not the last line of what is told below it.
    state.table->setMinimumHeight(1);
    layout->addLayout(stack, 1);
    layout->addWidget(state.bar);
    state.table->addActions(state.actions.all());
    connect(&state.model, &QAbstractItemModel::modelReset, this,
            [stack, this] { stack->setCurrentIndex(m_state->model.rowCount() > 0 ? 1 : 0); });
}

void CheckpointPanel::connectActions()
{
    State& state = *m_state;
    // An action of one checkpoint is enabled only where one is chosen.
    const auto forOne = [this](QAction& action, void (CheckpointDeeds::*deed)(const CheckpointEntry&)) {
        connect(&action, &QAction::triggered, this,
                [this, deed] { (m_state->deeds.*deed)(m_state->table->chosen().first()); });
    };
    const auto forAll = [this](QAction& action,
                               void (RunCheckpoints::*deed)(const RunCheckpoints::Entries&)) {
        connect(&action, &QAction::triggered, this,
                [this, deed] { (m_state->run.*deed)(m_state->table->chosen()); });
    };
    CheckpointActions& actions = state.actions;
    forOne(actions.inside, &CheckpointDeeds::lookInside);
    forOne(actions.evaluate, &CheckpointDeeds::evaluate);
    forOne(actions.exportWeights, &CheckpointDeeds::exportWeights);
    forOne(actions.resume, &CheckpointDeeds::resume);
    forOne(actions.fineTune, &CheckpointDeeds::fineTune);
    forOne(actions.openFolder, &CheckpointDeeds::openFolder);
    forOne(actions.discard, &CheckpointDeeds::remove);
    forAll(actions.fetch, &RunCheckpoints::fetch);
    forAll(actions.check, &RunCheckpoints::verify);
    connect(&actions.compare, &QAction::triggered, this, [this] {
        const RunCheckpoints::Entries chosen = m_state->table->chosen();
        m_state->deeds.compare(chosen.last(), chosen.first());
    });
    connect(state.table, &QTableView::activated, &actions.inside, &QAction::trigger);
    connect(state.table, &CheckpointTable::choiceChanged, this, &CheckpointPanel::updateActions);
}

void CheckpointPanel::connectDeeds()
{
    State& state = *m_state;
    CheckpointDeeds& deeds = state.deeds;
    const auto complain = [this](const Error& error) {
        m_state->bar->say(inertString(errorMessage(error)), true);
    };
    connect(&state.run, &RunCheckpoints::outdated, this, &CheckpointPanel::refresh);
    connect(&state.run, &RunCheckpoints::failed, state.bar, complain);
    connect(&deeds, &CheckpointDeeds::failed, state.bar, complain);
    connect(&deeds, &CheckpointDeeds::told, state.bar,
            [this](const QString& text) { m_state->bar->say(text); });
    connect(&deeds, &CheckpointDeeds::resumeWanted, this, &CheckpointPanel::resumeWanted);
    connect(&deeds, &CheckpointDeeds::experimentWanted, this, &CheckpointPanel::experimentWanted);
    connect(&deeds, &CheckpointDeeds::insideWanted, this, &CheckpointPanel::insideWanted);
    connect(&deeds, &CheckpointDeeds::comparisonWanted, this, &CheckpointPanel::comparisonWanted);
    connect(&deeds, &CheckpointDeeds::evaluationWanted, this, &CheckpointPanel::evaluationWanted);
    CheckpointQueue& queue = state.run.queue();
    connect(&queue, &CheckpointQueue::hostOrdered, this, &CheckpointPanel::hostOrdered);
    connect(&queue, &CheckpointQueue::hostTakenBack, this, &CheckpointPanel::hostTakenBack);
    connect(&queue, &CheckpointQueue::progressed, state.bar, &CheckpointBar::showProgress);
    connect(&queue, &CheckpointQueue::progressed, this, [this](qint64 done, qint64 total) {
        const CheckpointStep* step = m_state->run.queue().present();
        if (step && step->kind == CheckpointStep::Kind::EvaluateOnHost)
            emit evaluationProgressed(step->path, done, total);
    });
    connect(&queue, &CheckpointQueue::hostEvaluated, this, &CheckpointPanel::hostEvaluated);
    connect(&queue, &CheckpointQueue::failed, this, &CheckpointPanel::workFailed);
    connect(&queue, &CheckpointQueue::moved, this, [this] {
        m_state->bar->showStep(m_state->run.queue().present());
        updateActions();
        if (!m_state->run.queue().present())
            emit workEnded();
    });
    connect(state.bar, &CheckpointBar::cancelled, &queue, &CheckpointQueue::cancel);
}

void CheckpointPanel::retranslate()
{
    State& state = *m_state;
    state.empty->setText(tr("Checkpoints appear here as they are written, the best one marked."));
    state.actions.retranslate();
    state.bar->retranslate();
    state.table->retranslate();
}

void CheckpointPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

void CheckpointPanel::setFolder(const RunFolder& folder)
{
    m_state->run.setFolder(folder);
    refresh();
}

void CheckpointPanel::setSummary(const RunSummary& summary)
{
    QVector<KeptCheckpoint> kept = summary.checkpoints();
    if (kept == m_state->kept)
        return;
    m_state->kept = std::move(kept);
    refresh();
}

void CheckpointPanel::setLive(bool isLive)
{
    m_state->isLive = isLive;
    m_state->deeds.setLive(isLive);
    updateActions();
}

void CheckpointPanel::evaluateOnHost(const QString& checkpoint)
{
    m_state->run.queue().add({{.kind = CheckpointStep::Kind::EvaluateOnHost, .path = checkpoint}});
}

void CheckpointPanel::cancelWork()
{
    m_state->run.queue().cancel();
}

void CheckpointPanel::hostProgressed(const QString& checkpoint, qint64 done, qint64 total)
{
    m_state->run.queue().hostProgressed(checkpoint, done, total);
}

void CheckpointPanel::hostFinished(const CheckpointOutcome& outcome)
{
    m_state->run.queue().hostFinished(outcome);
}

void CheckpointPanel::refresh()
{
    State& state = *m_state;
    state.model.update(state.run.list(state.kept), state.run.host());
    updateActions();
}

void CheckpointPanel::updateActions()
{
    State& state = *m_state;
    state.actions.update(
        {state.table->chosen(), state.run.queue().present() != nullptr, state.isLive, state.run.keepsHere()});
}

} // namespace lockstep
