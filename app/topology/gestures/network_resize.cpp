// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/network_resize.h"

#include "app/document/document_edits.h"
#include "app/document/node_geometry.h"

namespace lockstep {

NetworkResize::NetworkResize(ExperimentDocument& document, Drawing& drawing, const NetworkItem& network,
                             const QPointF& press, qreal grid)
    : m_document(document), m_drawing(drawing), m_id(network.id().toStdString()), m_press(press),
      m_grid(grid), m_before(network.area())
{
}

NetworkResize::~NetworkResize()
{
    putBack();
}

void NetworkResize::moveTo(const QPointF& point, Qt::KeyboardModifiers held)
{
    const QPointF way = point - m_press;
    if (!m_hasMoved && isClick(way))
        return;
    m_hasMoved = true;
    const qreal grid = held & Qt::AltModifier ? 0 : m_grid;
    const QPointF origin = m_before.topLeft();
    const QPointF corner = m_before.bottomRight() + way;
    m_drawing.networks().find(m_id)->setArea(
        {origin, QSizeF(qMax(kLeastNetworkSide, onGrid(corner.x(), grid) - origin.x()),
                        qMax(kLeastNetworkSide, onGrid(corner.y(), grid) - origin.y()))});
}

void NetworkResize::finish(const QPointF&, Qt::KeyboardModifiers)
{
    const QRectF area = m_drawing.networks().find(m_id)->area();
    putBack();
    if (m_hasMoved)
        resizeNetwork(m_document, m_id, area);
}

void NetworkResize::putBack()
{
    NetworkItem* network = m_drawing.networks().find(m_id);
    if (network && !m_isOver)
        network->setArea(m_before);
    m_isOver = true;
}

} // namespace lockstep
