// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/node_drag.h"

#include "app/document/document_edits.h"
#include "app/topology/card/card_chips.h"

#include <QGraphicsScene>
#include <QGraphicsView>
#include <utility>

namespace lockstep {

namespace {

/// So many links in the view are dragged without antialiasing.
constexpr qsizetype kManyLinks = 200;
/// So many nodes on their way repaint all of the view in every frame.
constexpr std::size_t kManyMoving = 40;
constexpr qreal kGuideReach = 6; ///< device pixels

bool isHeavy(const Drawing& drawing, const QGraphicsScene& scene, std::size_t moving)
{
    if (drawing.links().size() <= static_cast<std::size_t>(kManyLinks) || scene.views().isEmpty())
        return false;
    if (moving > kManyMoving)
        return true;
    const QGraphicsView* view = scene.views().first();
    const QRectF visible = view->mapToScene(view->viewport()->rect()).boundingRect();
    qsizetype links = 0;
    for (QGraphicsItem* item : scene.items(visible, Qt::IntersectsItemBoundingRect))
        links += item->type() == LinkItem::Type ? 1 : 0;
    return links > kManyLinks;
}

} // namespace

NodeDrag::NodeDrag(ExperimentDocument& document, Drawing& drawing, Grab grab, const DragRest& rest)
    : m_document(document), m_drawing(drawing), m_grab(std::move(grab)), m_rest(rest),
      m_lines(drawing.scene())
{
    for (const std::string& id : m_grab.moving)
        m_before.emplace(id, m_drawing.node(id)->pos());
    m_drawing.cards().setDragged(m_grab.moving);
    gatherGuides();
    m_drawing.links().setRough(isHeavy(m_drawing, m_drawing.scene(), m_grab.moving.size()));
}

NodeDrag::~NodeDrag()
{
    putBack();
}

void NodeDrag::gatherGuides()
{
    if (!m_rest.isAligned)
        return;
    std::vector<QRectF> others;
    others.reserve(m_drawing.cards().items().size() + m_drawing.networks().items().size());
    const auto sort = [&](const std::string& id, const QRectF& rect) {
        if (m_grab.moving.contains(id))
            m_bounds |= rect;
        else
            others.push_back(rect);
    };
    for (const auto& [id, item] : m_drawing.cards().items())
        sort(id, item->cardRect());
    for (const auto& [id, item] : m_drawing.networks().items())
        sort(id, item->area());
    m_guides = AlignmentGuides(others);
}

/// An alignment that is near wins over the grid.
QPointF NodeDrag::resting(const QPointF& way) const
{
    const QPointF before = m_before.at(m_grab.node);
    const QPointF target = before + way;
    QPointF rest = QPointF(onGrid(target.x(), m_rest.grid), onGrid(target.y(), m_rest.grid)) - before;
    if (!m_rest.isAligned)
        return rest;
    const QList<QGraphicsView*> views = m_drawing.scene().views();
    const qreal zoom = views.isEmpty() ? 1 : views.first()->transform().m11();
    const AlignmentGuides::Shift shift = m_guides.shiftFor(m_bounds.translated(way), kGuideReach / zoom);
    if (shift.x)
        rest.setX(way.x() + *shift.x);
    if (shift.y)
        rest.setY(way.y() + *shift.y);
    return rest;
}

void NodeDrag::moveTo(const QPointF& point, Qt::KeyboardModifiers held)
{
    QPointF way = point - m_grab.press;
    if (!m_hasMoved && isClick(way))
        return;
    m_hasMoved = true;
    const bool isFree = held & Qt::AltModifier;
    if (!isFree)
        way = resting(way);
    for (const auto& [id, before] : m_before)
        m_drawing.node(id)->setPos(before + way);
    m_drawing.links().adjust(m_grab.moving);
    lightNetwork();
    m_lines.show(m_rest.isAligned && !isFree ? m_guides.linesFor(m_bounds.translated(way))
                                             : std::vector<QLineF>());
}

void NodeDrag::lightNetwork()
{
    NetworkItem* under = nullptr;
    if (m_drawing.cards().contains(m_grab.node))
        under = m_drawing.networks().innermostAround(m_drawing.cards().rect(m_grab.node));
    if (under == m_lit)
        return;
    if (m_lit)
        m_lit->setTarget(false);
    m_lit = under;
    if (under)
        under->setTarget(true);
}

std::map<std::string, QPointF> NodeDrag::moved() const
{
    std::map<std::string, QPointF> positions;
    for (const auto& [id, before] : m_before) {
        if (const QGraphicsItem* item = m_drawing.node(id); item && item->pos() != before)
            positions.emplace(id, item->pos());
    }
    return positions;
}

void NodeDrag::finish(const QPointF& point, Qt::KeyboardModifiers)
{
    const std::map<std::string, QPointF> positions = moved();
    putBack();
    if (!positions.empty())
        moveNodes(m_document, positions);
    else if (!m_hasMoved)
        click(point);
}

void NodeDrag::putBack()
{
    if (m_before.empty())
        return; // it is back
    if (m_lit)
        m_lit->setTarget(false);
    m_lit = nullptr;
    m_lines.clear();
    std::set<std::string> back;
    for (const auto& [id, position] : moved()) {
        m_drawing.node(id)->setPos(m_before.at(id));
        back.insert(id);
    }
    m_before.clear();
    m_drawing.cards().setDragged({});
    m_drawing.links().adjust(back);
    m_drawing.links().setRough(false);
}

void NodeDrag::click(const QPointF& point)
{
    const HostItem* host = m_drawing.cards().find(m_grab.node);
    if (!host)
        return;
    if (const std::optional<std::size_t> chip = chipAt(host->card(), point - host->pos()))
        toggleDevice(m_document, {m_grab.node}, host->card().chips[*chip].device);
}

} // namespace lockstep
