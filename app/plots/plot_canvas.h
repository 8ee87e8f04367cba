// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/metrics/moment.h"
#include "app/plots/axis_titles.h"
#include "app/plots/crosshair.h"
#include "app/plots/plot_curves.h"
#include "app/plots/plot_legend.h"
#include "app/plots/plot_view.h"

#include <QTimer>
#include <qcustomplot.h>

namespace lockstep {

class MarkLayer;
class PlotNavigation;
class PlotNotes;
struct PlotNote;

/// A place on an x axis, and the step there, for plots with other axes; a step of -1 is unknown.
struct PointedKey {
    XAxis axis = XAxis::Step;
    double x = 0;
    std::int64_t step = -1;
};

/// The drawing area of a MetricPlot: axes, curves, marks, legend, crosshair. Every replot first asks the view
/// for the ranges and the curves for their points, so what is drawn always belongs together.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT
public:
    PlotCanvas(const MetricStore& store, const PlotSpec& spec, QWidget* parent = nullptr);

    PlotView& view() { return m_view; }
    PlotLegend& curveLegend() { return *m_legend; }
    const QVector<int>& selectedRanks() const { return m_selected; }
    void setSelectedRanks(const QVector<int>& ranks);
    /// Drawn with the marks of the run, and what a person adds to. REQUIRES: they outlive it.
    void setNotes(const PlotNotes& notes);
    const PlotNotes* notes() const { return m_notes; }
    /// What the spec says is another: another metric, or the same in another language.
    void specChanged();
    /// Asks for a replot by the plot's own timer; nothing happens while it is hidden or out of sight.
    void markDirty();
    /// Replots at once.
    void refresh();

    /// Shows the values there, as if a person pointed at it; nothing: no longer.
    void showPointed(const std::optional<PointedKey>& key);
    /// A line at a moment that another view of the run tells of.
    void showMoment(const Moment& moment);
    /// Where on the axis a step lies; nothing while no rank tells.
    std::optional<double> keyOfStep(std::int64_t step) const;
    /// The other way round: the step of the point that is nearest.
    std::optional<PointedKey> keyAt(double x) const;

    /// What the marks at a position tell; empty: there are none.
    QString markAt(const QPointF& position) const;
    /// What a person pointed at last, else the newest point that is seen; nothing while there is none.
    std::optional<PointedKey> notePlace() const;

signals:
    /// Zoomed, moved, fitted or followed.
    void viewChanged();
    /// A legend entry was clicked; the same rank again means none.
    void rankClicked(int rank);
    /// A person points at this place of the axis; nothing: at none.
    void pointed(const std::optional<lockstep::PointedKey>& key);
    void momentChosen(const lockstep::Moment& moment);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void refreshInTurn();
    void build();
    void applySpec();
    void applyColors();
    void setRanges();
    KeyWindow shownKeys();
    QVector<PlotNote> shownNotes() const;
    void point(const QPointF& position);
    void choose(const QPointF& position);
    void chooseKey(const PointedKey& key);
    void moveCrosshair(bool isOnward);
    void leaveCrosshair();
    void showNote(double key, double y);
    bool isBare() const;

    const MetricStore& m_store;
    const PlotSpec& m_spec;
    PlotView m_view;
    ColumnCache m_columns;
    ColumnGrid m_pixels; ///< the columns of the last frame
    PlotCurves m_curves;
    PlotLegend* m_legend;
    AxisTitles m_titles;
    Crosshair m_crosshair;
    MarkLayer* m_marks;
    PlotNavigation* m_navigation;
    QCPItemStraightLine* m_moment;
    QCPItemText* m_empty;
    QTimer m_timer;
    QVector<int> m_selected;
    const PlotNotes* m_notes = nullptr;
    RunMarks m_runMarks;   ///< gathered from all ranks: not for every frame of a drag
    bool m_hasMore = true; ///< since they were gathered
    Moment m_shownMoment;
    std::optional<PointedKey> m_lastPointed;
    bool m_dirty = true;
};

} // namespace lockstep
