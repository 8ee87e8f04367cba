// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/time_panel.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/plain_text.h"
#include "app/timeline/heat_map.h"
#include "app/timeline/lane_view.h"
#include "app/timeline/part_key.h"
#include "app/timeline/timeline_reader.h"
#include "app/timeline/trace_saver.h"

#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr int kRoomyHeight = 260; ///< from which the figures have several lines
constexpr int kLines = 3;
/// What the heat map shows, by entry of the choice of views behind that of the lanes.
constexpr std::array kHeatValues = {HeatValue::Step, HeatValue::Waiting, HeatValue::OwnWork};

} // namespace

struct TimePanel::State {
    explicit State(const MetricStore& store, TimePanel* panel)
        : views(new QComboBox(panel)), zoomOut(new QToolButton(panel)), zoomIn(new QToolButton(panel)),
          all(new QPushButton(panel)), last(new QPushButton(panel)), save(new QPushButton(panel)),
          pages(new QStackedWidget(panel)), lanes(new LaneView), heat(new HeatMap(store)), key(new PartKey),
          figures(new QLabel(panel))
    {
    }

    std::optional<RunFolder> folder;
    TimelineReader reader;
    TraceSaver saver;
    QString savedTo;
    QComboBox* views;
    QToolButton* zoomOut;
    QToolButton* zoomIn;
    QPushButton* all;
    QPushButton* last;
    QPushButton* save;
    QStackedWidget* pages;
    LaneView* lanes;
    HeatMap* heat;
    PartKey* key;
    QLabel* figures;
    QString said;
};

