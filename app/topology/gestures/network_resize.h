// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/gestures/canvas_gesture.h"
#include "app/topology/items/drawing.h"

#include <string>

namespace lockstep {

/// The lower right corner of a network on its way; what stands on it stays.
class NetworkResize : public CanvasGesture {
public:
    /// REQUIRES: `network` is in the drawing.
    NetworkResize(ExperimentDocument& document, Drawing& drawing, const NetworkItem& network,
                  const QPointF& press, qreal grid);
    ~NetworkResize() override;

    /// Alt leaves the grid out.
    void moveTo(const QPointF& point, Qt::KeyboardModifiers held) override;
    void finish(const QPointF& point, Qt::KeyboardModifiers held) override;

private:
    void putBack();

    ExperimentDocument& m_document;
    Drawing& m_drawing;
    std::string m_id;
    QPointF m_press;
    qreal m_grid;
    QRectF m_before;
    bool m_hasMoved = false;
    bool m_isOver = false; ///< the network is the document's again
};

} // namespace lockstep
