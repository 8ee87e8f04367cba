// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_navigation.h"

#include "app/plots/plot_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>
#include <cmath>
#include <qcustomplot.h>

namespace lockstep {

namespace {

constexpr double kWheelStep = 1.25;
constexpr double kArrowStep = 0.1; // of what is seen
constexpr int kLeastBox = 6;       // pixels; less is a hand that shook

double span(const QCPAxis& axis)
{
    const QCPRange& range = axis.range();
    return axis.scaleType() == QCPAxis::stLogarithmic ? std::log10(range.upper / range.lower) : range.size();
}

ValueRange valuesOf(const QCPAxis& axis)
{
    return {axis.range().lower, axis.range().upper};
}

} // namespace

PlotNavigation::PlotNavigation(QCustomPlot& plot, PlotView& view)
    : QObject(&plot), m_plot(plot), m_view(view), m_box(new QRubberBand(QRubberBand::Rectangle, &plot))
{
    plot.installEventFilter(this);
}

double PlotNavigation::keySpan() const
{
    return span(*m_plot.xAxis);
}

double PlotNavigation::valueSpan() const
{
    return span(*m_plot.yAxis);
}

bool PlotNavigation::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Wheel:
        return wheel(*static_cast<QWheelEvent*>(event));
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        m_drag = Drag::None;
        m_view.fit();
        emit moved(false);
        return true;
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    case QEvent::Leave:
        emit pointedNowhere();
        return false;
    default:
        return QObject::eventFilter(watched, event);
    }
}

bool PlotNavigation::wheel(const QWheelEvent& event)
{
    const double notches = event.angleDelta().y() / 120.0;
    const QPointF position = event.position();
    if (notches == 0 || !m_enabled)
        return false;
    const double factor = std::pow(kWheelStep, -notches);
    const bool onValues =
        position.x() < m_plot.axisRect()->left() || event.modifiers().testFlag(Qt::ShiftModifier);
    if (onValues)
        m_view.zoomValues(valuesOf(*m_plot.yAxis), m_plot.yAxis->pixelToCoord(position.y()), factor);
    else
        m_view.zoomKeys(m_plot.xAxis->pixelToCoord(position.x()), factor);
    emit pointedNowhere();
    emit moved(false);
    return true;
}

bool PlotNavigation::press(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || !m_plot.axisRect()->rect().contains(event.pos()))
        return false;
    m_drag = event.modifiers().testFlag(Qt::ControlModifier) ? Drag::Box : Drag::Move;
    m_from = m_pressed = event.position();
    emit pointedNowhere();
    return true;
}

bool PlotNavigation::move(const QMouseEvent& event)
{
    if (m_drag == Drag::None) {
        emit pointed(event.position());
        return true;
    }
    if (m_drag == Drag::Box) {
        m_box->setGeometry(QRect(m_pressed.toPoint(), event.pos()).normalized() & m_plot.axisRect()->rect());
        m_box->show();
        return true;
    }
    const QPointF moved = event.position() - m_from;
    if (moved.manhattanLength() < 2)
        return true;
    m_from = event.position();
    m_view.moveKeys(-moved.x() * keySpan() / std::max(1, m_plot.axisRect()->width()));
    if (m_view.freeValues())
        m_view.moveValues(valuesOf(*m_plot.yAxis),
                          moved.y() * valueSpan() / std::max(1, m_plot.axisRect()->height()));
    emit this->moved(true);
    return true;
}

bool PlotNavigation::release(const QMouseEvent& event)
{
    if (m_drag == Drag::None || event.button() != Qt::LeftButton)
        return false;
    const bool stayed = (event.position() - m_pressed).manhattanLength() < kLeastBox;
    if (m_drag == Drag::Box && !stayed)
        zoomToBox(m_box->geometry());
    m_box->hide();
    m_drag = Drag::None;
    if (stayed && m_from == m_pressed)
        emit clicked(event.position());
    return true;
}

void PlotNavigation::zoomToBox(const QRect& box)
{
    if (!m_enabled || box.width() < kLeastBox || box.height() < kLeastBox)
        return;
    const QCPAxis& keys = *m_plot.xAxis;
    const QCPAxis& values = *m_plot.yAxis;
    m_view.zoomTo({keys.pixelToCoord(box.left()), keys.pixelToCoord(box.right() + 1)},
                  {values.pixelToCoord(box.bottom() + 1), values.pixelToCoord(box.top())});
    emit moved(false);
}

bool PlotNavigation::key(const QKeyEvent& event)
{
    const bool isSideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (isSideways && event.modifiers().testFlag(Qt::ShiftModifier))
        return false; // it points
    const QPointF middle = m_plot.axisRect()->rect().center();
    const ValueRange values = valuesOf(*m_plot.yAxis);
    switch (event.key()) {
    case Qt::Key_Home:
        m_view.fit();
        break;
    case Qt::Key_Left:
        m_view.moveKeys(-kArrowStep * keySpan());
        break;
    case Qt::Key_Right:
        m_view.moveKeys(kArrowStep * keySpan());
        break;
    case Qt::Key_Up:
        m_view.moveValues(values, kArrowStep * valueSpan());
        break;
    case Qt::Key_Down:
        m_view.moveValues(values, -kArrowStep * valueSpan());
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_view.zoomKeys(m_plot.xAxis->pixelToCoord(middle.x()), 1 / kWheelStep);
        break;
    case Qt::Key_Minus:
        m_view.zoomKeys(m_plot.xAxis->pixelToCoord(middle.x()), kWheelStep);
        break;
    case Qt::Key_Escape:
        if (m_drag == Drag::None)
            return false;
        m_drag = Drag::None;
        m_box->hide();
        return true;
    default:
        return false;
    }
    emit pointedNowhere(); // what was pointed at lies elsewhere now
    emit moved(false);
    return true;
}

} // namespace lockstep
