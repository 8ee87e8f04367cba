// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_page.h"

#include "app/plots/metric_plot.h"
#include "app/plots/metric_text.h"
#include "app/plots/plot_area.h"
#include "app/plots/plot_arrangement.h"
#include "app/plots/plot_canvas.h"
#include "app/plots/plot_export.h"
#include "app/plots/plot_grid.h"
#include "app/plots/plot_notes.h"
#include "app/theme/reading_order.h"

#include <QDir>
#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace lockstep {

struct PlotPage::State {
    explicit State(const MetricStore& runStore) : store(runStore) {}

    const MetricStore& store;
    PlotNotes notes;
    QString experiment;
    QStringList curveNames; ///< of ranks, where they stand for something else
    PlotArrangement usual = usualArrangement();
    QString runName;
    QVector<int> selected;
    int expectedEpochs = 0;
    bool isUsual = true;                   ///< nobody has arranged it yet
    bool hasNotes = true;                  ///< there is a folder to keep them in
    QVector<PlotArrangement::Row> further; ///< rows that stand below the usual ones, for what ranks report
    std::size_t curves = 0;                ///< that there were when those were looked for

    QToolButton* add = nullptr;
    QToolButton* link = nullptr;
    QToolButton* save = nullptr;
    QToolButton* reset = nullptr;
    ExportActions exports;
    PlotGrid* grid = nullptr;
    PlotArea* area = nullptr; ///< around it
};

PlotPage::PlotPage(const MetricStore& store, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(store))
{
    build();
    State& state = *m_state;
    connect(state.add, &QToolButton::clicked, this, [this] {
        MetricPlot& plot = add(lossChoice());
        m_state->area->showWhenPlaced(plot); // it stands below all others
        plot.openDialog();
    });
    connect(state.link, &QToolButton::clicked, this, &PlotPage::keep);
    connect(state.reset, &QToolButton::clicked, this, [this] {
        forgetArrangement(m_state->experiment);
        arrange();
    });
    connect(state.grid, &PlotGrid::rearranged, this, &PlotPage::keep);
    connect(&store, &MetricStore::extended, this, &PlotPage::showFurtherRows);
    arrange();
}

PlotPage::~PlotPage() = default;

void PlotPage::build()
{
    State& state = *m_state;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 2, 6, 0);
    bar->setSpacing(2);
    for (QToolButton** button : {&state.add, &state.link, &state.reset, &state.save}) {
        *button = new QToolButton(this);
        (*button)->setAutoRaise(true);
        bar->addWidget(*button);
    }
    bar->insertStretch(3, 1);
    state.link->setCheckable(true);
    const PlotSource source = {[this] {
                                   QVector<QVector<const MetricPlot*>> rows;
                                   for (const QVector<MetricPlot*>& row : m_state->grid->rows())
                                       rows.append(QVector<const MetricPlot*>(row.begin(), row.end()));
                                   return rows;
                               },
                               [] { return QStringLiteral("plots"); }};
    state.exports = addExportActions(*state.save, source);
    column->addLayout(bar);
    state.grid = new PlotGrid;
    state.area = new PlotArea(*state.grid, this);
    column->addWidget(state.area, 1);
    retranslate();
}

void PlotPage::retranslate()
{
    State& state = *m_state;
    state.add->setText(tr("Add a plot…"));
    state.add->setToolTip(tr("Another plot of any number that the journals carry"));
    state.link->setText(tr("Linked"));
    state.link->setToolTip(tr("What is zoomed in one plot is zoomed in all over the same axis"));
    state.reset->setText(tr("Usual plots"));
    state.reset->setToolTip(tr("Arrange the page as for a new experiment"));
    state.save->setText(tr("Export the page"));
    state.save->setToolTip(tr("Save all plots as a page for print, or their values as a table"));
    state.exports.retranslate();
    state.area->setAccessibleName(tr("Plots"));
}

void PlotPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PlotPage::showRun(const QString& experiment, const QString& folder)
{
    State& state = *m_state;
    state.notes.open(QDir(folder).filePath(PlotNotes::fileName()));
    if (experiment != state.experiment) {
        state.experiment = experiment;
        arrange();
    }
    for (MetricPlot* plot : plots()) {
        plot->canvas().showMoment({}); // that was one of another run
        plot->fit();
    }
}

void PlotPage::showForeign(const QString& name, const QStringList& curveNames, const PlotArrangement& usual)
{
    State& state = *m_state;
    const QString experiment = QStringLiteral("foreign/") + name; // kept apart from those of experiments
    const bool isNew = experiment != state.experiment;
    const bool isOther = isNew || curveNames != state.curveNames || (state.isUsual && usual != state.usual);
    state.experiment = experiment;
    state.curveNames = curveNames;
    state.usual = usual;
    state.hasNotes = false;
    if (isOther)
        arrange();
    if (isNew)
        for (MetricPlot* plot : plots())
            plot->fit();
}

/// As it is kept, or as usual.
void PlotPage::arrange()
{
    State& state = *m_state;
    const std::optional<PlotArrangement> kept = keptArrangement(state.experiment);
    const PlotArrangement arrangement = kept.value_or(state.usual);
    state.isUsual = !kept;
    state.further.clear();
    state.curves = 0;
    PlotGrid::Rows rows;
    QVector<int> heights;
    QVector<QVector<int>> widths;
    for (const PlotArrangement::Row& row : arrangement.rows) {
        QVector<MetricPlot*> plots;
        for (const PlotChoice& choice : row.plots)
            plots.append(made(choice));
        rows.append(plots);
        heights.append(row.height);
        widths.append(row.widths);
    }
    state.link->setChecked(arrangement.linked);
    state.grid->setRows(rows, heights, widths);
    orderKeys();
    showFurtherRows();
}

