// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/add_actions.h"

#include "app/document/experiment_document.h"
#include "app/topology/palette/host_list_dialog.h"
#include "app/topology/topology_view.h"

namespace lockstep {

AddActions::AddActions(const CanvasParts& canvas, QObject* parent) : ActionGroup(parent), m_canvas(canvas)
{
    using Kind = PaletteEntry::Kind;
    addKind(tr("Add this co&mputer"), Qt::Key_T, Kind::ThisComputer);
    addKind(tr("Add a CPU &host"), Qt::Key_C, Kind::CpuHost);
    addKind(tr("Add a &GPU host"), Qt::Key_G, Kind::GpuHost);
    addKind(tr("Add a s&witch"), Qt::Key_W, Kind::Switch);
    addKind(tr("Add a n&etwork"), Qt::Key_N, Kind::Network);
    add(ActsOn::Anything, tr("Add h&osts from a list…"), withShift(Qt::Key_L), [this] { addFromList({}); });
}

void AddActions::addKind(const QString& text, Qt::Key key, PaletteEntry::Kind kind)
{
    add(ActsOn::Anything, text, withShift(key), [this, kind] {
        m_canvas.view.addInView({kind, {}});
        m_canvas.view.setFocus();
    });
}

void AddActions::addFromList(const QString& text)
{
    HostListDialog dialog(m_canvas.document.experiment().topology, text, &m_canvas.view);
    if (dialog.exec() == QDialog::Accepted)
        m_canvas.view.addHostsInView(dialog.hosts(), dialog.join());
    m_canvas.view.setFocus();
}

} // namespace lockstep
