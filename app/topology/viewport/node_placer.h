// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/host_list_edits.h"
#include "app/topology/palette/palette_entry.h"

#include <QGraphicsView>
#include <QObject>

class QMimeData;

namespace lockstep {

class TopologyScene;

/// Puts new nodes on the canvas, selects them, and brings them into view.
class NodePlacer : public QObject {
    Q_OBJECT
public:
    NodePlacer(ExperimentDocument& document, TopologyScene& scene, QGraphicsView& view);

    /// With its middle at a point of the scene, as near as the grid allows.
    void add(const PaletteEntry& entry, const QPointF& center);
    /// Near the middle of what is seen, clear of the others.
    void addInView(const PaletteEntry& entry);
    /// Hosts in rows, in the same way.
    void addHostsInView(const std::vector<Host>& hosts, Join join);
    /// What was copied, with its middle at a point of the scene.
    void paste(const QString& text, const QPointF& center);

    /// A node of the palette, or text as Copy makes it. Files are for the window.
    static bool takes(const QMimeData& data);
    /// What was dropped at a point of the scene. REQUIRES: takes(data).
    void drop(const QMimeData& data, const QPointF& center);

signals:
    /// Something could not be done.
    void failed(const QString& sentence);

private:
    QPointF freePlace(const QSizeF& size) const;
    /// Selects what was added, or says why it could not be.
    void show(const Result<ElementSet>& added);

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    QGraphicsView& m_view;
};

} // namespace lockstep
