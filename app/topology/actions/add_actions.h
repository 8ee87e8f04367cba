// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/action_group.h"
#include "app/topology/actions/canvas_parts.h"
#include "app/topology/palette/palette_entry.h"

namespace lockstep {

/// Puts fresh nodes where one looks.
class AddActions : public ActionGroup {
    Q_OBJECT
public:
    AddActions(const CanvasParts& canvas, QObject* parent);

    /// Asks for a list of hosts, which begins as `text`, and adds them.
    void addFromList(const QString& text);

private:
    void addKind(const QString& text, Qt::Key key, PaletteEntry::Kind kind);

    CanvasParts m_canvas;
};

} // namespace lockstep
