// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list.h"

#include "app/catalogue/catalogue_bar.h"
#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/field_chooser.h"
#include "app/catalogue/index/catalogue.h"
#include "app/catalogue/run_deletion.h"
#include "app/catalogue/run_filter.h"
#include "app/catalogue/run_inquiry.h"
#include "app/catalogue/run_labels_panel.h"
#include "app/catalogue/run_list_model.h"
#include "app/catalogue/run_table.h"
#include "app/catalogue/shown_names.h"
#include "app/catalogue/sweep/sweep_dialog.h"
#include "app/catalogue/sweep/sweep_file.h"
#include "app/catalogue/sweep/sweep_window.h"
#include "app/settings/remembered.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"
#include "app/theme/card.h"

#include <QEvent>
#include <QLabel>
#include <QSettings>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockstep {

namespace {

const auto kColumns = QLatin1String("catalogue/columns");
constexpr int kTableShare = 3; ///< of the width; the labels have one

} // namespace

struct RunList::State {
    State(RemoteOptions remote, RunList& list)
        : options(std::move(remote)), inquiry(options, list), catalogue(options.engine)
    {
    }

    RemoteOptions options;
    RunInquiry inquiry;
    Catalogue catalogue;
    RunListModel model;
    RunFilter filter{model};
    RunTable* table = nullptr;
    CatalogueBar* bar = nullptr;
    RunLabelsPanel* labels = nullptr;
    QString searched; ///< what the list was last searched for
    QLabel* empty = nullptr;
    QLabel* hint = nullptr;
    QStackedLayout* stack = nullptr;
    QString reading; ///< how far the reading of folders has come; empty: it has ended
    QString said;    ///< that takes the place of the hint
};

RunList::RunList(RemoteOptions options, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(std::move(options), *this))
{
    State& state = *m_state;
    if (state.options.runsFolder.isEmpty())
        state.options.runsFolder = defaultRunsFolder();
    state.model.setFields(QSettings().value(kColumns).toStringList());
    state.model.setColors(themeColors(palette()));
    build();
    connectCatalogue();
    connect(state.table, &RunTable::openWanted, this, &RunList::open);
    connect(state.table, &RunTable::selectionMoved, this, &RunList::showSelection);
    connect(state.table, &RunTable::duplicateWanted, this, &RunList::duplicateSelected);
    connect(state.table, &RunTable::deletionWanted, this, &RunList::deleteSelected);
    connect(state.table, &RunTable::sweepWanted, this, [this](const QString& id) {
        const Result<Sweep> sweep = readSweep(m_state->options.runsFolder, id);
        sweep ? carryOut(*sweep) : say(errorMessage(sweep.error()));
    });
    connect(state.table, &RunTable::comparisonWanted, this, &RunList::compareSelected);
    connect(state.bar, &CatalogueBar::comparisonWanted, this, &RunList::compareSelected);
    connect(state.bar, &CatalogueBar::searchChanged, this, &RunList::search);
    connect(state.bar, &CatalogueBar::columnsWanted, this, &RunList::chooseColumns);
    connect(state.bar, &CatalogueBar::sweepWanted, this, &RunList::sweepWanted);
    connect(state.bar, &CatalogueBar::inquiryWanted, this, &RunList::inquire);
    connect(&state.inquiry, &RunInquiry::learned, this, &RunList::refresh);
    state.catalogue.open(state.options.runsFolder);
}

RunList::~RunList() = default;

void RunList::connectCatalogue()
{
    State& state = *m_state;
    connect(&state.catalogue, &Catalogue::opened, this, [this](const QVector<CatalogueRun>& runs) {
        m_state->model.setRuns(runs);
        showCount();
    });
    connect(&state.catalogue, &Catalogue::changed, this,
            [this](const QVector<CatalogueRun>& runs, const QStringList& gone) {
                m_state->model.update(runs, gone);
                showSelection();
                showCount();
            });
    connect(&state.catalogue, &Catalogue::progress, this, [this](int done, int total) {
        m_state->reading = tr("Reading runs: %1 of %2…").arg(countText(done), countText(total));
        showCount();
    });
    connect(&state.catalogue, &Catalogue::scanned, this, [this] {
        m_state->reading.clear();
        searchAgain();
        showCount();
    });
    connect(&state.catalogue, &Catalogue::rebuilt, this,
            [this] { say(tr("The index of the runs was damaged. It is made anew; nothing is lost.")); });
    connect(&state.catalogue, &Catalogue::failed, this,
            [this](const Error& error) { say(errorMessage(error)); });
    connect(state.labels, &RunLabelsPanel::labelsChanged, &state.catalogue, &Catalogue::setLabels);
}

