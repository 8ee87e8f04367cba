// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

namespace lockstep {

/// Something that a hand does to the drawing with a button held down. Until it is let go only the picture
/// moves; when the gesture goes away, the picture is again what the document says.
class CanvasGesture {
public:
    CanvasGesture() = default;
    CanvasGesture(const CanvasGesture&) = delete;
    CanvasGesture& operator=(const CanvasGesture&) = delete;
    virtual ~CanvasGesture() = default;

    /// The mouse is at this point of the scene, with these keys held.
    virtual void moveTo(const QPointF& point, Qt::KeyboardModifiers held) = 0;
    /// The button was let go here: the picture goes back, and the document is edited.
    virtual void finish(const QPointF& point, Qt::KeyboardModifiers held) = 0;
};

/// Where what is dragged comes to rest.
struct DragRest {
    qreal grid = 0;         ///< on the lines of this grid, in scene units; 0: anywhere
    bool isAligned = false; ///< with what stands near it, and lines show how
};

/// Whether a hand that has come so far since the button went down only clicks: it is not quite still.
bool isClick(const QPointF& way);
/// The nearest multiple of the grid; the value itself without one.
qreal onGrid(qreal value, qreal grid);

} // namespace lockstep
