// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/topology/arrange/arrange.h"
#include "app/topology/palette/palette_entry.h"

#include <QKeySequence>
#include <QObject>
#include <functional>

class QAction;
class QMenu;

namespace lockstep {

class HostPalette;
class TopologyScene;
class TopologyView;

/// Everything that can be done with the drawing, as actions with keys: for menus, and for a right click. Keys
/// that texts and lists use too belong to the canvas alone.
class CanvasActions : public QObject {
    Q_OBJECT
public:
    CanvasActions(ExperimentDocument& document, TopologyScene& scene, TopologyView& view,
                  HostPalette& palette);

    void addToEditMenu(QMenu& menu);
    void addToArrangeMenu(QMenu& menu);
    void addToViewMenu(QMenu& menu);
    /// Those without a place of their own on the screen work on the design page only.
    void setEnabled(bool isEnabled);

    void copy();
    void cut();
    void paste();
    void duplicate(int times);
    /// Asks how many copies there are to be.
    void askDuplicates();
    void group();
    /// Keeps the selected hosts in the palette; asks before others of their names go.
    void saveHosts();
    /// Asks for a name, and keeps what the selected host is made of.
    void saveTemplate();

signals:
    void failed(const QString& sentence);
    /// The list of all elements is to be shown, or put away.
    void listWanted(bool isWanted);

private:
    QAction* make(const QString& text, const QKeySequence& keys, const std::function<void()>& act);
    QAction* makeForCanvas(const QString& text, const QKeySequence& keys, const std::function<void()>& act);
    QAction* makeToggle(const QString& text, const QKeySequence& keys, bool isOn);
    void makeEditActions();
    void makeAddActions();
    void makeArrangeActions();
    void makeViewActions();
    QAction* makeAdd(const QString& text, const QKeySequence& keys, PaletteEntry::Kind kind);
    QAction* makeAlign(const QString& text, const QKeySequence& keys, Edge edge);
    QAction* makeTidy(const QString& text, const QKeySequence& keys, Tidy tidy);
    std::vector<Host> selectedHosts() const;
    bool mayReplace(const QString& question) const;
    void refresh();
    void showContextMenu(const QPoint& globalPoint);

    ExperimentDocument& m_document;
    TopologyScene& m_scene;
    TopologyView& m_view;
    HostPalette& m_palette;
    QList<QAction*> m_all;
    QList<QAction*> m_edit; ///< nullptr: a separator
    QList<QAction*> m_add;
    QList<QAction*> m_align;
    QList<QAction*> m_tidy;
    QList<QAction*> m_preview;
    QAction* m_group = nullptr;
    QAction* m_save = nullptr;
    QAction* m_saveTemplate = nullptr;
    QAction* m_link = nullptr;
    QList<QAction*> m_forSelection;
    QList<QAction*> m_forNodes;
};

} // namespace lockstep
