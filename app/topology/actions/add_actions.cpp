// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/add_actions.h"

#include "app/topology/topology_view.h"

namespace lockstep {

AddActions::AddActions(TopologyView& view, QObject* parent) : ActionGroup(parent), m_view(view)
{
    using Kind = PaletteEntry::Kind;
    addKind(tr("Add this co&mputer"), Qt::Key_T, Kind::ThisComputer);
    addKind(tr("Add a CPU &host"), Qt::Key_C, Kind::CpuHost);
    addKind(tr("Add a &GPU host"), Qt::Key_G, Kind::GpuHost);
    addKind(tr("Add a s&witch"), Qt::Key_W, Kind::Switch);
    addKind(tr("Add a n&etwork"), Qt::Key_N, Kind::Network);
}

void AddActions::addKind(const QString& text, Qt::Key key, PaletteEntry::Kind kind)
{
    add(ActsOn::Anything, text, withShift(key), [this, kind] {
        m_view.addInView({kind, {}});
        m_view.setFocus();
    });
}

} // namespace lockstep
