// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QToolButton>

namespace lockstep {

/// The title of a plot: a click opens its menu, a drag takes the plot elsewhere. Cut where there is little
/// room; its tool tip is whole.
class PlotTitle : public QToolButton {
    Q_OBJECT
public:
    explicit PlotTitle(QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& toolTip);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

signals:
    void dragWanted();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPoint m_pressed;
};

} // namespace lockstep
