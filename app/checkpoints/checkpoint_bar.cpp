// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_bar.h"

#include "app/theme/reading_order.h"
#include "engine/protocol/run_files.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace lockstep {

namespace {

/// A bar counts in int; a checkpoint in bytes.
constexpr int kTicks = 1000;

} // namespace

CheckpointBar::CheckpointBar(CheckpointActions& actions, QWidget* parent)
    : QWidget(parent), m_choices(new QWidget(this)), m_more(new QPushButton(this)),
      m_going(new QWidget(this)), m_what(new QLabel(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(this)), m_notice(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(4);
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->hide();
    column->addWidget(m_notice);
    auto* choices = new QHBoxLayout(m_choices);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->addStretch(1);
    for (QAction* action : {&actions.inside, &actions.compare, &actions.evaluate, &actions.fetch})
        offer(*action);
    m_menu.addActions(actions.all());
    m_menu.setToolTipsVisible(true);
    m_more->setMenu(&m_menu);
    choices->addWidget(m_more);
    setReadingOrder({m_choices, m_more});
    column->addWidget(m_choices);
    auto* going = new QHBoxLayout(m_going);
    going->setContentsMargins(0, 0, 0, 0);
    going->addWidget(m_what);
    going->addWidget(m_progress, 1);
    going->addWidget(m_cancel);
    m_progress->setTextVisible(false);
    m_going->hide();
    column->addWidget(m_going);
    connect(m_cancel, &QPushButton::clicked, this, &CheckpointBar::cancelled);
    retranslate();
}

void CheckpointBar::offer(QAction& action)
{
    auto* button = new QPushButton(m_choices);
    const auto follow = [button, &action] {
        button->setText(action.text());
        button->setToolTip(action.toolTip());
        button->setEnabled(action.isEnabled());
    };
    connect(&action, &QAction::changed, button, follow);
    connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    m_choices->layout()->addWidget(button);
    follow();
}

void CheckpointBar::retranslate()
{
    m_more->setText(tr("More"));
    m_cancel->setText(tr("Cancel"));
    m_progress->setAccessibleName(tr("Progress"));
    m_what->setText(stepText());
}

QString CheckpointBar::stepText() const
{
    const auto number = stepOfCheckpointFolder(m_step.path.toStdString());
    const QString step = QLocale().toString(static_cast<qlonglong>(number.value_or(0)));
    switch (m_step.kind) {
    case CheckpointStep::Kind::Fetch:
        return tr("Fetching step %1…").arg(step);
    case CheckpointStep::Kind::CheckOnHost:
        return tr("Verifying step %1 on its host…").arg(step);
    case CheckpointStep::Kind::EvaluateOnHost:
        return tr("Evaluating step %1 on its host…").arg(step);
    case CheckpointStep::Kind::CheckCopy:
        return tr("Verifying step %1 here…").arg(step);
    case CheckpointStep::Kind::Discard:
    case CheckpointStep::Kind::RemoveCopy:
        return tr("Deleting step %1…").arg(step);
    case CheckpointStep::Kind::Export:
        return tr("Exporting step %1…").arg(step);
    default:
        return {};
    }
}

void CheckpointBar::showStep(const CheckpointStep* step)
{
    m_step = step == nullptr ? CheckpointStep() : *step;
    m_choices->setVisible(step == nullptr);
    m_going->setVisible(step != nullptr);
    m_what->setText(stepText());
    m_progress->setRange(0, 0); // until something is known
    if (step != nullptr)
        say({});
}

void CheckpointBar::showProgress(qint64 done, qint64 total)
{
    if (total <= 0)
        return;
    m_progress->setRange(0, kTicks);
    m_progress->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kTicks));
}

void CheckpointBar::say(const QString& text, bool isError)
{
    m_notice->setProperty("errorText", isError);
    m_notice->style()->unpolish(m_notice);
    m_notice->style()->polish(m_notice);
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

} // namespace lockstep
