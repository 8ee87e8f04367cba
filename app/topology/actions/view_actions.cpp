// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/view_actions.h"

#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/topology/viewport/canvas_grid.h"
#include "app/topology/viewport/overview.h"

#include <QAction>
#include <QSettings>

namespace lockstep {

ViewActions::ViewActions(const CanvasParts& canvas, QObject* parent) : ActionGroup(parent)
{
    add(ActsOn::Selection, tr("Zoom to the se&lection"), QKeySequence(Qt::CTRL | Qt::Key_2),
        [canvas] { canvas.view.zoomTo(canvas.scene.selection()); });
    addRemembered(tr("Snap to the &grid"), Qt::Key_P, QLatin1String("canvas/snap"),
                  [canvas](bool isOn) { canvas.scene.setSnap(isOn ? kCanvasGrid : 0); });
    addRemembered(tr("Align&ment guides"), Qt::Key_I, QLatin1String("canvas/guides"),
                  [canvas](bool isOn) { canvas.scene.setGuides(isOn); });
    addRemembered(tr("O&verview"), Qt::Key_O, QLatin1String("canvas/overview"),
                  [canvas](bool isOn) { canvas.view.overview().setWanted(isOn); });
    connect(addToggle(tr("List of all &elements"), withShift(Qt::Key_E), false), &QAction::toggled, this,
            &ViewActions::listWanted);
}

void ViewActions::addRemembered(const QString& text, Qt::Key key, QLatin1String setting,
                                const std::function<void(bool)>& set)
{
    QAction* toggle = addToggle(text, withShift(key), QSettings().value(setting, true).toBool());
    set(toggle->isChecked());
    connect(toggle, &QAction::toggled, this, [set, setting](bool isOn) {
        set(isOn);
        QSettings().setValue(setting, isOn);
    });
}

} // namespace lockstep
