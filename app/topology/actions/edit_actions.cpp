// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/edit_actions.h"

#include "app/document/copies.h"
#include "app/document/document_edits.h"
#include "app/document/host_list.h"
#include "app/text/error_text.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QRegularExpression>

namespace lockstep {

namespace {

std::vector<Host> selectedHosts(const CanvasParts& canvas)
{
    std::vector<Host> hosts;
    const Topology& topology = canvas.document.experiment().topology;
    for (const std::string& id : canvas.scene.selection().nodes) {
        if (const std::optional<std::size_t> index = findHost(topology, id))
            hosts.push_back(topology.hosts[*index]);
    }
    return hosts;
}

/// Lines that name hosts, more of them than not; neither a copy of elements nor a lone word is one.
bool isHostList(const QString& text)
{
    if (text.trimmed().indexOf(QRegularExpression(QStringLiteral("[\\n.:@[]"))) < 0)
        return false;
    const HostList list = readHostList(text.toStdString());
    return list.hosts.size() > list.problems.size();
}

} // namespace

EditActions::EditActions(const CanvasParts& canvas, HostPalette& palette, QObject* parent)
    : ActionGroup(parent), m_canvas(canvas), m_keeping(palette, canvas.view)
{
    addCopying();
    addSeparator();
    addFinding();
    addSeparator();
    addKeeping();
}

void EditActions::addCopying()
{
    TopologyView& view = m_canvas.view;
    addForCanvas(view, ActsOn::Nodes, tr("Cu&t"), QKeySequence::Cut, [this] { cut(); });
    addForCanvas(view, ActsOn::Nodes, tr("&Copy"), QKeySequence::Copy, [this] { copy(); });
    addForCanvas(view, ActsOn::Anything, tr("&Paste"), QKeySequence::Paste, [this] { paste(); });
    add(ActsOn::Selection, tr("Dupl&icate"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] { duplicate(1); });
    add(ActsOn::Selection, tr("Duplicate &N times…"), withShift(Qt::Key_D), [this] { askDuplicates(); });
    QAction* remove =
        addForCanvas(view, ActsOn::Selection, tr("&Delete"), {}, [this] { m_canvas.scene.removeSelected(); });
    remove->setShortcuts({QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
}

void EditActions::addFinding()
{
    addForCanvas(m_canvas.view, ActsOn::Anything, tr("Select &all"), QKeySequence::SelectAll,
                 [this] { m_canvas.scene.selectAll(); });
    add(ActsOn::Anything, tr("&Find…"), QKeySequence::Find, [this] { m_canvas.view.openFind(); });
}

void EditActions::addKeeping()
{
    add(ActsOn::OneOrTwoNodes, tr("&Link from the selected host"), QKeySequence(Qt::CTRL | Qt::Key_L),
        [this] { m_canvas.view.link(); });
    add(ActsOn::Hosts, tr("&Save to the palette"), withShift(Qt::Key_B),
        [this] { keep(&HostKeeping::saveHosts); });
    add(ActsOn::OneHost, tr("Sa&ve as a template…"), withShift(Qt::Key_M),
        [this] { keep(&HostKeeping::saveTemplate); });
}

void EditActions::keep(Result<void> (HostKeeping::*how)(const std::vector<Host>& hosts))
{
    if (const Result<void> kept = (m_keeping.*how)(selectedHosts(m_canvas)); !kept)
        emit failed(errorSentence(kept.error()));
}

void EditActions::copy()
{
    const ElementSet selected = m_canvas.scene.selection();
    if (!selected.nodes.empty())
        QApplication::clipboard()->setText(copyText(m_canvas.document.experiment().topology, selected));
}

void EditActions::cut()
{
    const ElementSet selected = m_canvas.scene.selection();
    if (selected.nodes.empty())
        return;
    copy();
    cutElements(m_canvas.document, selected);
}

void EditActions::paste()
{
    const QString text = QApplication::clipboard()->text();
    if (isHostList(text))
        emit listPasted(text);
    else
        m_canvas.view.pasteAt(text, m_canvas.view.pasteCenter());
}

void EditActions::duplicate(int times)
{
    const ElementSet selected = m_canvas.scene.selection();
    if (selected.isEmpty())
        return;
    const Result<ElementSet> made = duplicateElements(m_canvas.document, selected, times);
    if (made)
        m_canvas.view.reveal(*made);
    else
        emit failed(errorSentence(made.error()));
}

void EditActions::askDuplicates()
{
    const ElementSet selected = m_canvas.scene.selection();
    const int most = mostDuplicates(m_canvas.document.experiment().topology, selected);
    if (selected.isEmpty() || most < 1)
        return;
    bool isAccepted = false;
    const int times = QInputDialog::getInt(&m_canvas.view, tr("Duplicate"), tr("How many copies?"),
                                           qMin(2, most), 1, most, 1, &isAccepted);
    if (isAccepted)
        duplicate(times);
}

} // namespace lockstep
