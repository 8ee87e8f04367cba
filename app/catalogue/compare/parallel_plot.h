// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/compare/parallel_axes.h"

#include <QHash>
#include <QRectF>
#include <QWidget>
#include <optional>

namespace lockstep {

/// Runs as lines across parallel axes. Dragging along an axis leaves those runs whose value lies within; a
/// click on an axis frees it again. The line under the pointer tells its values. The colour follows one axis.
/// Keys: Left and Right choose the axis of the colour, Up and Down a run, Escape frees all axes.
class ParallelPlot : public QWidget {
    Q_OBJECT
public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// The last axis gives the colour at first.
    void setAxes(ParallelAxes axes);

    /// Whether every brushed axis has this run's value within.
    bool isWithin(int run) const;
    /// Leaves the runs between these places of an axis. REQUIRES: 0 <= low <= high <= 1.
    void brush(int axis, double low, double high);
    void freeAxes();
    /// The run that stands out; -1: none.
    int shownRun() const { return m_shownRun; }
    int colorAxis() const { return m_colorAxis; }
    /// Where an axis has this place, in pixels.
    QPointF pointOn(int axis, double place) const;

    QSize minimumSizeHint() const override { return {360, 220}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Brush {
        double low = 0;
        double high = 1;
    };

    QRectF area() const;
    double placeAt(double y) const;
    int axisAt(const QPointF& point) const;
    int runAt(const QPointF& point) const;
    QColor colorOf(int run) const;
    void showRun(int run);
    void stepRun(int direction);
    QString description() const;
    void drawAxes(QPainter& painter) const;
    void drawRun(QPainter& painter, int run) const;
    void drawBrushes(QPainter& painter) const;
    void drawShownRun(QPainter& painter) const;

    ParallelAxes m_picture;
    QHash<int, Brush> m_brushes; ///< by axis
    int m_colorAxis = -1;
    int m_shownRun = -1;
    int m_dragged = -1; ///< axis along which the pointer is pressed
    double m_dragFrom = 0;
};

} // namespace lockstep