TimePanel::TimePanel(const MetricStore& store, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(store, this))
{
    build();
    retranslate();
    say({});
    State& state = *m_state;
    connect(state.views, &QComboBox::currentIndexChanged, this, &TimePanel::showView);
    connect(state.lanes, &LaneView::momentChosen, this, &TimePanel::momentChosen);
    connect(state.heat, &HeatMap::momentChosen, this, &TimePanel::momentChosen);
    connect(state.lanes, &LaneView::pointedAt, this, &TimePanel::say);
    connect(state.heat, &HeatMap::pointedAt, this, &TimePanel::say);
    connect(&state.reader, &TimelineReader::extended, this, &TimePanel::refreshLanes);
    connect(state.save, &QPushButton::clicked, this, &TimePanel::exportTrace);
    connect(state.last, &QPushButton::clicked, state.lanes, &LaneView::showLast);
    const auto both = [this](QAbstractButton* button, void (LaneView::*ofLanes)(),
                             void (HeatMap::*ofHeat)()) {
        connect(button, &QAbstractButton::clicked, this, [this, ofLanes, ofHeat] {
            if (m_state->pages->currentIndex() == 0)
                (m_state->lanes->*ofLanes)();
            else
                (m_state->heat->*ofHeat)();
        });
    };
    both(state.zoomIn, &LaneView::zoomIn, &HeatMap::zoomIn);
    both(state.zoomOut, &LaneView::zoomOut, &HeatMap::zoomOut);
    both(state.all, &LaneView::showAll, &HeatMap::showAll);
    connect(&state.saver, &TraceSaver::progress, this, [this](qint64 done, qint64 total) {
        say(tr("Writing the trace: %1 %").arg(total > 0 ? done * 100 / total : 0));
    });
    connect(&state.saver, &TraceSaver::finished, this, [this](const Result<qint64>& saved) {
        retranslate();
        say(saved ? tr("%Ln step(s) written to %1. ui.perfetto.dev opens the file.", nullptr,
                       static_cast<int>(std::min<qint64>(*saved, 1'000'000'000)))
                        .arg(inertString(QDir::toNativeSeparators(m_state->savedTo)))
                  : inertString(errorMessage(saved.error())));
    });
}

TimePanel::~TimePanel() = default;

void TimePanel::build()
{
    State& state = *m_state;
    setObjectName(QStringLiteral("timePanel"));
    state.lanes->setObjectName(QStringLiteral("lanes"));
    state.heat->setObjectName(QStringLiteral("heatMap"));
    state.views->setObjectName(QStringLiteral("timeViews"));
    state.save->setObjectName(QStringLiteral("exportTrace"));
    state.figures->setObjectName(QStringLiteral("muted"));
    state.zoomIn->setText(QStringLiteral("+"));
    state.zoomOut->setText(QStringLiteral("−"));
    for (std::size_t i = 0; i <= kHeatValues.size(); ++i)
        state.views->addItem(QString());
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(10, 8, 10, 6);
    tools->setSpacing(6);
    tools->addWidget(state.views);
    tools->addWidget(state.zoomOut);
    tools->addWidget(state.zoomIn);
    tools->addWidget(state.all);
    tools->addWidget(state.last);
    tools->addStretch(1);
    tools->addWidget(state.save);
    state.pages->addWidget(state.lanes);
    state.pages->addWidget(state.heat);
    state.figures->setTextFormat(Qt::PlainText);
    state.figures->setContentsMargins(12, 2, 12, 6);
    // Its text must not make the page wider.
    state.figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    state.figures->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(tools);
    layout->addWidget(state.key);
    layout->addWidget(state.pages, 1);
    layout->addWidget(state.figures);
}

void TimePanel::retranslate()
{
    State& state = *m_state;
    setWindowTitle(tr("Time"));
    state.views->setItemText(0, tr("Last steps in lanes"));
    state.views->setItemText(1, tr("Heat map: whole step"));
    state.views->setItemText(2, tr("Heat map: waiting for others"));
    state.views->setItemText(3, tr("Heat map: own work"));
    state.views->setAccessibleName(tr("View of the time"));
    state.all->setText(tr("All"));
    state.all->setToolTip(wrappedText(tr("Show all that is told (Home)")));
    state.last->setText(tr("Last step"));
    state.last->setToolTip(wrappedText(tr("Show the last step told, and follow (End)")));
    state.zoomIn->setAccessibleName(tr("Zoom in"));
    state.zoomIn->setToolTip(wrappedText(tr("Zoom in (+, or Ctrl and the wheel)")));
    state.zoomOut->setAccessibleName(tr("Zoom out"));
    state.zoomOut->setToolTip(wrappedText(tr("Zoom out (−, or Ctrl and the wheel)")));
    state.save->setText(state.saver.isBusy() ? tr("Cancel") : tr("Export trace…"));
    state.save->setToolTip(
        wrappedText(tr("Every step told, of all ranks and attempts, as a file that ui.perfetto.dev and "
                       "chrome://tracing open")));
}

void TimePanel::setFolder(const RunFolder& folder)
{
    m_state->folder = folder;
    m_state->reader.setFolder(folder);
}

void TimePanel::showMoment(const Moment& moment)
{
    if (m_state->pages->currentIndex() == 0)
        m_state->lanes->showMoment(moment);
    else
        m_state->heat->showMoment(moment);
}

void TimePanel::showView(int index)
{
    State& state = *m_state;
    const bool isLanes = index <= 0;
    state.pages->setCurrentIndex(isLanes ? 0 : 1);
    state.key->setVisible(isLanes);
    state.last->setVisible(isLanes);
    if (!isLanes)
        state.heat->setValue(kHeatValues[static_cast<std::size_t>(index - 1)]);
    state.reader.setActive(isVisible() && isLanes);
    say({});
}

void TimePanel::refreshLanes()
{
    m_state->lanes->setStore(m_state->reader.store());
}

void TimePanel::exportTrace()
{
    State& state = *m_state;
    if (state.saver.isBusy())
        return state.saver.cancel();
    if (!state.folder)
        return;
    const QString proposed = QDir::home().filePath(state.folder->info().id + QStringLiteral(".trace.json"));
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export trace"), proposed, tr("Trace events (*.json)"));
    if (file.isEmpty())
        return;
    state.savedTo = file;
    state.saver.save(*state.folder, file);
    retranslate();
}

/// Nothing: what the pointer may be used for.
void TimePanel::say(const QString& text)
{
    State& state = *m_state;
    const QString hint =
        state.pages->currentIndex() == 0
            ? tr("Point at a lane for its figures; a click shows the rank's curve and log.")
            : tr("Bright is slow. Where one rank's own work is bright, the others wait for it. "
                 "A click shows the rank's curve and log.");
    state.said = text.isEmpty() ? hint : text;
    fitFigures();
}

/// In a low page the lanes get the room of all lines but one, in which everything is said.
void TimePanel::fitFigures()
{
    QLabel& figures = *m_state->figures;
    const int lines = height() < kRoomyHeight ? 1 : kLines;
    figures.setFixedHeight(lines * figures.fontMetrics().lineSpacing() + 10);
    if (lines == kLines) {
        figures.setText(m_state->said);
        return figures.setToolTip({});
    }
    const QString line = QString(m_state->said).replace(u'\n', QStringLiteral(" · "));
    const QMargins beside = figures.contentsMargins();
    figures.setText(
        figures.fontMetrics().elidedText(line, Qt::ElideRight, width() - beside.left() - beside.right()));
    figures.setToolTip(wrappedText(m_state->said));
}

void TimePanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitFigures();
}

void TimePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->reader.setActive(m_state->pages->currentIndex() == 0);
}

void TimePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_state->reader.setActive(false);
}

void TimePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    say({});
}

} // namespace lockstep
