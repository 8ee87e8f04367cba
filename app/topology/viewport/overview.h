// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

namespace lockstep {

class TopologyScene;
class TopologyView;

/// The whole drawing in small, in a corner of the canvas, with a frame around what is seen of it; the frame
/// can be dragged. It is out of the way while everything is seen anyway; else it keeps to a corner without
/// cards, and is smaller where there is none.
class Overview : public QWidget {
    Q_OBJECT
public:
    Overview(TopologyScene& scene, TopologyView& view);
    /// Whether it shows itself when there is something to show.
    void setWanted(bool isWanted);
    bool isWanted() const { return m_isWanted; }
    /// The drawing is another one, or another part of it is seen.
    void drawingChanged();
    void viewMoved();
    /// Goes where it covers least of the cards, at once. For when the canvas has got another size; after
    /// other changes it does so by itself, once they have come to rest.
    void keepClear();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void settle();
    QRect placeIn(Qt::Corner corner, const QSize& size) const;
    int covered(const QRect& place) const;
    void paintDrawing();
    QRectF seen() const;
    QTransform toHere() const;
    void lookAt(const QPointF& point);

    TopologyScene& m_scene;
    TopologyView& m_view;
    QRectF m_drawing;
    QPixmap m_picture;
    QTimer m_rest; ///< runs out when the view has not moved for a while
    bool m_isWanted = true;
};

} // namespace lockstep
