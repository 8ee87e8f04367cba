// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep_window.h"

#include "app/runs/connection_questions.h"
#include "app/settings/own_window.h"
#include "app/text/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{640, 420};

} // namespace

SweepWindow::SweepWindow(RemoteOptions options, Sweep sweep, QWidget* parent)
    : QWidget(parent, Qt::Window), m_runner(std::move(options), std::move(sweep)),
      m_table(new QTableView(this)), m_progress(new QProgressBar(this)), m_hint(new QLabel(this)),
      m_stop(new QPushButton(this))
{
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    // Why a run failed or could not begin is read in its row.
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table,
            &QTableView::resizeRowsToContents, Qt::QueuedConnection); // it comes from within a layout, too
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_hint->setObjectName(QStringLiteral("sweepHint"));
    m_hint->setProperty("muted", true);
    m_hint->setWordWrap(true);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_progress, 1);
    bar->addWidget(m_stop);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_hint);
    connect(m_stop, &QPushButton::clicked, this, &SweepWindow::stop);
    connectRunner();
    retranslate();
    standAlone(*this, kFirstSize);
}

void SweepWindow::connectRunner()
{
    connect(&m_runner, &SweepRunner::controllerMade, this, [this](int point, RunController& controller) {
        auto* questions = new ConnectionQuestions(controller, this);
        connect(&controller, &QObject::destroyed, questions, &QObject::deleteLater);
        connect(&controller, &RunController::phaseChanged, this,
                [this, point](RunPhase phase) { m_model.setPhase(point, phase); });
        emit runFollowed(controller);
    });
    connect(&m_runner, &SweepRunner::pointBegan, this, &SweepWindow::runsChanged);
    connect(&m_runner, &SweepRunner::pointEnded, this, [this](int point, const RunInfo& info) {
        m_model.setEnd(point, info);
        showProgress();
        emit runsChanged();
    });
    connect(&m_runner, &SweepRunner::pointRefused, this, [this](int point, const Error& error) {
        m_model.setError(point, error);
        showProgress();
    });
    connect(&m_runner, &SweepRunner::ended, this, [this] {
        m_hasEnded = true;
        showProgress();
        emit sweepEnded(m_model.outcome());
    });
}

Result<void> SweepWindow::start()
{
    if (const Result<void> started = m_runner.start(); !started)
        return started;
    m_model.setSweep(m_runner.sweep(), m_runner.points());
    for (int point = 0; point < m_runner.points().size(); ++point) {
        if (const auto phase = m_runner.keptPhase(point))
            m_model.setPhase(point, *phase);
    }
    m_table->resizeColumnsToContents();
    showProgress();
    return {};
}

void SweepWindow::stop()
{
    m_stop->setEnabled(false);
    m_runner.stop();
}

void SweepWindow::showProgress()
{
    m_progress->setRange(0, std::max(1, m_model.rowCount()));
    m_progress->setValue(m_model.endedCount());
    m_progress->setFormat(
        tr("%1 of %Ln run(s)", nullptr, m_model.rowCount()).arg(countText(m_model.endedCount())));
    m_stop->setEnabled(m_stop->isEnabled() && !m_hasEnded);
    m_hint->setText(m_hasEnded
                        ? outcomeText(m_model.outcome()) + u' ' +
                              tr("Its runs are among the others, under the tag %1.").arg(m_runner.sweep().id)
                        : tr("Closing this window begins no more runs; those that train go on. What is left "
                             "goes on from the list of runs."));
}

void SweepWindow::retranslate()
{
    setWindowTitle(tr("Sweep of “%1”").arg(QString::fromStdString(m_runner.sweep().experiment.name)));
    m_table->setAccessibleName(tr("Runs of the sweep"));
    m_stop->setText(tr("Stop the sweep"));
    m_model.retranslate();
    showProgress();
}

void SweepWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
