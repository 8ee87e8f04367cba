// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/action_group.h"
#include "app/topology/palette/palette_entry.h"

namespace lockstep {

class TopologyView;

/// Puts fresh nodes where one looks.
class AddActions : public ActionGroup {
    Q_OBJECT
public:
    AddActions(TopologyView& view, QObject* parent);

private:
    void addKind(const QString& text, Qt::Key key, PaletteEntry::Kind kind);

    TopologyView& m_view;
};

} // namespace lockstep
