// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_grid.h"

#include "app/plots/metric_plot.h"

#include <QDrag>
#include <QDropEvent>
#include <QMimeData>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kLeastHeight = 190;
constexpr int kLowHeight = 150;  ///< of a row that is to be seen as a whole in a low window
constexpr int kGoodHeight = 320; ///< of a row among more than can be seen at once
constexpr int kAlike = 10'000;   ///< more than there is: splitters share out what they have
const auto kMime = QStringLiteral("application/x-lockstep-plot");

QSplitter* splitter(Qt::Orientation orientation)
{
    auto* made = new QSplitter(orientation);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(6);
    return made;
}

bool areWhole(const QVector<int>& sizes, qsizetype count)
{
    return sizes.size() == count && std::ranges::all_of(sizes, [](int size) { return size > 0; });
}

} // namespace

PlotGrid::PlotGrid(QWidget* parent) : QWidget(parent), m_leastHeight(kLeastHeight)
{
    setAcceptDrops(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
}

QVector<MetricPlot*> PlotGrid::plots() const
{
    QVector<MetricPlot*> all;
    for (const QVector<MetricPlot*>& row : m_rows)
        all += row;
    return all;
}

void PlotGrid::setRows(const Rows& rows, const QVector<int>& heights, const QVector<QVector<int>>& widths)
{
    const QVector<MetricPlot*> before = plots();
    m_rows = rows;
    m_wantedHeights = heights;
    rebuild();
    qDeleteAll(before);
    setSizes(heights, widths);
}

void PlotGrid::setRowsFrom(qsizetype first, const Rows& rows)
{
    QVector<MetricPlot*> before;
    for (const QVector<MetricPlot*>& row : m_rows.sliced(first))
        before += row;
    m_rows = m_rows.first(first) + rows;
    rebuild();
    qDeleteAll(before);
}

/// Splitters anew around the plots that there are; where as many stand as before, they are as large.
void PlotGrid::rebuild()
{
    const QVector<int> oldHeights = heights();
    const QVector<QVector<int>> oldWidths = widths();
    QSplitter* before = m_column;
    m_column = splitter(Qt::Vertical);
    for (const QVector<MetricPlot*>& plots : m_rows) {
        QSplitter* row = splitter(Qt::Horizontal);
        row->setMinimumHeight(m_leastHeight);
        for (MetricPlot* plot : plots) {
            row->addWidget(plot);
            row->setStretchFactor(row->count() - 1, 1);
        }
        connect(row, &QSplitter::splitterMoved, this, &PlotGrid::rearranged);
        m_column->addWidget(row);
    }
    connect(m_column, &QSplitter::splitterMoved, this, &PlotGrid::rearranged);
    layout()->addWidget(m_column);
    if (before) {
        layout()->removeWidget(before);
        before->hide();
        before->deleteLater();
    }
    for (MetricPlot* plot : plots())
        plot->show();
    updateLeastHeight();
    setSizes(oldHeights, oldWidths);
}

void PlotGrid::setSizes(const QVector<int>& heights, const QVector<QVector<int>>& widths)
{
    if (areWhole(heights, m_rows.size()))
        m_column->setSizes(heights);
    for (qsizetype row = 0; row < m_rows.size(); ++row) {
        const qsizetype count = m_rows[row].size();
        const bool areKnown = row < widths.size() && areWhole(widths[row], count);
        static_cast<QSplitter*>(m_column->widget(static_cast<int>(row)))
            ->setSizes(areKnown ? widths[row] : QVector<int>(count, kAlike));
    }
}

int PlotGrid::lowestRow()
{
    return kLowHeight;
}

/// Few rows share what is seen; more of them have a height that shows something each.
void PlotGrid::updateLeastHeight()
{
    const int good = std::clamp(m_room / 2, m_leastHeight, kGoodHeight);
    const bool areWanted = areWhole(m_wantedHeights, m_rows.size());
    int height = 0;
    for (qsizetype row = 0; row < m_rows.size(); ++row)
        height += areWanted ? std::clamp(m_wantedHeights[row], m_leastHeight, good) : good;
    setMinimumHeight(m_room == 0 || m_rows.size() <= 2 ? 0 : height);
}

void PlotGrid::setRoom(int height)
{
    m_room = height;
    const int least = std::clamp(height, kLowHeight, kLeastHeight);
    if (least != m_leastHeight) {
        m_leastHeight = least;
        for (int row = 0; m_column && row < m_column->count(); ++row)
            m_column->widget(row)->setMinimumHeight(least);
    }
    updateLeastHeight();
}

void PlotGrid::append(MetricPlot* plot)
{
    if (!m_rows.isEmpty() && m_rows.last().size() == 1)
        m_rows.last().append(plot);
    else
        m_rows.append(QVector<MetricPlot*>{plot});
    rebuild();
    emit rearranged();
}

QPoint PlotGrid::placeOf(const MetricPlot* plot) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        for (int column = 0; column < m_rows[row].size(); ++column) {
            if (m_rows[row][column] == plot)
                return {column, row};
        }
    }
    return {-1, -1};
}

