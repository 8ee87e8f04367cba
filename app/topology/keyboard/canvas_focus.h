// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <vector>

namespace lockstep {

class TopologyScene;

/// The element of a drawing that the keyboard is at, apart from what is selected; and the ways from one to
/// another.
class CanvasFocus {
public:
    CanvasFocus(const ExperimentDocument& document, const TopologyScene& scene)
        : m_document(document), m_scene(scene)
    {
    }

    /// One element, or none.
    const ElementSet& element() const { return m_element; }
    void set(const ElementSet& element) { m_element = element; }
    /// To be called when the document has changed: the element may be gone.
    void follow();

    /// The element after or before this one, in the order of the document; empty past either end.
    ElementSet neighbour(const ElementSet& from, bool forward) const;
    /// The nearest element in a direction, seen from another one or, without one, from a point; empty when
    /// there is none. `endsOnly`: hosts and switches alone.
    ElementSet toward(const ElementSet& from, const QPointF& point, const QPointF& direction,
                      bool endsOnly) const;
    /// The host or switch that stands nearest to another; empty when there is no other.
    std::string nearestEnd(const std::string& from) const;
    /// For a link that begins at `from`: the host or switch in a direction from the element, or the one after
    /// or before it, round again past either end. Empty when there is none but `from`.
    std::string endToward(const std::string& from, const QPointF& direction) const;
    std::string nextEnd(const std::string& from, bool forward) const;
    /// What it covers, in scene coordinates; of a link its label, or a point of it.
    QRectF boundsOf(const ElementSet& element) const;
    /// What a ring around it looks like.
    QPainterPath ring() const;

private:
    std::vector<ElementSet> all(bool endsOnly) const;
    bool exists(const ElementSet& element) const;

    const ExperimentDocument& m_document;
    const TopologyScene& m_scene;
    ElementSet m_element;
};

} // namespace lockstep
