// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/confusion_matrix.h"

#include <QAbstractScrollArea>
#include <QPoint>

namespace lockstep {

/// A confusion matrix as a heat map: correct answers in one colour, mistakes in another, the more the
/// stronger. Arrow keys go from cell to cell, + and - and the wheel with Ctrl zoom. However many classes
/// there are, only what is seen is drawn.
class ConfusionView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// What is the strongest colour: the largest count of all, or all samples of the cell's row.
    enum class Shade { Counts, Rows };

    explicit ConfusionView(QWidget* parent = nullptr);

    void setMatrix(ConfusionMatrix matrix);
    void setShade(Shade shade);
    void zoom(double factor);
    /// All of it, if cells can be so small.
    void fit();

    /// "dog taken for cat: 12 of 300 samples (4.0 %)"; empty without a matrix.
    QString cellText(QPoint cell) const;
    /// x: predicted class; y: class.
    QPoint currentCell() const { return m_current; }

    QSize minimumSizeHint() const override;

signals:
    void cellChosen(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int heads() const; ///< width of the names at the left, which is the height of those on top
    QPoint cellAt(const QPoint& place) const;
    QRect cellRect(int column, int row) const;
    QColor color(int row, const ConfusionMatrix::Cell& cell) const;
    void setCell(int side);
    void choose(QPoint cell);
    void tellCurrent();
    void updateBars();
    void paintCells(QPainter& painter, int firstRow, int lastRow) const;
    void paintNames(QPainter& painter, int firstRow, int lastRow) const;

    ConfusionMatrix m_matrix;
    Shade m_shade = Shade::Rows;
    int m_cell = 24;    ///< side, pixels
    bool m_fits = true; ///< follows the room that there is, until somebody zooms
    QPoint m_current;
};

} // namespace lockstep
