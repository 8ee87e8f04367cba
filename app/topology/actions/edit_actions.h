// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/action_group.h"
#include "app/topology/actions/canvas_parts.h"
#include "app/topology/actions/host_keeping.h"

namespace lockstep {

/// Copies, removes, finds, links and keeps what is selected.
class EditActions : public ActionGroup {
    Q_OBJECT
public:
    EditActions(const CanvasParts& canvas, HostPalette& palette, QObject* parent);

signals:
    void failed(const QString& sentence);
    /// What was pasted is a list of hosts.
    void listPasted(const QString& text);

private:
    void addCopying();
    void addFinding();
    void addKeeping();
    void copy();
    void cut();
    void paste();
    void duplicate(int times);
    /// Asks how many copies there are to be.
    void askDuplicates();
    void keep(Result<void> (HostKeeping::*how)(const std::vector<Host>& hosts));

    CanvasParts m_canvas;
    HostKeeping m_keeping;
};

} // namespace lockstep