void PlotGrid::take(MetricPlot* plot)
{
    for (QVector<MetricPlot*>& row : m_rows)
        row.removeAll(plot);
    m_rows.removeIf([](const QVector<MetricPlot*>& row) { return row.isEmpty(); });
}

void PlotGrid::remove(MetricPlot* plot)
{
    take(plot);
    rebuild();
    plot->hide();
    plot->deleteLater();
    emit rearranged();
}

void PlotGrid::move(MetricPlot* plot, int columns, int rows)
{
    const QPoint from = placeOf(plot);
    const int row = from.y() + rows;
    if (from.x() < 0 || row < 0 || row >= m_rows.size())
        return;
    const int column =
        rows != 0 ? std::min(from.x(), static_cast<int>(m_rows[row].size()) - 1) : from.x() + columns;
    if (column < 0 || column >= m_rows[row].size())
        return;
    std::swap(m_rows[from.y()][from.x()], m_rows[row][column]);
    rebuild();
    emit rearranged();
}

void PlotGrid::moveTo(MetricPlot* plot, const QPoint& position)
{
    MetricPlot* target = nullptr;
    for (MetricPlot* each : plots()) {
        if (QRect(each->mapTo(this, QPoint()), each->size()).contains(position))
            target = each;
    }
    if (!target || target == plot)
        return;
    const QPoint within = target->mapFrom(this, position);
    take(plot);
    const QPoint place = placeOf(target);
    // The upper and lower quarters make a row of their own; what is between stands to the nearer side.
    if (within.y() < target->height() / 4)
        m_rows.insert(place.y(), QVector<MetricPlot*>{plot});
    else if (within.y() > target->height() * 3 / 4)
        m_rows.insert(place.y() + 1, QVector<MetricPlot*>{plot});
    else
        m_rows[place.y()].insert(place.x() + (within.x() < target->width() / 2 ? 0 : 1), plot);
    rebuild();
    emit rearranged();
}

void PlotGrid::drag(MetricPlot* plot)
{
    m_dragged = plot;
    auto* drag = new QDrag(this);
    auto* mime = new QMimeData;
    mime->setData(kMime, {});
    drag->setMimeData(mime);
    drag->setPixmap(plot->grab().scaledToWidth(240, Qt::SmoothTransformation));
    drag->exec(Qt::MoveAction);
    m_dragged = nullptr;
}

void PlotGrid::dragEnterEvent(QDragEnterEvent* event)
{
    // Of another window's page it may be: that is not ours to move.
    if (m_dragged && event->mimeData()->hasFormat(kMime))
        event->acceptProposedAction();
}

void PlotGrid::dragMoveEvent(QDragMoveEvent* event)
{
    event->acceptProposedAction();
}

void PlotGrid::dropEvent(QDropEvent* event)
{
    if (!m_dragged)
        return;
    event->acceptProposedAction();
    // After the drag is over: it began in a widget that is about to be put elsewhere.
    QMetaObject::invokeMethod(
        this, [this, plot = m_dragged, position = event->position().toPoint()] { moveTo(plot, position); },
        Qt::QueuedConnection);
}

QVector<int> PlotGrid::heights() const
{
    return m_column ? m_column->sizes() : QVector<int>();
}

QVector<QVector<int>> PlotGrid::widths() const
{
    QVector<QVector<int>> widths;
    for (int row = 0; m_column && row < m_column->count(); ++row)
        widths.append(static_cast<QSplitter*>(m_column->widget(row))->sizes());
    return widths;
}

} // namespace lockstep
