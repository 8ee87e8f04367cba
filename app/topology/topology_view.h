// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"

#include <QGraphicsView>

namespace lockstep {

class TopologyScene;

/// The canvas: looks at a scene, zooms, pans, takes drops, and does by keys what the mouse does.
class TopologyView : public QGraphicsView {
    Q_OBJECT
public:
    TopologyView(ExperimentDocument& document, TopologyScene& scene, QWidget* parent = nullptr);

    /// 1: 100 %.
    qreal zoom() const { return transform().m11(); }
    void setZoom(qreal zoom);
    /// Shows all cards, never larger than 100 %. Before the view is shown: as soon as it is.
    void zoomToFit();
    /// Puts a host near the middle of what is seen, clear of the others, and selects it.
    void addHostInView(HostKind kind);

signals:
    void zoomChanged(qreal zoom);
    /// Enter or a double click on a selected element: it is to be edited.
    void editWanted();

protected:
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool focusNextPrevChild(bool next) override;

private:
    bool handleKey(const QKeyEvent& event);
    bool nudge(const QKeyEvent& event);
    bool selectNext(bool forward);
    void addHostAt(HostKind kind, const QPointF& center);
    void describeSelection();
    void beginPan(const QPoint& point);
    void endPan();

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    QPoint m_panPoint;
    bool m_isPanning = false;
    bool m_isSpaceDown = false;
    bool m_fitsWhenShown = false;
};

} // namespace lockstep
