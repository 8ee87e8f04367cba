// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"

#include "app/plots/plot_canvas.h"
#include "app/plots/plot_dialog.h"
#include "app/plots/plot_export.h"
#include "app/plots/plot_notes.h"
#include "app/plots/plot_title.h"
#include "app/plots/value_note.h"
#include "app/theme/reading_order.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QToolButton>
#include <algorithm>

namespace lockstep {

struct MetricPlot::State {
    State(const MetricStore& plotStore, const PlotSpec& plotSpec, MetricPlot* parent)
        : store(plotStore), spec(plotSpec), canvas(new PlotCanvas(store, spec, parent))
    {
    }

    /// In the language of now.
    void tell(const PlotChoice& choice)
    {
        const QStringList names = spec.curveNames;
        spec = plotSpec(choice, names);
    }

    const MetricStore& store;
    PlotSpec spec; ///< the one shown; the canvas refers to it
    PlotCanvas* canvas;
    PlotTitle* title = nullptr;
    QToolButton* all = nullptr;
    QToolButton* follow = nullptr;
    QToolButton* save = nullptr;
    ExportActions exports;
    QAction* change = nullptr;
    QAction* note = nullptr;
    QAction* left = nullptr;
    QAction* right = nullptr;
    QAction* up = nullptr;
    QAction* down = nullptr;
    QAction* remove = nullptr;
    PlotNotes* notes = nullptr;
    QPointer<PlotDialog> dialog;
    int expectedEpochs = 0;
    QString runName;
};

MetricPlot::MetricPlot(const MetricStore& store, const PlotSpec& spec, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(store, spec, this))
{
    setObjectName(m_state->spec.fileName);
    buildBar();
    static_cast<QVBoxLayout*>(layout())->addWidget(m_state->canvas, 1);
    setReadingOrder({m_state->title, m_state->all, m_state->follow, m_state->save, m_state->canvas});
    connect(m_state->canvas, &PlotCanvas::viewChanged, this, &MetricPlot::updateButtons);
    connect(m_state->canvas, &PlotCanvas::rankClicked, this, &MetricPlot::rankClicked);
    updateButtons();
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::buildBar()
{
    State& state = *m_state;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QHBoxLayout;
    column->addLayout(bar);
    bar->setContentsMargins(6, 4, 6, 2);
    bar->setSpacing(2);
    state.title = new PlotTitle(this);
    bar->addWidget(state.title);
    bar->addStretch(1);
    for (QToolButton** button : {&state.all, &state.follow, &state.save}) {
        *button = new QToolButton(this);
        (*button)->setAutoRaise(true);
        bar->addWidget(*button);
    }
    state.follow->setCheckable(true);
    addExports();
    addOptions();
    connect(state.title, &PlotTitle::dragWanted, this, &MetricPlot::dragWanted);
    connect(state.all, &QToolButton::clicked, this, &MetricPlot::fit);
    connect(state.follow, &QToolButton::clicked, this, [this](bool on) {
        m_state->canvas->view().setFollowing(on);
        m_state->canvas->markDirty();
        emit m_state->canvas->viewChanged();
    });
    retranslate();
}

void MetricPlot::addExports()
{
    State& state = *m_state;
    const PlotSource source = {[this] { return QVector<QVector<const MetricPlot*>>{{this}}; },
                               [this] { return m_state->spec.fileName; }};
    state.exports = addExportActions(*state.save, source);
}

void MetricPlot::addOptions()
{
    State& state = *m_state;
    auto* menu = new QMenu(state.title);
    state.change = menu->addAction(QString(), this, &MetricPlot::openDialog);
    state.note = menu->addAction(QString(), this, &MetricPlot::askForNote);
    state.note->setVisible(false);
    menu->addSeparator();
    const auto addMovement = [&](int columns, int rows) {
        return menu->addAction(QString(), this,
                               [this, columns, rows] { emit movementWanted(columns, rows); });
    };
    state.left = addMovement(-1, 0);
    state.right = addMovement(1, 0);
    state.up = addMovement(0, -1);
    state.down = addMovement(0, 1);
    menu->addSeparator();
    state.remove = menu->addAction(QString(), this, &MetricPlot::removalWanted);
    state.title->setMenu(menu);
}

void MetricPlot::retranslate()
{
    State& state = *m_state;
    state.title->setTitle(state.spec.title, state.spec.toolTip);
    state.all->setText(tr("Show all"));
    state.all->setToolTip(tr("Show the whole run (double click into the plot, or Home)"));
    state.follow->setText(tr("Follow"));
    state.follow->setToolTip(tr("Keep the newest point in sight"));
    state.save->setText(tr("Export"));
    state.save->setToolTip(tr("Save the plot as a page for print, or its values as a table"));
    state.exports.retranslate();
    state.change->setText(tr("Change…"));
    state.note->setText(tr("Note…"));
    state.left->setText(tr("Move left"));
    state.right->setText(tr("Move right"));
    state.up->setText(tr("Move up"));
    state.down->setText(tr("Move down"));
    state.remove->setText(tr("Remove"));
}

const PlotSpec& MetricPlot::spec() const
{
    return m_state->spec;
}

PlotCanvas& MetricPlot::canvas() const
{
    return *m_state->canvas;
}

void MetricPlot::setChoice(const PlotChoice& choice)
{
    State& state = *m_state;
    const PlotChoice before = state.spec.choice;
    if (choice == before)
        return;
    state.tell(choice);
    setObjectName(state.spec.fileName);
    if (choice.xAxis != before.xAxis || choice.logarithmicX != before.logarithmicX)
        state.canvas->view().fit();
    if (choice.left != before.left || choice.logarithmicLeft != before.logarithmicLeft)
        state.canvas->view().releaseValues();
    setExpectedEpochs(state.expectedEpochs);
    state.canvas->specChanged();
    retranslate();
    updateButtons();
    emit choiceChanged();
}

void MetricPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || !m_state->save)
        return;
    m_state->tell(m_state->spec.choice);
    m_state->canvas->specChanged();
    retranslate();
}

