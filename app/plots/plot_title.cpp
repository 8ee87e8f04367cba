// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_title.h"

#include "app/text/plain_text.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <algorithm>

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
    setText(title);
    setToolTip(wrappedText(toolTip.isEmpty() ? title : title + u'\n' + toolTip));
    setAccessibleName(title);
}

QSize PlotTitle::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + kBeside, QToolButton::sizeHint().height()};
}

QSize PlotTitle::minimumSizeHint() const
{
    return {std::min(kLeast, sizeHint().width()), sizeHint().height()};
}

/// The text stays whole for those who hear it.
void PlotTitle::paintEvent(QPaintEvent*)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = fontMetrics().elidedText(text(), Qt::ElideRight, std::max(0, width() - kBeside + 2));
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
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
