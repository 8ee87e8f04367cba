// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/hand_tool.h"

#include "app/topology/viewport/viewpoint.h"

#include <QMouseEvent>
#include <QWidget>
#include <utility>

namespace lockstep {

void HandTool::pressSpace()
{
    m_space = Space::Down;
    showCursor();
}

bool HandTool::releaseSpace()
{
    const bool wasAlone = m_space == Space::Down;
    forgetSpace();
    return wasAlone;
}

void HandTool::forgetSpace()
{
    if (m_space == Space::Up)
        return;
    m_space = Space::Up;
    showCursor();
}

bool HandTool::press(const QMouseEvent& event)
{
    const bool isHeld = m_space != Space::Up;
    if (event.button() != Qt::MiddleButton && !(isHeld && event.button() == Qt::LeftButton))
        return false;
    m_isPanning = true;
    m_point = event.pos();
    if (isHeld)
        m_space = Space::UsedToPan;
    showCursor();
    return true;
}

bool HandTool::move(const QMouseEvent& event)
{
    if (!m_isPanning)
        return false;
    m_viewpoint.panBy(event.pos() - std::exchange(m_point, event.pos()));
    return true;
}

bool HandTool::release(const QMouseEvent& event)
{
    if (!m_isPanning || (event.button() != Qt::MiddleButton && event.button() != Qt::LeftButton))
        return false;
    m_isPanning = false;
    showCursor();
    return true;
}

void HandTool::showCursor()
{
    if (m_isPanning)
        m_viewport.setCursor(Qt::ClosedHandCursor);
    else if (m_space != Space::Up)
        m_viewport.setCursor(Qt::OpenHandCursor);
    else
        m_viewport.unsetCursor();
}

} // namespace lockstep