void RunList::build()
{
    State& state = *m_state;
    state.bar = new CatalogueBar(this);
    state.table = new RunTable(state.filter, this);
    state.hint = new QLabel(this);
    state.hint->setProperty("muted", true);
    state.hint->setTextFormat(Qt::PlainText);
    state.hint->setWordWrap(true);
    state.empty = new QLabel(this);
    state.empty->setAlignment(Qt::AlignCenter);
    state.empty->setProperty("muted", true);
    auto* pages = new QWidget(this);
    state.stack = new QStackedLayout(pages);
    state.stack->addWidget(state.empty);
    state.stack->addWidget(state.table);
    state.labels = new RunLabelsPanel(this);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->addWidget(framed(pages));
    columns->addWidget(framed(state.labels));
    columns->setStretchFactor(0, kTableShare);
    columns->setStretchFactor(1, 1);
    spaceCards(*columns);
    rememberSizes(*columns, QStringLiteral("catalogue"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 14);
    layout->setSpacing(10);
    layout->addWidget(state.bar);
    layout->addWidget(columns, 1);
    layout->addWidget(state.hint);
    showCount();
    showSelection();
}

void RunList::setFolder(const QString& runsFolder)
{
    m_state->options.runsFolder = runsFolder.isEmpty() ? defaultRunsFolder() : runsFolder;
    m_state->inquiry.end();
    m_state->catalogue.open(m_state->options.runsFolder);
}

void RunList::open(const QString& runFolder)
{
    m_state->inquiry.end(); // one that is opened is watched there
    emit openRequested(runFolder);
}

void RunList::refresh()
{
    m_state->catalogue.scan();
    showCount();
}

void RunList::search(const QString& text)
{
    const Result<RunQuery> query = RunQuery::parse(text, shownNames(m_state->model));
    if (!query)
        return say(errorMessage(query.error())); // what was found before stays while somebody types
    m_state->filter.setQuery(*query);
    m_state->searched = text;
    say({});
}

/// What was searched for may be called otherwise now, or have a name only since runs of it were read.
void RunList::searchAgain()
{
    if (const auto query = RunQuery::parse(m_state->searched, shownNames(m_state->model)); query)
        m_state->filter.setQuery(*query);
}

void RunList::chooseColumns()
{
    State& state = *m_state;
    FieldChooser chooser(state.model.knownFields(), state.model.fields(), this);
    if (chooser.exec() != QDialog::Accepted)
        return;
    state.model.setFields(chooser.chosen());
    QSettings().setValue(kColumns, state.model.fields());
}

void RunList::showSelection()
{
    const QVector<CatalogueRun> runs = m_state->table->selectedRuns();
    m_state->labels->setRuns(runs);
    m_state->bar->setCanCompare(runs.size() > 1);
}

void RunList::compareSelected()
{
    const QVector<CatalogueRun> runs = m_state->table->selectedRuns();
    if (runs.size() > 1)
        (new RunComparison(runs, this))->show();
}

void RunList::beginSweep(const Experiment& experiment)
{
    SweepDialog dialog(experiment, this);
    if (dialog.exec() == QDialog::Accepted)
        carryOut(dialog.sweep());
}

void RunList::carryOut(const Sweep& sweep)
{
    auto* window = new SweepWindow(m_state->options, sweep, this);
    connect(window, &SweepWindow::runsChanged, this, &RunList::refresh);
    connect(window, &SweepWindow::runFollowed, this, &RunList::runFollowed);
    connect(window, &SweepWindow::sweepEnded, this, &RunList::sweepEnded);
    if (const Result<void> started = window->start(); !started) {
        delete window;
        return say(errorMessage(started.error()));
    }
    window->show();
}

void RunList::duplicateSelected()
{
    const QVector<CatalogueRun> runs = m_state->table->selectedRuns();
    const Result<RunFolder> folder = RunFolder::open(runs.value(0).folder());
    if (!folder)
        return say(errorMessage(folder.error()));
    emit experimentWanted(folder->drawn());
}

void RunList::deleteSelected()
{
    const QStringList folders = askWhatToDelete(m_state->table->selectedRuns(), *this);
    if (!folders.isEmpty())
        m_state->catalogue.remove(folders);
}

void RunList::inquire()
{
    m_state->inquiry.ask(m_state->model.unknownRuns());
    refresh();
}

void RunList::say(const QString& text)
{
    m_state->said = text;
    showCount();
}

void RunList::showCount()
{
    State& state = *m_state;
    const int all = state.model.rowCount();
    const int found = state.filter.rowCount();
    state.stack->setCurrentIndex(found > 0 ? 1 : 0);
    state.empty->setText(all > 0 ? tr("No run is like that.")
                                 : tr("Runs appear here once they have been started."));
    if (!state.reading.isEmpty())
        state.hint->setText(state.reading);
    else if (!state.said.isEmpty())
        state.hint->setText(state.said);
    else if (state.inquiry.isWaiting())
        state.hint->setText(tr("Asking the hosts…"));
    else if (found < all)
        state.hint->setText(tr("%1 of %Ln run(s)", nullptr, all).arg(countText(found)));
    else
        state.hint->setText(tr("A double click opens a run."));
    state.table->sizeColumns();
}

void RunList::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state->inquiry.end();
}

void RunList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state) {
        m_state->model.retranslate();
        searchAgain();
        showCount();
    }
    if (event->type() == QEvent::PaletteChange && m_state)
        m_state->model.setColors(themeColors(palette()));
}

} // namespace lockstep
