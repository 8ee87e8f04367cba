// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

class QMouseEvent;
class QWidget;

namespace lockstep {

class Viewpoint;

/// Moves the view along with the mouse: by the middle button, or by the left one while Space is held down.
class HandTool {
public:
    HandTool(Viewpoint& viewpoint, QWidget& viewport) : m_viewpoint(viewpoint), m_viewport(viewport) {}

    void pressSpace();
    /// Whether it was pressed and let go alone, without moving the view.
    bool releaseSpace();
    /// Space is let go elsewhere.
    void forgetSpace();

    /// False for what is not the hand's.
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);

private:
    enum class Space { Up, Down, UsedToPan };
    void showCursor();

    Viewpoint& m_viewpoint;
    QWidget& m_viewport;
    Space m_space = Space::Up;
    bool m_isPanning = false;
    QPoint m_point; ///< of the mouse, while the view is moved
};

} // namespace lockstep
