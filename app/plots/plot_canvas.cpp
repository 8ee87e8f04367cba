// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_canvas.h"

#include "app/plots/axis_tickers.h"
#include "app/plots/mark_layer.h"
#include "app/plots/plot_navigation.h"
#include "app/plots/plot_notes.h"
#include "app/plots/value_note.h"
#include "app/text/plain_text.h"
#include "app/theme/keyboard_ring.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QToolTip>
#include <cmath>

namespace lockstep {

namespace {

/// Between two replots; more often would not be seen.
constexpr int kFrameMs = 40;
/// Between two plots, in which people are heard.
constexpr int kTurnMs = 2;
/// Of the axes, in pixels; less, and they have not been laid out yet.
constexpr int kLeastWidth = 60;
constexpr int kLikelyWidth = 300;

} // namespace

PlotCanvas::PlotCanvas(const MetricStore& store, const PlotSpec& spec, QWidget* parent)
    : QCustomPlot(parent), m_store(store), m_spec(spec), m_view(spec), m_curves(*this, spec, m_columns),
      m_legend(new PlotLegend(*this)), m_titles(*this), m_crosshair(*this),
      m_marks(new MarkLayer(*this, spec)), m_navigation(new PlotNavigation(*this, m_view)),
      m_moment(new QCPItemStraightLine(this)), m_empty(new QCPItemText(this))
{
    build();
    applyColors();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PlotCanvas::refreshInTurn);
    connect(&store, &MetricStore::extended, this, [this] {
        m_hasMore = true;
        markDirty();
    });
    connect(this, &QCustomPlot::beforeReplot, this, &PlotCanvas::setRanges);
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        m_titles.afterLayout(m_spec);
        // What lies too near to be told apart depends on the pixels.
        m_marks->arrange(m_store.table(), m_runMarks, shownNotes());
        m_curves.fill();
    });
    connect(m_navigation, &PlotNavigation::moved, this, [this](bool byHand) {
        // A drag follows the hand, not the timer.
        if (byHand)
            replot(rpQueuedReplot);
        else
            markDirty();
        emit viewChanged();
    });
    connect(m_navigation, &PlotNavigation::pointed, this, &PlotCanvas::point);
    connect(m_navigation, &PlotNavigation::clicked, this, &PlotCanvas::choose);
    connect(m_navigation, &PlotNavigation::pointedNowhere, this, &PlotCanvas::leaveCrosshair);
}

void PlotCanvas::build()
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
    setAutoAddPlottableToLegend(false);
    setAutoFillBackground(false);
    setMinimumSize(200, 120);
    yAxis2->grid()->setVisible(false);
    m_empty->setLayer(QStringLiteral("overlay"));
    m_empty->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_empty->position->setCoords(0.5, 0.5);
    m_empty->setTextAlignment(Qt::AlignCenter);
    m_empty->setSelectable(false);
    m_moment->setLayer(QStringLiteral("overlay"));
    m_moment->setSelectable(false);
    m_moment->setVisible(false);
    applySpec();
}

void PlotCanvas::applySpec()
{
    yAxis->setLabel(m_spec.left.title);
    yAxis2->setVisible(m_spec.hasRight());
    yAxis2->setLabel(m_spec.right.title);
    applyTicker(*xAxis, m_spec.choice);
    applyTicker(*yAxis, m_spec.left.logarithmic);
    applyTicker(*yAxis2, m_spec.right.logarithmic);
    setAccessibleName(m_spec.title);
}

void PlotCanvas::specChanged()
{
    applySpec();
    m_curves.forget();
    m_crosshair.hide();
    markDirty();
}

void PlotCanvas::setNotes(const PlotNotes& notes)
{
    m_notes = &notes;
    connect(&notes, &PlotNotes::changed, this, &PlotCanvas::markDirty);
    markDirty();
}

