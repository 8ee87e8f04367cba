// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/network/network_picture.h"
#include "app/topology/viewport/viewpoint.h"

#include <QGraphicsView>

namespace lockstep {

/// Looks at the picture of a run's network: zoomed and moved as the canvas is, and by dragging. Arrows go
/// from rank to rank.
class NetworkView : public QGraphicsView {
    Q_OBJECT
public:
    /// Borrows both.
    NetworkView(NetworkPicture& picture, const RunSummary& summary, QWidget* parent = nullptr);

    void zoomIn();
    void zoomOut();
    void showAll() { m_viewpoint.fit(); }
    /// The picture shows other figures, or more of the network.
    void follow();

signals:
    /// By a click or Enter.
    void rankChosen(int rank);
    /// A card beside its dots; an index into Topology::hosts.
    void hostChosen(std::size_t host);

protected:
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;

private:
    void choose(const QPoint& place);
    void focusRank(int rank);
    void describe();

    NetworkPicture& m_picture;
    const RunSummary& m_summary;
    Viewpoint m_viewpoint;
    QRectF m_drawing;                ///< all that was drawn when the view followed last
    std::optional<QPoint> m_pressed; ///< where a button went down
    QPoint m_dragged;                ///< where the mouse was last
    bool m_isDragging = false;
    int m_focused = -1; ///< the rank that the keyboard is at
};

} // namespace lockstep
