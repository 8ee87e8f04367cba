// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>

class QCustomPlot;
class QKeyEvent;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace lockstep {

class PlotView;

/// What mouse, wheel and keyboard do to the view of a plot. The wheel zooms at the pointer (over the value
/// axis or with Shift: the values), a drag moves, a drag with Ctrl zooms to the box that it draws, a double
/// click or Home shows everything; arrows move (Left and Right with Shift are left to the plot), + and -
/// zoom. REQUIRES: plot and view outlive it.
class PlotNavigation : public QObject {
    Q_OBJECT
public:
    PlotNavigation(QCustomPlot& plot, PlotView& view);

    bool eventFilter(QObject* watched, QEvent* event) override;
    /// While there is nothing to see, nothing moves.
    void setEnabled(bool enabled) { m_enabled = enabled; }

signals:
    /// The view shows another part. `byHand`: a drag, which a picture has to follow at once.
    void moved(bool byHand);
    /// The pointer is here, and nothing is dragged.
    void pointed(const QPointF& position);
    /// The pointer is elsewhere, or drags.
    void pointedNowhere();
    /// Pressed and released at one place.
    void clicked(const QPointF& position);

private:
    bool wheel(const QWheelEvent& event);
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool key(const QKeyEvent& event);
    void zoomToBox(const QRect& box);
    double keySpan() const;
    double valueSpan() const;

    enum class Drag { None, Move, Box };

    QCustomPlot& m_plot;
    PlotView& m_view;
    QRubberBand* m_box;
    Drag m_drag = Drag::None;
    QPointF m_from; ///< where the drag is
    QPointF m_pressed;
    bool m_enabled = true;
};

} // namespace lockstep
