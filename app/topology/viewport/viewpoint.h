// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsView>
#include <QObject>
#include <QRectF>
#include <functional>

class QWheelEvent;

namespace lockstep {

/// From where a view looks at a drawing: zoom, pan, and fitting, also by wheel and touch.
class Viewpoint : public QObject {
    Q_OBJECT
public:
    /// `drawing` tells the rectangle of all that is drawn, in coordinates of the scene; null: nothing is.
    Viewpoint(QGraphicsView& view, std::function<QRectF()> drawing);

    /// 1: 100 %.
    qreal zoom() const { return m_view.transform().m11(); }
    void setZoom(qreal zoom);
    /// What is at this point of the viewport stays there.
    void zoomAt(qreal zoom, const QPointF& place);
    /// By pixels of the viewport.
    void panBy(const QPoint& way);
    /// Shows a rectangle of the scene with a margin, never larger than 100 %.
    void show(const QRectF& room);
    /// Shows the whole drawing, and again after every new size of the view until something else is shown or
    /// stopFitting() is called. Before the view is shown: as soon as it is.
    void fit();
    void stopFitting();

    /// To be called by the view for its events.
    void viewShown();
    void viewResized();
    void wheel(const QWheelEvent& event);
    /// False for an event that is no gesture of zooming.
    bool touch(QEvent& event);

signals:
    void zoomChanged(qreal zoom);

private:
    enum class Fitting { None, WhenShown, Kept };

    QGraphicsView& m_view;
    std::function<QRectF()> m_drawing;
    Fitting m_fitting = Fitting::None;
};

} // namespace lockstep
