// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace lockstep {

/// Where what is asked for can be seen now: {} when nothing of that name can, else x, y, width and height of
/// what is seen of it, in pixels of the screen. Only for the thread of the widgets. The questions, and what
/// else the answers say:
///   {"widget": NAME}          by object name, accessible name or the text on a button: "enabled"
///   {"row": TEXT, "in": NAME} a row of the list or tree of that name
///   {"text": PART}            a label, a button, a page of text or a row of a list that says this:
///                             "text", all of it
///   {"action": TEXT}          an entry of the menu bar or of a menu that is open
///   {"item": NAME}            an element of the canvas (app/topology/items/element_data.h):
///                             "at_x" and "at_y", a point on it; "reach", how far beyond the
///                             rectangle it can be grabbed
///   {"window": ""}            what has the keyboard: "id" for the X server, "name", "title",
///                             "modified", and of the widget in it "focus", its name, and
///                             "focus_id", equal for no other
QJsonObject answerTo(const QJsonObject& question);

} // namespace lockstep
