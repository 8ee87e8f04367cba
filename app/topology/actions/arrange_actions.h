// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/topology/actions/action_group.h"
#include "app/topology/actions/canvas_parts.h"
#include "app/topology/arrange/arrange.h"

namespace lockstep {

/// Aligns, distributes, tidies and groups nodes.
class ArrangeActions : public ActionGroup {
    Q_OBJECT
public:
    ArrangeActions(const CanvasParts& canvas, QObject* parent);

    /// Makes a network around the selected nodes.
    QAction* group() const { return m_group; }

private:
    void addAlign(const QString& text, const QKeySequence& keys, Edge edge);
    void addDistribute(const QString& text, const QKeySequence& keys, Qt::Orientation orientation);
    void addTidy(const QString& text, const QKeySequence& keys, Tidy tidy);
    void makeNetwork();

    CanvasParts m_canvas;
    QAction* m_group = nullptr;
};

} // namespace lockstep
