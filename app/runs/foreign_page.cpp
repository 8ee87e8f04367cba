// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/foreign_page.h"

#include "app/interchange/tensorboard/event_reader.h"
#include "app/logs/foreign/foreign_logs.h"
#include "app/logs/log_panel.h"
#include "app/metrics/metric_store.h"
#include "app/plots/plot_arrangement.h"
#include "app/plots/plot_page.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/theme/card.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockstep {

using tensorboard::EventFollower;

struct ForeignPage::State {
    explicit State(ForeignPage* page)
        : notice(new QLabel(page)), plots(new PlotPage(store, page)), logs(new LogPanel(page))
    {
    }

    MetricStore store;
    QString name;
    bool isRead = false; ///< curves are shown
    std::vector<Sentence> notes;
    std::unique_ptr<ForeignLoader> loader;
    std::unique_ptr<EventFollower> events;
    QLabel* notice;
    PlotPage* plots;
    LogPanel* logs;
    QWidget* logCard = nullptr;
};

ForeignPage::ForeignPage(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    connect(m_state->plots, &PlotPage::rankClicked, m_state->logs, &LogPanel::showRank);
    connect(m_state->plots, &PlotPage::momentChosen, m_state->logs, &LogPanel::showMoment);
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
    state.logCard = framed(state.logs);
    auto* parts = new QSplitter(Qt::Vertical);
    spaceCards(*parts);
    parts->addWidget(framed(state.plots));
    parts->addWidget(state.logCard);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    layout->addWidget(parts, 1);
}

void ForeignPage::begin(const QString& name)
{
    m_state->name = name;
    setWindowTitle(inertString(name));
    m_state->plots->setRunName(inertString(name));
    m_state->plots->showForeign(name, {}, foreignArrangement({}));
}

void ForeignPage::showProgress(double part)
{
    State& state = *m_state;
    if (state.isRead)
        return;
    state.notice->setText(
        tr("Reading %1: %2 %").arg(inertString(state.name)).arg(static_cast<int>(part * 100)));
    state.notice->show();
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
    connect(state.loader.get(), &ForeignLoader::progress, this, &ForeignPage::showProgress);
    connect(state.loader.get(), &ForeignLoader::loaded, this, [this] { take(m_state->loader->take()); });
    state.loader->load(logs);
}

void ForeignPage::openEvents(const QString& path)
{
    State& state = *m_state;
    state.logCard->hide();
    begin(QFileInfo(QDir(path).absolutePath()).fileName());
    state.events = std::make_unique<EventFollower>(path);
    connect(state.events.get(), &EventFollower::progressed, this, &ForeignPage::showProgress);
    connect(state.events.get(), &EventFollower::extended, this, [this] { take(m_state->events->take()); });
    connect(state.events.get(), &EventFollower::nothingFound, this, [this](const Error& error) {
        m_state->notes = {Sentence(error)};
        sayNotes();
    });
    state.events->start();
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
    state.isRead = true;
    state.notes = std::move(curves.notes);
    QStringList names; // of logs, ranks have theirs
    for (const QString& source : state.loader ? QStringList() : curves.sources)
        names.append(inertString(source));
    const QVector<Metric> metrics = curves.metrics.metrics();
    state.store.replace(std::move(curves.metrics));
    state.plots->showForeign(state.name, names, foreignArrangement(metrics));
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
