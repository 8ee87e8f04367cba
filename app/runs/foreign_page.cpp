// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/foreign_page.h"

#include "app/logs/foreign/foreign_logs.h"
#include "app/logs/log_panel.h"
#include "app/metrics/metric_store.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_spec.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/theme/card.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockstep {

struct ForeignPage::State {
    explicit State(ForeignPage* page)
        : notice(new QLabel(page)), loss(new MetricPlot(store, lossPlotSpec(), page)),
          accuracy(new MetricPlot(store, epochPlotSpec(), page)), logs(new LogPanel(page))
    {
    }

    MetricStore store;
    std::vector<Sentence> notes;
    std::unique_ptr<ForeignLoader> loader;
    QLabel* notice;
    MetricPlot* loss;
    MetricPlot* accuracy;
    LogPanel* logs;
    QWidget* logCard = nullptr;
};

ForeignPage::ForeignPage(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    for (const MetricPlot* plot : {m_state->loss, m_state->accuracy})
        connect(plot, &MetricPlot::rankClicked, m_state->logs, &LogPanel::showRank);
}

ForeignPage::~ForeignPage() = default;

void ForeignPage::build()
{
    State& state = *m_state;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 14);
    layout->setSpacing(10);
    state.notice->setTextFormat(Qt::PlainText);
    state.notice->setWordWrap(true);
    state.notice->hide();
    layout->addWidget(state.notice);
    auto* parts = new QSplitter(Qt::Vertical);
    state.logCard = framed(state.logs);
    auto* plots = new QSplitter(Qt::Horizontal);
    for (MetricPlot* plot : {state.loss, state.accuracy})
        plots->addWidget(framed(plot));
    for (QSplitter* splitter : {plots, parts}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(10);
    }
    parts->addWidget(plots);
    parts->addWidget(state.logCard);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    layout->addWidget(parts, 1);
}

void ForeignPage::begin(const QString& name)
{
    setWindowTitle(inertString(name));
    for (MetricPlot* plot : {m_state->loss, m_state->accuracy})
        plot->setRunName(inertString(name));
}

void ForeignPage::openLogs(const QStringList& files)
{
    State& state = *m_state;
    const QVector<LogSource> logs = foreignSources(files);
    if (logs.isEmpty())
        return;
    const QString name = QFileInfo(files.front()).fileName();
    begin(name);
    state.logs->setLogs(logs, name);
    state.loader = std::make_unique<ForeignLoader>();
    connect(state.loader.get(), &ForeignLoader::progress, this, [this, name](double part) {
        m_state->notice->setText(
            tr("Reading %1: %2 %").arg(inertString(name)).arg(static_cast<int>(part * 100)));
        m_state->notice->show();
    });
    connect(state.loader.get(), &ForeignLoader::loaded, this, [this] { take(m_state->loader->take()); });
    state.loader->load(logs);
}

void ForeignPage::showCurves(ForeignCurves curves)
{
    m_state->logCard->hide();
    begin(curves.name);
    take(std::move(curves));
}

void ForeignPage::take(ForeignCurves curves)
{
    State& state = *m_state;
    state.notes = std::move(curves.notes);
    state.store.replace(std::move(curves.metrics));
    for (MetricPlot* plot : {state.loss, state.accuracy})
        plot->fit();
    sayNotes();
}

void ForeignPage::sayNotes()
{
    QStringList notes;
    for (const Sentence& note : m_state->notes)
        notes.append(inertString(sentenceText(note)));
    m_state->notice->setText(notes.join(u'\n'));
    m_state->notice->setVisible(!notes.isEmpty());
}

void ForeignPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        sayNotes();
}

} // namespace lockstep
