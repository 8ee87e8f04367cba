// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/crosshair.h"
#include "app/plots/plot_curves.h"
#include "app/plots/plot_legend.h"
#include "app/plots/plot_view.h"

#include <QTimer>
#include <qcustomplot.h>

namespace lockstep {

/// The drawing area of a MetricPlot: axes, curves, legend, crosshair, and what mouse and wheel do. Every
/// replot first asks the view for the ranges and the curves for their points, so what is drawn always belongs
/// together.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT
public:
    PlotCanvas(const MetricStore& store, const PlotSpec& spec, QWidget* parent = nullptr);

    PlotView& view() { return m_view; }
    PlotLegend& curveLegend() { return *m_legend; }
    const QVector<int>& selectedRanks() const { return m_selected; }
    void setSelectedRanks(const QVector<int>& ranks);
    /// What the spec says is another: another metric, or the same in another language.
    void specChanged();
    /// Asks for a replot by the plot's own timer; nothing happens while it is hidden.
    void markDirty();
    /// Replots at once.
    void refresh();

signals:
    /// Zoomed, moved, fitted or followed.
    void viewChanged();
    /// A legend entry was clicked; the same rank again means none.
    void rankClicked(int rank);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void build();
    void applySpec();
    void applyColors();
    void setRanges();
    void fitTicks();
    void fitTitles();
    ValueRange valueRange() const;

    const MetricStore& m_store;
    const PlotSpec& m_spec;
    PlotView m_view;
    PlotCurves m_curves;
    PlotLegend* m_legend;
    Crosshair m_crosshair;
    QCPItemText* m_empty;
    QTimer m_timer;
    QVector<int> m_selected;
    QPointF m_dragFrom;
    bool m_dragging = false;
    bool m_dirty = true;
};

} // namespace lockstep
