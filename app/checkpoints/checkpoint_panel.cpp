// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_panel.h"

#include "app/checkpoints/checkpoint_model.h"
#include "app/text/error_text.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>
#include <QUrl>

namespace lockstep {

namespace {

/// A checkpoint counts only when this is there.
const QString kManifest = QStringLiteral("/manifest.json");

} // namespace

struct CheckpointPanel::State {
    explicit State(CheckpointPanel* panel)
        : model(panel), table(new QTableView(panel)), empty(new QLabel(panel)), notice(new QLabel(panel)),
          fetch(new QPushButton(panel)), open(new QPushButton(panel))
    {
    }

    CheckpointModel model;
    QTableView* table;
    QLabel* empty;
    QLabel* notice;
    QPushButton* fetch;
    QPushButton* open;
    std::optional<RunFolder> folder;
    QString fetching;             ///< path of the checkpoint on its way, empty: none
    std::optional<Error> failure; ///< of the last one
};

CheckpointPanel::CheckpointPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    connect(m_state->fetch, &QPushButton::clicked, this, &CheckpointPanel::fetch);
    connect(m_state->open, &QPushButton::clicked, this, &CheckpointPanel::openFolder);
    connect(m_state->table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { updateButtons(); });
    updateButtons();
}

CheckpointPanel::~CheckpointPanel() = default;

void CheckpointPanel::build()
{
    State& state = *m_state;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    QTableView& table = *state.table;
    table.setModel(&state.model);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setFrameShape(QFrame::NoFrame);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
    state.empty->setAlignment(Qt::AlignCenter);
    state.empty->setWordWrap(true);
    state.empty->setProperty("muted", true);
    state.empty->setMargin(16);
    auto* stack = new QStackedLayout;
    stack->addWidget(state.empty);
    stack->addWidget(&table);
    layout->addLayout(stack, 1);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    state.notice->setTextFormat(Qt::PlainText);
    state.notice->setProperty("errorText", true);
    state.notice->setWordWrap(true);
    bar->addWidget(state.notice, 1);
    bar->addWidget(state.open);
    bar->addWidget(state.fetch);
    layout->addLayout(bar);
    retranslate();
    connect(&state.model, &QAbstractItemModel::modelReset, this,
            [stack, this] { stack->setCurrentIndex(m_state->model.rowCount() > 0 ? 1 : 0); });
}

void CheckpointPanel::retranslate()
{
    State& state = *m_state;
    state.empty->setText(tr("Checkpoints appear here as they are written, the best one marked."));
    state.fetch->setText(tr("Fetch"));
    state.fetch->setToolTip(tr("Copy the checkpoint to this computer"));
    state.open->setText(tr("Open folder"));
    state.notice->setText(state.failure ? errorMessage(*state.failure) : QString());
    state.model.retranslate();
}

void CheckpointPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

void CheckpointPanel::setFolder(const RunFolder& folder)
{
    m_state->folder = folder;
    updateButtons();
}

void CheckpointPanel::setSummary(const RunSummary& summary)
{
    State& state = *m_state;
    const QString before = chosen();
    const QVector<CheckpointSaved> checkpoints = summary.checkpoints();
    const int rows = state.model.rowCount();
    state.model.update(checkpoints);
    if (state.folder) {
        for (const CheckpointSaved& saved : checkpoints) {
            const QString path = QString::fromStdString(saved.path);
            const QString manifest = state.folder->mirrorPath(path + kManifest);
            if (state.model.copy(path) == CheckpointModel::Copy::None && QFileInfo::exists(manifest))
                state.model.setCopy(path, CheckpointModel::Copy::Here);
        }
    }
    // A reset forgets the selection; it stays with the checkpoint, or begins at the newest.
    for (int row = 0; row < state.model.rowCount() && chosen().isEmpty(); ++row) {
        if (before.isEmpty() || state.model.index(row, 0).data(CheckpointModel::kPathRole) == before)
            state.table->selectRow(row);
    }
    if (rows == 0 && state.model.rowCount() > 0)
        state.table->resizeColumnsToContents();
    updateButtons();
}

QString CheckpointPanel::chosen() const
{
    const QModelIndexList rows = m_state->table->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : rows.first().data(CheckpointModel::kPathRole).toString();
}

void CheckpointPanel::fetch()
{
    State& state = *m_state;
    state.fetching = chosen();
    state.failure.reset();
    state.notice->clear();
    state.model.setCopy(state.fetching, CheckpointModel::Copy::Fetching);
    updateButtons();
    emit fetchRequested(state.fetching);
}

void CheckpointPanel::fetchProgress(const QString& checkpoint, qint64 done, qint64 total)
{
    State& state = *m_state;
    if (state.fetching.isEmpty() || state.fetching != checkpoint || total <= 0)
        return;
    state.model.setCopy(state.fetching, CheckpointModel::Copy::Fetching,
                        static_cast<int>(done * 100 / total));
}

void CheckpointPanel::fetchFinished(const QString& checkpoint, const std::optional<Error>& error)
{
    State& state = *m_state;
    if (state.fetching.isEmpty() || state.fetching != checkpoint)
        return;
    state.failure = error;
    state.notice->setText(error ? errorMessage(*error) : QString());
    state.model.setCopy(std::exchange(state.fetching, {}),
                        error ? CheckpointModel::Copy::Failed : CheckpointModel::Copy::Here);
    updateButtons();
}

void CheckpointPanel::openFolder()
{
    const QString path = m_state->folder->mirrorPath(chosen());
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).isDir() ? path : m_state->folder->path()));
}

void CheckpointPanel::updateButtons()
{
    const QString path = chosen();
    const bool here = m_state->model.copy(path) == CheckpointModel::Copy::Here;
    m_state->fetch->setEnabled(!path.isEmpty() && m_state->fetching.isEmpty() && !here);
    m_state->open->setEnabled(m_state->folder.has_value() && here);
}

} // namespace lockstep
