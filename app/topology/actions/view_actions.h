// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/action_group.h"
#include "app/topology/actions/canvas_parts.h"

#include <QLatin1String>

namespace lockstep {

/// How one looks at the drawing, and what helps in drawing; what is switched here is remembered.
class ViewActions : public ActionGroup {
    Q_OBJECT
public:
    ViewActions(const CanvasParts& canvas, QObject* parent);

signals:
    /// The list of all elements is to be shown, or put away.
    void listWanted(bool isWanted);

private:
    /// Calls `set` at once, and whenever it is switched.
    void addRemembered(const QString& text, Qt::Key key, QLatin1String setting,
                       const std::function<void(bool)>& set);
};

} // namespace lockstep
