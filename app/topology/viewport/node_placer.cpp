// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/node_placer.h"

#include "app/document/copies.h"
#include "app/document/node_geometry.h"
#include "app/text/error_text.h"
#include "app/topology/gestures/canvas_gesture.h"
#include "app/topology/topology_scene.h"

#include <QMimeData>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kRows = 100;

QPointF halfOf(const QSizeF& size)
{
    return {size.width() / 2, size.height() / 2};
}

/// The middle that is nearest to `center` and puts the upper left corner on the lines of a grid.
QPointF centerOnGrid(const QPointF& center, const QSizeF& size, qreal grid)
{
    const QPointF corner = center - halfOf(size);
    return QPointF(onGrid(corner.x(), grid), onGrid(corner.y(), grid)) + halfOf(size);
}

bool isFree(const QGraphicsScene& scene, const QRectF& room)
{
    const QList<QGraphicsItem*> there = scene.items(room);
    return std::none_of(there.begin(), there.end(), [](const QGraphicsItem* item) {
        return item->type() == HostItem::Type || item->type() == NetworkItem::Type;
    });
}

} // namespace

NodePlacer::NodePlacer(ExperimentDocument& document, TopologyScene& scene, QGraphicsView& view)
    : m_document(document), m_scene(scene), m_view(view)
{
}

void NodePlacer::add(const PaletteEntry& entry, const QPointF& center)
{
    const std::string id = addEntry(m_document, entry, centerOnGrid(center, sizeOf(entry), m_scene.snap()));
    if (id.empty())
        emit failed(tr("The drawing is full: it holds at most %1 of these.").arg(kMaxHosts));
    else
        m_scene.select(ElementSet{{id}, {}});
}

void NodePlacer::addInView(const PaletteEntry& entry)
{
    const QSizeF size = sizeOf(entry);
    const QPointF place = freePlace(size);
    add(entry, place);
    m_view.ensureVisible(QRectF(place - halfOf(size), size));
}

void NodePlacer::addHostsInView(const std::vector<Host>& hosts, Join join)
{
    const QSizeF room = roomOfHosts(hosts.size(), join);
    const QPointF center = centerOnGrid(freePlace(room), room, m_scene.snap());
    show(addHosts(m_document, hosts, join, center - halfOf(room)));
}

/// The middle of one of this size; the last that was tried when none is free.
QPointF NodePlacer::freePlace(const QSizeF& size) const
{
    // Rows of places around the middle, each as far from the next as a card and a link's label need.
    const QPointF middle = m_view.mapToScene(m_view.viewport()->rect().center());
    const QPointF pitch(size.width() + kCardGap, size.height() + kRowGap);
    QPointF place = middle;
    for (int row = 0; row < kRows; ++row) {
        for (const int column : {0, -1, 1, 2}) {
            place = middle + QPointF(column * pitch.x(), row * pitch.y());
            if (isFree(m_scene, QRectF(place - halfOf(size), size)))
                return place;
        }
    }
    return place;
}

void NodePlacer::paste(const QString& text, const QPointF& center)
{
    const Result<Topology> copied = readCopy(text);
    if (!copied) {
        emit failed(errorSentence(copied.error()));
        return;
    }
    show(pasteTopology(m_document, *copied, center));
}

void NodePlacer::show(const Result<ElementSet>& added)
{
    if (!added) {
        emit failed(errorSentence(added.error()));
        return;
    }
    m_scene.select(*added);
    m_view.ensureVisible(boundsOf(m_document.experiment().topology, added->nodes));
}

bool NodePlacer::takes(const QMimeData& data)
{
    return entryOf(&data) || (!data.hasUrls() && data.text().trimmed().startsWith(u'{'));
}

void NodePlacer::drop(const QMimeData& data, const QPointF& center)
{
    if (const std::optional<PaletteEntry> entry = entryOf(&data))
        add(*entry, center);
    else
        paste(data.text(), center);
}

} // namespace lockstep
