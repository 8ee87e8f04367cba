// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QTreeView>

namespace lockstep {

class ElementListModel;
class ExperimentDocument;
class TopologyScene;

/// The drawing as a list, for screen readers and for who would rather read than look: what is selected here
/// is selected on the canvas, and the other way round.
class ElementList : public QTreeView {
    Q_OBJECT
public:
    ElementList(ExperimentDocument& document, TopologyScene& scene, QWidget* parent = nullptr);

signals:
    /// Enter on a row: it is to be edited.
    void editWanted();
    /// It was selected here, and is to be seen on the canvas.
    void shown(const lockstep::ElementSet& elements);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    void followScene();
    void followNotes();

    ElementListModel* m_model;
    TopologyScene& m_scene;
    bool m_isFollowing = false;
};

} // namespace lockstep
