// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"

#include "app/plots/plot_canvas.h"
#include "app/plots/plot_export.h"
#include "app/text/plain_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace lockstep {

struct MetricPlot::State {
    State(const MetricStore& plotStore, QVector<PlotSpec> plotSpecs, MetricPlot* parent)
        : store(plotStore), specs(std::move(plotSpecs)), spec(specs.first()),
          canvas(new PlotCanvas(store, spec, parent))
    {
    }

    const MetricStore& store;
    QVector<PlotSpec> specs;
    PlotSpec spec; ///< the one shown; the canvas refers to it
    PlotCanvas* canvas;
    QWidget* bar = nullptr;
    QComboBox* chooser = nullptr;
    QToolButton* all = nullptr;
    QToolButton* follow = nullptr;
    QToolButton* save = nullptr;
    QAction* png = nullptr;
    QAction* svg = nullptr;
    QAction* pdf = nullptr;
    QAction* csv = nullptr;
    QString runName;
};

MetricPlot::MetricPlot(const MetricStore& store, const PlotSpec& spec, QWidget* parent)
    : MetricPlot(store, QVector<PlotSpec>{spec}, parent)
{
}

MetricPlot::MetricPlot(const MetricStore& store, QVector<PlotSpec> specs, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(store, std::move(specs), this))
{
    setObjectName(m_state->spec.fileName);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    buildBar();
    layout->addWidget(m_state->bar);
    layout->addWidget(m_state->canvas, 1);
    connect(m_state->canvas, &PlotCanvas::viewChanged, this, &MetricPlot::updateButtons);
    connect(m_state->canvas, &PlotCanvas::rankClicked, this, &MetricPlot::rankClicked);
    updateButtons();
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::buildBar()
{
    State& state = *m_state;
    state.bar = new QWidget(this);
    auto* layout = new QHBoxLayout(state.bar);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(2);
    state.chooser = new QComboBox(state.bar);
    state.chooser->setObjectName(QStringLiteral("plotChooser"));
    state.chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    // A narrow plot cuts the name rather than its buttons.
    state.chooser->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    state.chooser->setMinimumWidth(80);
    for (const PlotSpec& spec : state.specs)
        state.chooser->addItem(spec.title);
    connect(state.chooser, &QComboBox::currentIndexChanged, this, &MetricPlot::choose);
    layout->addWidget(state.chooser);
    layout->addStretch(1);
    const auto button = [&] {
        auto* tool = new QToolButton(state.bar);
        tool->setAutoRaise(true);
        layout->addWidget(tool);
        return tool;
    };
    state.all = button();
    state.follow = button();
    state.follow->setCheckable(true);
    state.save = button();
    addExports();
    connect(state.all, &QToolButton::clicked, this, &MetricPlot::fit);
    connect(state.follow, &QToolButton::clicked, this, [this](bool on) {
        m_state->canvas->view().setFollowing(on);
        m_state->canvas->markDirty();
        updateButtons();
    });
    retranslate();
}

void MetricPlot::addExports()
{
    State& state = *m_state;
    auto* menu = new QMenu(state.save);
    const auto add = [&](const QString& format) {
        return menu->addAction(QString(), this, [this, format] { exportPicture(*this, format); });
    };
    state.png = add(QStringLiteral("png"));
    state.svg = add(QStringLiteral("svg"));
    state.pdf = add(QStringLiteral("pdf"));
    menu->addSeparator();
    state.csv = menu->addAction(QString(), this, [this] { exportValues(*this); });
    state.save->setMenu(menu);
    state.save->setPopupMode(QToolButton::InstantPopup);
}

void MetricPlot::retranslate()
{
    State& state = *m_state;
    state.chooser->setAccessibleName(tr("What the plot shows"));
    for (int i = 0; i < state.chooser->count(); ++i) {
        state.chooser->setItemText(i, state.specs[i].title);
        state.chooser->setItemData(i, state.specs[i].toolTip, Qt::ToolTipRole);
    }
    // A narrow plot cuts the title: here it is whole.
    state.chooser->setToolTip(wrappedText(state.spec.title + u'\n' + state.spec.toolTip));
    state.all->setText(tr("Show all"));
    state.all->setToolTip(tr("Show the whole run (double click into the plot)"));
    state.follow->setText(tr("Follow"));
    state.follow->setToolTip(tr("Keep the newest point in sight"));
    state.save->setText(tr("Export"));
    state.save->setToolTip(tr("Save the plot as a page for print, or its values as a table"));
    state.png->setText(tr("Picture (PNG)…"));
    state.svg->setText(tr("Drawing (SVG)…"));
    state.pdf->setText(tr("Page (PDF)…"));
    state.csv->setText(tr("Values (CSV)…"));
}

void MetricPlot::setSpecs(QVector<PlotSpec> specs)
{
    State& state = *m_state;
    state.specs = std::move(specs);
    state.spec = state.specs[state.chooser->currentIndex()];
    retranslate();
    state.canvas->specChanged();
}

const PlotSpec& MetricPlot::spec() const
{
    return m_state->spec;
}

void MetricPlot::choose(int index)
{
    State& state = *m_state;
    if (index < 0 || index >= state.specs.size() || state.specs[index].fileName == state.spec.fileName)
        return;
    state.spec = state.specs[index];
    state.chooser->setCurrentIndex(index);
    retranslate();
    state.canvas->view().releaseValues();
    state.canvas->specChanged();
    emit chosen(index);
}

void MetricPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state->save)
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

void MetricPlot::setExpectedEnd(double key)
{
    m_state->canvas->view().setExpectedEnd(key);
    m_state->canvas->markDirty();
}

void MetricPlot::fit()
{
    m_state->canvas->view().fit();
    m_state->canvas->markDirty();
    updateButtons();
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
    return canvas;
}

} // namespace lockstep
