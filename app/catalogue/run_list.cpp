// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_list.h"

#include "app/catalogue/run_inquiry.h"
#include "app/catalogue/run_list_model.h"
#include "app/settings/remembered.h"
#include "app/theme/card.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>
#include <QThreadPool>
#include <functional>

namespace lockstep {

namespace {

/// Made on a worker thread, handed to the GUI thread by a queued call.
void readInBackground(const RemoteOptions& options, QObject* receiver,
                      std::function<void(QVector<RunEntry>)> done)
{
    QThreadPool::globalInstance()->start([runs = options.runsFolder, engine = options.engine,
                                          receiver = QPointer<QObject>(receiver), done = std::move(done)] {
        QVector<RunEntry> entries = readRunEntries(runs, engine);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, done, entries = std::move(entries)] {
                if (receiver)
                    done(entries);
            },
            Qt::QueuedConnection);
    });
}

} // namespace

struct RunList::State {
    State(RemoteOptions remote, RunList& list) : options(std::move(remote)), inquiry(options, list) {}

    RemoteOptions options;
    RunInquiry inquiry;
    QTableView* table = nullptr;
    QLabel* empty = nullptr;
    QLabel* heading = nullptr;
    QLabel* hint = nullptr;
    QPushButton* inquire = nullptr;
    QStackedLayout* stack = nullptr;
    RunListModel model;
    QSortFilterProxyModel sorted;
    bool sized = false; ///< columns have their widths
};

RunList::RunList(RemoteOptions options, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(std::move(options), *this))
{
    State& state = *m_state;
    if (state.options.runsFolder.isEmpty())
        state.options.runsFolder = defaultRunsFolder();
    state.sorted.setSourceModel(&state.model);
    state.sorted.setSortRole(RunListModel::kSortRole);
    state.model.setColors(themeColors(palette()));
    build();
    connect(state.table, &QTableView::activated, this, &RunList::open);
    connect(state.inquire, &QPushButton::clicked, this, &RunList::inquire);
    connect(&state.inquiry, &RunInquiry::learned, this, &RunList::refresh);
    refresh();
}

RunList::~RunList() = default;

void RunList::build()
{
    State& state = *m_state;
    state.table = new QTableView(this);
    QTableView& table = *state.table;
    table.setModel(&state.sorted);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setSortingEnabled(true);
    table.sortByColumn(RunListModel::Date, Qt::DescendingOrder);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setFrameShape(QFrame::NoFrame);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setSectionResizeMode(RunListModel::Name, QHeaderView::Stretch);
    state.sized = rememberColumns(*table.horizontalHeader(), QStringLiteral("runs"));
    state.empty = new QLabel(this);
    state.empty->setAlignment(Qt::AlignCenter);
    state.empty->setProperty("muted", true);
    auto* pages = new QWidget(this);
    state.stack = new QStackedLayout(pages);
    state.stack->addWidget(state.empty);
    state.stack->addWidget(&table);
    auto* heading = state.heading = new QLabel(this);
    heading->setProperty("heading", true);
    auto* hint = state.hint = new QLabel(this);
    hint->setProperty("muted", true);
    state.inquire = new QPushButton(this);
    retranslate();
    auto* bar = new QHBoxLayout;
    bar->setSpacing(12);
    bar->addWidget(heading);
    bar->addWidget(hint, 1);
    bar->addWidget(state.inquire);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 14);
    layout->setSpacing(10);
    layout->addLayout(bar);
    layout->addWidget(framed(pages), 1);
}

void RunList::setFolder(const QString& runsFolder)
{
    m_state->options.runsFolder = runsFolder.isEmpty() ? defaultRunsFolder() : runsFolder;
    m_state->inquiry.end();
    refresh();
}

void RunList::open(const QModelIndex& index)
{
    m_state->inquiry.end(); // one that is opened is watched there
    emit openRequested(index.data(RunListModel::kFolderRole).toString());
}

void RunList::refresh()
{
    readInBackground(m_state->options, this,
                     [this](QVector<RunEntry> entries) { showEntries(std::move(entries)); });
    showInquiry();
}

void RunList::showEntries(QVector<RunEntry> entries)
{
    State& state = *m_state;
    const QVariant chosen = state.table->currentIndex().data(RunListModel::kFolderRole);
    state.model.setEntries(std::move(entries));
    state.stack->setCurrentIndex(state.model.rowCount() > 0 ? 1 : 0);
    for (int row = 0; row < state.sorted.rowCount() && chosen.isValid(); ++row) {
        if (state.sorted.index(row, 0).data(RunListModel::kFolderRole) == chosen)
            state.table->selectRow(row);
    }
    if (!state.sized)
        sizeColumns();
    state.sized = state.sized || state.model.rowCount() > 0;
}

void RunList::inquire()
{
    m_state->inquiry.ask(m_state->model.unknownRuns());
    refresh();
}

void RunList::showInquiry()
{
    m_state->hint->setText(m_state->inquiry.isWaiting() ? tr("Asking the hosts…")
                                                        : tr("A double click opens a run."));
}

void RunList::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state->inquiry.end();
}

void RunList::sizeColumns()
{
    QTableView& table = *m_state->table;
    for (int column = RunListModel::Date; column < RunListModel::ColumnCount; ++column) {
        table.resizeColumnToContents(column);
        table.setColumnWidth(column, table.columnWidth(column) + 24);
    }
}

void RunList::retranslate()
{
    m_state->empty->setText(tr("Runs appear here once they have been started."));
    m_state->heading->setText(tr("Runs"));
    m_state->inquire->setText(tr("Refresh"));
    m_state->inquire->setToolTip(tr("Ask the hosts of the runs whose state is not known"));
    showInquiry();
}

void RunList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state) {
        retranslate();
        m_state->model.retranslate();
        sizeColumns();
    }
    if (event->type() == QEvent::PaletteChange && m_state)
        m_state->model.setColors(themeColors(palette()));
}

} // namespace lockstep
