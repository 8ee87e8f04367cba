// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/overview.h"

#include "app/theme/theme.h"
#include "app/topology/items/host_item.h"
#include "app/topology/items/network_item.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <climits>

namespace lockstep {

namespace {

constexpr QSize kSize{200, 136};
constexpr QSize kSmallSize{112, 76};
constexpr qreal kMargin = 8;
constexpr int kFromEdge = 12;
constexpr int kRestMs = 250;
/// The usual one first; the fourth is where one searches.
constexpr Qt::Corner kCorners[] = {Qt::BottomRightCorner, Qt::BottomLeftCorner, Qt::TopLeftCorner};

/// What wants looking at stands out.
QColor overviewColor(const CanvasCard& card, const ThemeColors& colors)
{
    if (card.lamp.hasFailed())
        return colors.bad;
    return card.warns() ? colors.warning : colors.mutedText;
}

} // namespace

Overview::Overview(TopologyScene& scene, TopologyView& view) : QWidget(&view), m_scene(scene), m_view(view)
{
    setObjectName(QStringLiteral("overview"));
    setAccessibleName(tr("Overview of the drawing"));
    setToolTip(tr("The whole drawing. Drag the frame to look elsewhere."));
    setFixedSize(kSize);
    setCursor(Qt::PointingHandCursor);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &Overview::settle);
    hide();
}

void Overview::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    viewMoved();
}

QRectF Overview::seen() const
{
    return m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
}

void Overview::drawingChanged()
{
    m_picture = {};
    m_drawing = m_scene.drawingRect();
    viewMoved();
}

void Overview::viewMoved()
{
    const bool isNeeded = m_isWanted && !m_drawing.isNull() && !seen().contains(m_drawing);
    if (isNeeded && isHidden())
        keepClear();
    setVisible(isNeeded);
    if (!isNeeded)
        return;
    update();
    m_rest.start();
}

/// Nothing moves away under a mouse that drags.
void Overview::settle()
{
    if (QGuiApplication::mouseButtons() != Qt::NoButton)
        m_rest.start();
    else if (isVisible())
        keepClear();
}

QRect Overview::placeIn(Qt::Corner corner, const QSize& size) const
{
    const QRect room = m_view.rect().adjusted(kFromEdge, kFromEdge, -kFromEdge, -kFromEdge);
    QRect place(room.topLeft(), size);
    if (corner != Qt::TopLeftCorner)
        place.moveBottom(room.bottom());
    if (corner == Qt::BottomRightCorner)
        place.moveRight(room.right());
    return place;
}

/// So many pixels of cards.
int Overview::covered(const QRect& place) const
{
    int pixels = 0;
    const QList<QGraphicsItem*> items = m_scene.items(m_view.mapToScene(place));
    for (const QGraphicsItem* item : items) {
        const auto* host = qgraphicsitem_cast<const HostItem*>(item);
        if (!host)
            continue;
        const QSize both = m_view.mapFromScene(host->cardRect()).boundingRect().intersected(place).size();
        pixels += both.width() * both.height();
    }
    return pixels;
}

void Overview::keepClear()
{
    QRect best;
    int least = INT_MAX;
    for (const Qt::Corner corner : kCorners) {
        if (placeIn(corner, kSize) == geometry()) { // where it stays if no other is better
            best = geometry();
            least = covered(best);
        }
    }
    for (const QSize& size : {kSize, kSmallSize}) {
        for (const Qt::Corner corner : kCorners) {
            const QRect place = placeIn(corner, size);
            if (const int pixels = covered(place); pixels < least) {
                least = pixels;
                best = place;
            }
        }
    }
    if (best.size() != size()) {
        setFixedSize(best.size());
        m_picture = {};
    }
    move(best.topLeft());
}

QTransform Overview::toHere() const
{
    const QRectF room = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const qreal scale = qMin(room.width() / m_drawing.width(), room.height() / m_drawing.height());
    QTransform transform;
    transform.translate(room.center().x(), room.center().y());
    transform.scale(scale, scale);
    transform.translate(-m_drawing.center().x(), -m_drawing.center().y());
    return transform;
}

void Overview::paintDrawing()
{
    const ThemeColors& colors = themeColors(palette());
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor back = colors.panel;
    back.setAlpha(235);
    painter.setPen(QPen(colors.grid, 1));
    painter.setBrush(back);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.setTransform(toHere(), true);
    painter.setPen(Qt::NoPen);
    QColor area = colors.accent;
    area.setAlpha(40);
    const QList<QGraphicsItem*> items = m_scene.items(Qt::AscendingOrder);
    for (const QGraphicsItem* item : items) {
        if (const auto* network = qgraphicsitem_cast<const NetworkItem*>(item))
            painter.fillRect(network->area(), area);
        else if (const auto* host = qgraphicsitem_cast<const HostItem*>(item))
            painter.fillRect(host->cardRect(), overviewColor(host->card(), colors));
    }
}

void Overview::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        paintDrawing();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = toHere().mapRect(seen()).intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
    QColor tint = themeColors(palette()).accent;
    painter.setPen(QPen(tint, 1.5));
    tint.setAlpha(30);
    painter.setBrush(tint);
    painter.drawRect(frame);
}

void Overview::lookAt(const QPointF& point)
{
    m_view.centerOn(toHere().inverted().map(point));
}

void Overview::mousePressEvent(QMouseEvent* event)
{
    lookAt(event->position());
}

void Overview::mouseMoveEvent(QMouseEvent* event)
{
    lookAt(event->position());
}

void Overview::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_picture = {};
    QWidget::changeEvent(event);
}

} // namespace lockstep