void MetricPlot::updateButtons()
{
    const PlotView& view = m_state->canvas->view();
    m_state->all->setEnabled(!view.fitted());
    m_state->follow->setChecked(view.following());
}

void MetricPlot::setSelectedRanks(const QVector<int>& ranks)
{
    m_state->canvas->setSelectedRanks(ranks);
}

void MetricPlot::setExpectedEpochs(int epochs)
{
    State& state = *m_state;
    state.expectedEpochs = epochs;
    const bool counts = state.spec.byEpoch && state.spec.choice.xAxis == XAxis::Epoch;
    state.canvas->view().setExpectedEnd(counts ? epochs : 0);
    state.canvas->markDirty();
}

void MetricPlot::fit()
{
    m_state->canvas->view().fit();
    m_state->canvas->markDirty();
    emit m_state->canvas->viewChanged();
}

void MetricPlot::followView(const MetricPlot& other)
{
    m_state->canvas->view().showKeysOf(other.canvas().view());
    m_state->canvas->markDirty();
    updateButtons();
}

void MetricPlot::setNotes(PlotNotes& notes)
{
    m_state->notes = &notes;
    m_state->note->setVisible(true);
    m_state->canvas->setNotes(notes);
}

/// At the moment pointed at last, or at the newest step.
void MetricPlot::askForNote()
{
    State& state = *m_state;
    const std::optional<PointedKey> key = state.canvas->notePlace();
    if (!key || key->step < 0)
        return;
    const auto& notes = state.notes->notes();
    const auto present = std::ranges::find(notes, key->step, &PlotNote::step);
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(
        tr("What happened at step %1? An empty note is removed.").arg(QLocale().toString(qint64{key->step})));
    dialog->setTextValue(present == notes.end() ? QString() : present->text);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, step = key->step](const QString& text) {
        if (const Result<void> kept = m_state->notes->set({step, text.trimmed()}); !kept)
            showExportFailure(this, kept.error());
    });
    dialog->open();
}

void MetricPlot::openDialog()
{
    State& state = *m_state;
    if (!state.dialog) {
        state.dialog = new PlotDialog(state.store.table(), state.spec.choice, this);
        state.dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(state.dialog, &PlotDialog::choiceChanged, this, &MetricPlot::setChoice);
    }
    state.dialog->show();
    state.dialog->raise();
    state.dialog->activateWindow();
}

void MetricPlot::setRunName(const QString& name)
{
    m_state->runName = name;
}

const QString& MetricPlot::runName() const
{
    return m_state->runName;
}

const MetricTable& MetricPlot::table() const
{
    return m_state->store.table();
}

std::unique_ptr<PlotCanvas> MetricPlot::copy() const
{
    auto canvas = std::make_unique<PlotCanvas>(m_state->store, m_state->spec);
    canvas->setFont(font());
    canvas->view() = m_state->canvas->view();
    canvas->setSelectedRanks(m_state->canvas->selectedRanks());
    if (m_state->notes)
        canvas->setNotes(*m_state->notes);
    return canvas;
}

} // namespace lockstep