void PlotCanvas::applyColors()
{
    const ThemeColors& colors = themeColors(palette());
    QFont small = font();
    small.setPointSizeF(std::max(7.0, font().pointSizeF() - 1));
    setBackground(QBrush(colors.window));
    for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
        axis->setBasePen(QPen(colors.cardBorder));
        axis->setTickPen(QPen(colors.cardBorder));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(colors.mutedText);
        axis->setLabelColor(colors.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(colors.grid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_legend->setLook(small, colors.text);
    m_titles.setLook(small, colors);
    m_empty->setColor(colors.mutedText);
    m_empty->setFont(font());
    m_crosshair.setColors(colors);
    m_marks->setColors(colors);
    m_moment->setPen(QPen(colors.accent, 1, Qt::DashDotLine));
    markDirty();
}

void PlotCanvas::setRanges()
{
    const MetricTable& table = m_store.table();
    m_columns.beginFrame();
    const KeyWindow keys = shownKeys();
    xAxis->setRange(keys.lower, keys.upper);
    const ValueRange left = m_view.values(table, m_spec.left, keys, m_columns);
    yAxis->setRange(left.lower, left.upper);
    if (m_spec.hasRight()) {
        const ValueRange right = m_view.values(table, m_spec.right, keys, m_columns);
        yAxis2->setRange(right.lower, right.upper);
    }
    m_curves.arrange(table, m_selected, themeColors(palette()));
    if (std::exchange(m_hasMore, false))
        m_runMarks = table.marks();
    const std::optional<double> moment =
        m_shownMoment.step >= 0 ? keyOfStep(m_shownMoment.step) : std::nullopt;
    m_moment->setVisible(moment.has_value());
    m_moment->point1->setCoords(moment.value_or(0), yAxis->range().lower);
    m_moment->point2->setCoords(moment.value_or(0), yAxis->range().upper);
    const bool bare = isBare();
    m_empty->setVisible(bare);
    m_empty->setText(m_store.isComplete() ? m_spec.nothingText : m_spec.emptyText);
    m_navigation->setEnabled(!bare);
    m_legend->setEntries(bare ? QVector<LegendEntry>() : m_curves.legend());
    m_legend->fitInto(viewport().size());
    m_titles.beforeLayout(m_spec, {.legend = m_legend->minimumSize().height(),
                                   .marks = m_marks->labelRow(m_runMarks, shownNotes())});
    m_dirty = false;
}

QVector<PlotNote> PlotCanvas::shownNotes() const
{
    return m_notes ? m_notes->notes() : QVector<PlotNote>();
}

/// What the view wants to show, moved by half a pixel at most, so that what has been found out for the
/// columns of the last frame serves for this one.
KeyWindow PlotCanvas::shownKeys()
{
    const ValueRange keys = m_view.keys(m_store.table());
    auto pixels = static_cast<int>(std::lround(axisRect()->width() * bufferDevicePixelRatio()));
    if (pixels < kLeastWidth)
        pixels = kLikelyWidth;
    const KeyWindow wanted{keys.lower, keys.upper, pixels, m_spec.choice.logarithmicX};
    const std::optional<KeyWindow> aligned = m_pixels.aligned(wanted);
    // The first point of all would be cut off.
    if (aligned && keys.lower > m_view.firstKey())
        return *aligned;
    m_pixels = ColumnGrid(wanted);
    return wanted;
}

/// Nothing of what it shows has been reported yet, or not over this axis.
bool PlotCanvas::isBare() const
{
    for (const CurveSpec& curve : m_spec.curves()) {
        if (!scaledSeries(m_store.table(), m_spec, curve.metric).isEmpty())
            return false;
    }
    return true;
}

void PlotCanvas::setSelectedRanks(const QVector<int>& ranks)
{
    if (ranks == m_selected)
        return;
    m_selected = ranks;
    markDirty();
}

void PlotCanvas::markDirty()
{
    m_dirty = true;
    if (isVisible() && !m_timer.isActive())
        m_timer.start(kFrameMs);
}

/// All plots of a page hear of more records at once. Each is drawn in a turn of the events of its own: a
/// click waits for one of them.
void PlotCanvas::refreshInTurn()
{
    static QElapsedTimer sinceLast; // of any plot; there is one thread of widgets
    if (sinceLast.isValid() && sinceLast.elapsed() < kTurnMs)
        return m_timer.start(kTurnMs);
    if (visibleRegion().isEmpty())
        return; // scrolled away: it is drawn when it comes into sight
    refresh();
    sinceLast.start();
}

void PlotCanvas::refresh()
{
    if (m_dirty)
        replot(rpQueuedRefresh);
}

bool PlotCanvas::event(QEvent* event)
{
    // Esc first takes the values away, and only then leaves what is around the plot.
    if (event->type() == QEvent::ShortcutOverride && m_crosshair.isShown() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (m_legend->hiddenCount() > 0 && m_legend->rect().contains(help->pos()))
        QToolTip::showText(help->globalPos(), wrappedText(m_legend->text()), this);
    else if (const QString mark = m_marks->textAt(help->pos()); !mark.isEmpty())
        QToolTip::showText(help->globalPos(), wrappedText(mark), this);
    else
        QToolTip::hideText();
    return true;
}

void PlotCanvas::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyColors();
}

void PlotCanvas::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    if (m_dirty)
        m_timer.start();
}

void PlotCanvas::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (m_dirty && !m_timer.isActive())
        m_timer.start(0);
}

