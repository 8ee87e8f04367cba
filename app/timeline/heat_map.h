// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/metrics/moment.h"
#include "app/timeline/heat_grid.h"

#include <QImage>
#include <QTimer>
#include <QWidget>
#include <optional>

class QPainter;

namespace lockstep {

/// The time of every step of every rank as a picture: ranks downwards, steps to the right, with a legend of
/// the colours. The wheel zooms the steps, dragging moves, keys: arrows move a cell, plus and minus zoom,
/// Home shows all, Return points at the cell's rank and step.
class HeatMap : public QWidget {
    Q_OBJECT
public:
    /// Borrows the store.
    explicit HeatMap(const MetricStore& store, QWidget* parent = nullptr);

    void setValue(HeatValue value);
    void showMoment(const Moment& moment);
    QString textAt(const QPointF& position) const;
    /// The picture shows what is known, and is not being made anew.
    bool isWhole() const { return !m_work; }

public slots:
    void zoomIn();
    void zoomOut();
    void showAll();

signals:
    void momentChosen(const lockstep::Moment& moment);
    void pointedAt(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// What a person has chosen: a place in m_ranks, and a step from 1.
    struct Choice {
        qsizetype rank = 0;
        std::int64_t step = 1;
    };
    QRect area() const;
    double lastStep() const;
    void refresh();
    void goOn();
    void setWindow(double lower, double upper);
    void zoom(double factor, double aroundPixel);
    double stepAt(double pixel) const;
    std::optional<Choice> choiceAt(const QPointF& position) const;
    void choose(const Choice& choice);
    void tellChoice();
    QString describe(const Choice& choice) const;
    void drawPicture(QPainter& painter) const;
    void drawAxes(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;
    void drawChoice(QPainter& painter) const;
    void nameForReaders();

    const MetricStore& m_store;
    QTimer m_timer; ///< between two looks at a store that grows
    HeatValue m_value = HeatValue::Step;
    QVector<int> m_ranks;
    double m_lower = 1; ///< steps, from 1
    double m_upper = 2;
    bool m_showsAll = true;
    std::optional<HeatGridWork> m_work; ///< of the next picture; nothing: there is nothing to do for it
    QTimer m_slices;                    ///< between two parts of that work
    HeatRange m_range;
    QImage m_image;
    double m_imageLower = 1; ///< steps that the picture shows
    double m_imageUpper = 2;
    std::optional<Choice> m_choice;
    std::optional<QPoint> m_pressed;
    double m_pressedLower = 0;
    bool m_isDragged = false;
};

} // namespace lockstep