/// Tab goes through the plots as they stand, and not as they were made.
void PlotPage::orderKeys()
{
    QList<QWidget*> parts{m_state->area};
    for (MetricPlot* plot : plots())
        parts.append(plot);
    setReadingOrder(parts);
}

/// A page that nobody has arranged yet has a row for each kind of numbers from the first of them on.
void PlotPage::showFurtherRows()
{
    State& state = *m_state;
    const std::size_t curves = state.store.table().curveCount();
    if (!state.isUsual || !state.hasNotes || curves == std::exchange(state.curves, curves))
        return;
    const QVector<Metric> metrics = state.store.table().metrics();
    showCompression(metrics.contains(compressionMetric()));
    const QVector<PlotArrangement::Row> wanted = furtherRows(metrics);
    if (wanted == state.further)
        return;
    PlotGrid::Rows rows;
    for (const PlotArrangement::Row& row : wanted) {
        QVector<MetricPlot*> plots;
        for (const PlotChoice& choice : row.plots)
            plots.append(made(choice));
        rows.append(plots);
    }
    state.grid->setRowsFrom(state.grid->rows().size() - state.further.size(), rows);
    state.further = wanted;
    orderKeys();
}

/// Among the parts of a step, or not. Nobody has arranged anything by that.
void PlotPage::showCompression(bool shows)
{
    for (MetricPlot* plot : plots()) {
        const QSignalBlocker quiet(plot);
        if (plot->spec().choice == stepTimeChoice(!shows))
            plot->setChoice(stepTimeChoice(shows));
    }
}

MetricPlot* PlotPage::made(const PlotChoice& choice)
{
    State& state = *m_state;
    auto* plot = new MetricPlot(state.store, plotSpec(choice, state.curveNames), state.grid);
    if (state.hasNotes)
        plot->setNotes(state.notes);
    plot->setRunName(state.runName);
    plot->setExpectedEpochs(state.expectedEpochs);
    plot->setSelectedRanks(state.selected);
    connect(plot, &MetricPlot::rankClicked, this, &PlotPage::rankClicked);
    connect(plot, &MetricPlot::choiceChanged, this, &PlotPage::keep);
    connect(plot, &MetricPlot::removalWanted, this, [this, plot] {
        if (plots().size() > 1)
            m_state->grid->remove(plot);
    });
    connect(plot, &MetricPlot::movementWanted, this,
            [this, plot](int columns, int rows) { m_state->grid->move(plot, columns, rows); });
    connect(plot, &MetricPlot::dragWanted, this, [this, plot] { m_state->grid->drag(plot); });
    PlotCanvas& canvas = plot->canvas();
    connect(&canvas, &PlotCanvas::momentChosen, this, &PlotPage::momentChosen);
    connect(&canvas, &PlotCanvas::viewChanged, this, [this, plot] { link(*plot); });
    connect(&canvas, &PlotCanvas::pointed, this, [this, plot](const std::optional<PointedKey>& key) {
        for (const MetricPlot* other : plots()) {
            if (other != plot)
                other->canvas().showPointed(key);
        }
    });
    return plot;
}

/// Shows the keys of this plot in the others.
void PlotPage::link(const MetricPlot& plot)
{
    if (!isLinked())
        return;
    const PlotChoice& choice = plot.spec().choice;
    for (MetricPlot* other : plots()) {
        const PlotChoice& others = other->spec().choice;
        if (other == &plot || others.xAxis != choice.xAxis || others.logarithmicX != choice.logarithmicX)
            continue;
        other->followView(plot);
    }
}

void PlotPage::keep()
{
    State& state = *m_state;
    orderKeys();
    state.isUsual = false;
    PlotArrangement arrangement;
    arrangement.linked = isLinked();
    const QVector<int> heights = state.grid->heights();
    const QVector<QVector<int>> widths = state.grid->widths();
    for (qsizetype i = 0; i < state.grid->rows().size(); ++i) {
        PlotArrangement::Row row;
        for (const MetricPlot* plot : state.grid->rows()[i])
            row.plots.append(plot->spec().choice);
        row.height = heights.value(i);
        row.widths = widths.value(i);
        arrangement.rows.append(row);
    }
    keepArrangement(state.experiment, arrangement);
}

void PlotPage::setRunName(const QString& name)
{
    m_state->runName = name;
    for (MetricPlot* plot : plots())
        plot->setRunName(name);
}

void PlotPage::setExpectedEpochs(int epochs)
{
    m_state->expectedEpochs = epochs;
    for (MetricPlot* plot : plots())
        plot->setExpectedEpochs(epochs);
}

void PlotPage::setSelectedRanks(const QVector<int>& ranks)
{
    m_state->selected = ranks;
    for (MetricPlot* plot : plots())
        plot->setSelectedRanks(ranks);
}

void PlotPage::showMoment(const Moment& moment)
{
    for (const MetricPlot* plot : plots())
        plot->canvas().showMoment(moment);
}

QVector<MetricPlot*> PlotPage::plots() const
{
    return m_state->grid->plots();
}

PlotNotes& PlotPage::notes() const
{
    return m_state->notes;
}

MetricPlot& PlotPage::add(const PlotChoice& choice)
{
    MetricPlot* plot = made(choice);
    m_state->grid->append(plot);
    return *plot;
}

bool PlotPage::isLinked() const
{
    return m_state->link->isChecked();
}

void PlotPage::setLinked(bool linked)
{
    m_state->link->setChecked(linked);
    keep();
}

} // namespace lockstep