void PlotCanvas::resizeEvent(QResizeEvent* event)
{
    setBufferDevicePixelRatio(devicePixelRatioF());
    QCustomPlot::resizeEvent(event);
}

void PlotCanvas::mousePressEvent(QMouseEvent* event)
{
    if (const int rank = m_legend->rankAt(event->pos()); rank >= 0 && event->button() == Qt::LeftButton)
        emit rankClicked(rank);
    else
        QCustomPlot::mousePressEvent(event);
}

std::optional<double> PlotCanvas::keyOfStep(std::int64_t step) const
{
    const MetricTable& table = m_store.table();
    const QVector<int> ranks = table.ranks(Metric::Loss);
    if (m_spec.choice.xAxis == XAxis::Step)
        return static_cast<double>(step);
    if (ranks.isEmpty())
        return {};
    const double x = table.scale(m_spec.choice.xAxis, Metric::Loss, ranks.first()).x(step);
    return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

std::optional<PointedKey> PlotCanvas::keyAt(double x) const
{
    const MetricTable& table = m_store.table();
    const std::optional<double> nearest = nearestKey(m_spec, table, x);
    if (!nearest)
        return {};
    const XAxis axis = m_spec.choice.xAxis;
    const QVector<int> ranks = table.ranks(Metric::Loss);
    PointedKey key{axis, *nearest, -1};
    if (axis == XAxis::Step)
        key.step = std::llround(*nearest);
    else if (!ranks.isEmpty() && table.scale(axis, Metric::Loss, ranks.first()).isKnown())
        key.step = table.scale(axis, Metric::Loss, ranks.first()).firstKeyAt(*nearest);
    return key;
}

void PlotCanvas::point(const QPointF& position)
{
    std::optional<PointedKey> key;
    if (axisRect()->rect().contains(position.toPoint()))
        key = keyAt(xAxis->pixelToCoord(position.x()));
    if (key) {
        m_lastPointed = key;
        showNote(key->x, position.y());
    } else {
        m_crosshair.hide();
    }
    emit pointed(key);
}

void PlotCanvas::choose(const QPointF& position)
{
    if (const std::optional<PointedKey> key = keyAt(xAxis->pixelToCoord(position.x())))
        chooseKey(*key);
}

void PlotCanvas::chooseKey(const PointedKey& key)
{
    if (key.step < 0)
        return;
    const int rank = m_selected.size() == 1 ? m_selected.first() : -1;
    emit momentChosen(m_store.table().completed({.rank = rank, .step = key.step}));
}

QString PlotCanvas::markAt(const QPointF& position) const
{
    return m_marks->textAt(position);
}

std::optional<PointedKey> PlotCanvas::notePlace() const
{
    const bool isSeen = m_lastPointed && m_lastPointed->axis == m_spec.choice.xAxis &&
                        xAxis->range().contains(m_lastPointed->x);
    return isSeen ? m_lastPointed : keyAt(xAxis->range().upper);
}

void PlotCanvas::showNote(double key, double y)
{
    m_crosshair.showAt(key, valueNote(m_spec, m_store.table(), key, m_selected), y);
}

void PlotCanvas::showPointed(const std::optional<PointedKey>& key)
{
    std::optional<double> x;
    if (key && isVisible() && !isBare()) {
        x = key->axis == m_spec.choice.xAxis ? std::optional(key->x) : std::nullopt;
        if (!x && key->step >= 0)
            x = keyOfStep(key->step);
    }
    if (x && xAxis->range().contains(*x))
        showNote(*x, axisRect()->top());
    else
        m_crosshair.hide();
}

void PlotCanvas::showMoment(const Moment& moment)
{
    m_shownMoment = m_store.table().completed(moment);
    markDirty();
}

} // namespace lockstep
