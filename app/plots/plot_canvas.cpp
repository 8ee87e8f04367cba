// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_canvas.h"

#include "app/text/plain_text.h"

#include <QHelpEvent>
#include <QLocale>
#include <QToolTip>
#include <cmath>

namespace lockstep {

namespace {

/// Between two replots; more often would not be seen.
constexpr int kFrameMs = 40;
constexpr double kWheelStep = 1.25;

/// Whole keys only: there is no step 1.5. Of the widths that QCustomPlot finds pleasant, 2.5 is left out.
class WholeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QLocale().toString(static_cast<qlonglong>(std::llround(tick)));
    }
};

} // namespace

PlotCanvas::PlotCanvas(const MetricStore& store, const PlotSpec& spec, QWidget* parent)
    : QCustomPlot(parent), m_store(store), m_spec(spec), m_view(spec), m_curves(*this, spec),
      m_legend(new PlotLegend(*this)), m_crosshair(*this, spec), m_empty(new QCPItemText(this))
{
    build();
    applyColors();
    m_timer.setSingleShot(true);
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, &PlotCanvas::refresh);
    connect(&store, &MetricStore::extended, this, &PlotCanvas::markDirty);
    connect(this, &QCustomPlot::beforeReplot, this, &PlotCanvas::setRanges);
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        fitTitles();
        m_curves.fill();
    });
}

void PlotCanvas::build()
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoAddPlottableToLegend(false);
    setAutoFillBackground(false);
    setMinimumSize(240, 140);
    xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new WholeTicker));
    yAxis2->grid()->setVisible(false);
    m_empty->setLayer(QStringLiteral("overlay"));
    m_empty->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_empty->position->setCoords(0.5, 0.5);
    m_empty->setTextAlignment(Qt::AlignCenter);
    m_empty->setSelectable(false);
    applySpec();
}

void PlotCanvas::applySpec()
{
    xAxis->setLabel(m_spec.keyTitle);
    yAxis->setLabel(m_spec.left.title);
    yAxis2->setVisible(m_spec.right.has_value());
    if (m_spec.right)
        yAxis2->setLabel(m_spec.right->title);
    axisRect()->setMinimumMargins(QMargins(8, 10, m_spec.right ? 8 : 16, 8));
    m_empty->setText(m_spec.emptyText);
}

void PlotCanvas::specChanged()
{
    applySpec();
    m_curves.forget();
    m_crosshair.hide();
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
    m_empty->setColor(colors.mutedText);
    m_empty->setFont(font());
    m_crosshair.setColors(colors);
    markDirty();
}

void PlotCanvas::setRanges()
{
    const MetricTable& table = m_store.table();
    const ValueRange keys = m_view.keys(table);
    xAxis->setRange(keys.lower, keys.upper);
    const ValueRange left = m_view.values(table, m_spec.left, keys);
    yAxis->setRange(left.lower, left.upper);
    if (m_spec.right) {
        const ValueRange right = m_view.values(table, *m_spec.right, keys);
        yAxis2->setRange(right.lower, right.upper);
    }
    m_curves.arrange(table, m_selected, themeColors(palette()));
    const bool empty = m_view.lastKey() <= 0 && table.ranks(m_spec.left.metric).isEmpty();
    const bool bare = table.ranks(m_spec.left.metric).isEmpty() &&
                      (!m_spec.right || table.ranks(m_spec.right->metric).isEmpty());
    m_empty->setVisible(empty || bare);
    m_legend->setEntries(bare ? QVector<LegendEntry>() : m_curves.legend());
    m_legend->fitInto(viewport().size());
    fitTicks();
    m_dirty = false;
}

/// No more figures beside a low plot than stand clear of each other.
void PlotCanvas::fitTicks()
{
    constexpr int kBelowAxes = 54; // figures and title of the keys
    constexpr int kMost = 5;
    const int height = viewport().height() - m_legend->minimumSize().height() - kBelowAxes;
    const int figure = QFontMetrics(yAxis->tickLabelFont()).height();
    for (QCPAxis* axis : {yAxis, yAxis2})
        axis->ticker()->setTickCount(std::clamp(height / (2 * figure), 1, kMost));
}

/// A low plot cuts the title of an axis rather than letting it run out of the picture.
void PlotCanvas::fitTitles()
{
    constexpr int kBeyond = 16; // above and below the axis
    const QFontMetrics metrics(yAxis->labelFont());
    const int room = axisRect()->height() + kBeyond;
    if (axisRect()->height() <= 0)
        return;
    yAxis->setLabel(metrics.elidedText(m_spec.left.title, Qt::ElideRight, room));
    if (m_spec.right)
        yAxis2->setLabel(metrics.elidedText(m_spec.right->title, Qt::ElideRight, room));
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
        m_timer.start();
}

void PlotCanvas::refresh()
{
    if (m_dirty)
        replot(rpQueuedRefresh);
}

bool PlotCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (m_legend->hiddenCount() > 0 && m_legend->rect().contains(help->pos()))
        QToolTip::showText(help->globalPos(), wrappedText(m_legend->text()), this);
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

void PlotCanvas::resizeEvent(QResizeEvent* event)
{
    setBufferDevicePixelRatio(devicePixelRatioF());
    QCustomPlot::resizeEvent(event);
}

ValueRange PlotCanvas::valueRange() const
{
    return {yAxis->range().lower, yAxis->range().upper};
}

void PlotCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches == 0 || m_store.table().ranks(m_spec.left.metric).isEmpty())
        return;
    const double factor = std::pow(kWheelStep, -notches);
    const QPointF position = event->position();
    const bool onValues = position.x() < axisRect()->left() || event->modifiers().testFlag(Qt::ShiftModifier);
    if (onValues)
        m_view.zoomValues(valueRange(), yAxis->pixelToCoord(position.y()), factor);
    else
        m_view.zoomKeys(xAxis->pixelToCoord(position.x()), factor);
    event->accept();
    m_crosshair.hide();
    markDirty();
    emit viewChanged();
}

void PlotCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QCustomPlot::mousePressEvent(event);
    if (const int rank = m_legend->rankAt(event->pos()); rank >= 0) {
        emit rankClicked(rank);
        return;
    }
    m_dragging = axisRect()->rect().contains(event->pos());
    m_dragFrom = event->position();
    if (m_dragging)
        m_crosshair.hide();
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragging) {
        m_crosshair.moveTo(event->position(), m_store.table(), m_selected);
        return;
    }
    const QPointF moved = event->position() - m_dragFrom;
    if (moved.manhattanLength() < 2)
        return;
    m_dragFrom = event->position();
    m_view.moveKeys(-moved.x() * xAxis->range().size() / std::max(1, axisRect()->width()));
    if (m_view.freeValues())
        m_view.moveValues(valueRange(),
                          moved.y() * yAxis->range().size() / std::max(1, axisRect()->height()));
    // A drag follows the hand, not the timer.
    replot(rpQueuedReplot);
    emit viewChanged();
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    m_dragging = false;
    QCustomPlot::mouseReleaseEvent(event);
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent*)
{
    m_dragging = false;
    m_view.fit();
    markDirty();
    emit viewChanged();
}

void PlotCanvas::leaveEvent(QEvent* event)
{
    m_crosshair.hide();
    QCustomPlot::leaveEvent(event);
}

} // namespace lockstep
