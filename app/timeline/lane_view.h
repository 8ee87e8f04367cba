// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/moment.h"
#include "app/timeline/lane_raster.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <algorithm>
#include <optional>

class QPainter;

namespace lockstep {

/// A lane for every rank: the parts of its last steps, and the sums of its gradient buckets beside them, on
/// one time for all. Mouse: the wheel scrolls the ranks, with Ctrl it zooms, dragging moves. Keys: arrows,
/// Page Up and Page Down from step to step, plus and minus, Home, End, Return.
class LaneView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit LaneView(QWidget* parent = nullptr);

    /// Borrowed: valid until the next call.
    void setStore(const TimelineStore& store);
    /// Shows that rank's step if its time is told, or the nearest that is.
    void showMoment(const Moment& moment);
    /// The figures of the lane and step at this place of the viewport; empty where there are none.
    QString textAt(const QPoint& position) const;

public slots:
    void zoomIn();
    void zoomOut();
    void showAll();
    /// And follows it from now on.
    void showLast();

signals:
    /// A person points at a rank's step.
    void momentChosen(const lockstep::Moment& moment);
    /// The figures of what is pointed at, or chosen by keys.
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What a person has chosen.
    struct Choice {
        std::size_t lane = 0;
        std::int64_t step = 0;
    };
    int lanesWidth() const;
    double usPerPixel() const { return m_spanUs / std::max(1, lanesWidth()); }
    double pixelOf(double us) const;
    double usAt(double pixel) const;
    void setWindow(double fromUs, double spanUs);
    void zoom(double factor, double aroundPixel);
    void fitSlot(const StepSlot& slot);
    const StepSlot& lastWhole() const;
    void stepBy(int steps);
    void choose(std::size_t lane, std::int64_t step);
    void chooseLane(int by);
    void tellChoice();
    void updateScrollBar();
    std::optional<std::size_t> laneAt(int y) const;
    const ToldStep* told(std::size_t lane, std::int64_t step) const;
    Moment momentOf(std::size_t lane, const ToldStep& step) const;
    QString describe(std::size_t lane, const StepSlot& slot, double us) const;

    void drawHeader(QPainter& painter) const;
    void drawLane(QPainter& painter, std::size_t lane, int top);
    QImage laneImage(std::size_t lane) const;

    const TimelineStore* m_store = nullptr;
    std::vector<HostClock> m_clocks;
    StepSlots m_slots;
    double m_fromUs = 0;
    double m_spanUs = 1;
    bool m_follows = true;
    std::optional<Choice> m_choice;
    std::optional<QPoint> m_pressed; ///< where a drag began
    double m_pressedFromUs = 0;
    bool m_isDragged = false;
};

} // namespace lockstep
