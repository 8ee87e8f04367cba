// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_title.h"

#include "app/text/plain_text.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>

namespace lockstep {

namespace {

constexpr int kBeside = 26; // of the text: paddings and the sign that there is a menu
constexpr int kLeast = 80;

} // namespace

PlotTitle::PlotTitle(QWidget* parent) : QToolButton(parent)
{
    setAutoRaise(true);
    setPopupMode(QToolButton::InstantPopup);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void PlotTitle::setTitle(const QString& title, const QString& toolTip)
{
    m_title = title;
    setToolTip(wrappedText(toolTip.isEmpty() ? title : title + u'\n' + toolTip));
    setAccessibleName(title);
    updateGeometry();
    cut();
}

QSize PlotTitle::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_title) + kBeside, QToolButton::sizeHint().height()};
}

QSize PlotTitle::minimumSizeHint() const
{
    return {std::min(kLeast, sizeHint().width()), sizeHint().height()};
}

void PlotTitle::cut()
{
    setText(fontMetrics().elidedText(m_title, Qt::ElideRight, std::max(0, width() - kBeside + 2)));
}

void PlotTitle::resizeEvent(QResizeEvent* event)
{
    QToolButton::resizeEvent(event);
    cut();
}

// The menu opens on release: a press may become a drag.
void PlotTitle::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    event->accept();
}

void PlotTitle::mouseMoveEvent(QMouseEvent* event)
{
    const bool isFar = (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (event->buttons().testFlag(Qt::LeftButton) && isFar)
        emit dragWanted();
}

void PlotTitle::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        showMenu();
}

} // namespace lockstep
