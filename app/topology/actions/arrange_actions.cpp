// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/arrange_actions.h"

#include "app/document/document_edits.h"
#include "app/topology/arrange/arrange_edits.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/topology/viewport/canvas_grid.h"

namespace lockstep {

ArrangeActions::ArrangeActions(const CanvasParts& canvas, QObject* parent)
    : ActionGroup(parent), m_canvas(canvas)
{
    addAlign(tr("Align &left"), withShift(Qt::Key_Left), Edge::Left);
    addAlign(tr("Align &right"), withShift(Qt::Key_Right), Edge::Right);
    addAlign(tr("Align &top"), withShift(Qt::Key_Up), Edge::Top);
    addAlign(tr("Align &bottom"), withShift(Qt::Key_Down), Edge::Bottom);
    addAlign(tr("Center in a &column"), withAlt(Qt::Key_C), Edge::HorizontalCenter);
    addAlign(tr("Center in a r&ow"), withAlt(Qt::Key_R), Edge::VerticalCenter);
    addDistribute(tr("Distribute &horizontally"), withAlt(Qt::Key_H), Qt::Horizontal);
    addDistribute(tr("Distribute &vertically"), withAlt(Qt::Key_V), Qt::Vertical);
    addSeparator();
    addTidy(tr("Tidy in la&yers"), withAlt(Qt::Key_1), Tidy::Layered);
    addTidy(tr("Tidy in a r&ing"), withAlt(Qt::Key_2), Tidy::Ring);
    addTidy(tr("Tidy in ro&ws"), withAlt(Qt::Key_3), Tidy::Grid);
    add(ActsOn::Anything, tr("Put on the &grid"), withAlt(Qt::Key_4),
        [this] { putOnGrid(m_canvas.document, m_canvas.scene.selection().nodes, kCanvasGrid); });
    addSeparator();
    m_group = add(ActsOn::Nodes, tr("Group into a &network"), QKeySequence(Qt::CTRL | Qt::Key_G),
                  [this] { makeNetwork(); });
}

void ArrangeActions::addAlign(const QString& text, const QKeySequence& keys, Edge edge)
{
    add(ActsOn::SeveralNodes, text, keys,
        [this, edge] { alignNodes(m_canvas.document, m_canvas.scene.selection().nodes, edge); });
}

void ArrangeActions::addDistribute(const QString& text, const QKeySequence& keys, Qt::Orientation orientation)
{
    add(ActsOn::SeveralNodes, text, keys, [this, orientation] {
        distributeNodes(m_canvas.document, m_canvas.scene.selection().nodes, orientation);
    });
}

void ArrangeActions::addTidy(const QString& text, const QKeySequence& keys, Tidy tidy)
{
    add(ActsOn::Anything, text, keys, [this, tidy] {
        const std::set<std::string> nodes = m_canvas.scene.selection().nodes;
        tidyNodes(m_canvas.document, nodes, tidy);
        if (nodes.size() < 2)
            m_canvas.view.zoomToFit();
    });
}

void ArrangeActions::makeNetwork()
{
    const std::string id = groupNodes(m_canvas.document, m_canvas.scene.selection().nodes);
    if (!id.empty())
        m_canvas.scene.select({{id}, {}});
}

} // namespace lockstep
