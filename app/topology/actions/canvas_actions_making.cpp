// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The actions of the canvas, with their names and keys.
#include "app/topology/actions/canvas_actions.h"

#include "app/topology/arrange/arrange_edits.h"
#include "app/topology/keyboard/canvas_keys.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/topology/viewport/overview.h"

#include <QAction>
#include <QSettings>

namespace lockstep {

namespace {

constexpr qreal kGrid = 24;
const auto kSnapKey = QLatin1String("canvas/snap");
const auto kGuidesKey = QLatin1String("canvas/guides");
const auto kOverviewKey = QLatin1String("canvas/overview");

QKeySequence withShift(Qt::Key key)
{
    return QKeySequence(Qt::CTRL | Qt::SHIFT | key);
}

QKeySequence withAlt(Qt::Key key)
{
    return QKeySequence(Qt::CTRL | Qt::ALT | key);
}

} // namespace

QAction* CanvasActions::make(const QString& text, const QKeySequence& keys, const std::function<void()>& act)
{
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, act);
    m_all << action;
    return action;
}

QAction* CanvasActions::makeForCanvas(const QString& text, const QKeySequence& keys,
                                      const std::function<void()>& act)
{
    QAction* action = make(text, keys, act);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_view.addAction(action);
    return action;
}

QAction* CanvasActions::makeToggle(const QString& text, const QKeySequence& keys, bool isOn)
{
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setCheckable(true);
    action->setChecked(isOn);
    m_all << action;
    return action;
}

void CanvasActions::makeEditActions()
{
    QAction* cutAction = makeForCanvas(tr("Cu&t"), QKeySequence::Cut, [this] { cut(); });
    QAction* copyAction = makeForCanvas(tr("&Copy"), QKeySequence::Copy, [this] { copy(); });
    QAction* pasteAction = makeForCanvas(tr("&Paste"), QKeySequence::Paste, [this] { paste(); });
    QAction* once = make(tr("Dupl&icate"), QKeySequence(Qt::CTRL | Qt::Key_D), [this] { duplicate(1); });
    QAction* often = make(tr("Duplicate &N times…"), withShift(Qt::Key_D), [this] { askDuplicates(); });
    QAction* remove = makeForCanvas(tr("&Delete"), {}, [this] { m_scene.removeSelected(); });
    remove->setShortcuts({QKeySequence(Qt::Key_Delete), QKeySequence(Qt::Key_Backspace)});
    QAction* all = makeForCanvas(tr("Select &all"), QKeySequence::SelectAll, [this] { m_scene.selectAll(); });
    QAction* find = make(tr("&Find…"), QKeySequence::Find, [this] { m_view.openFind(); });
    m_link = make(tr("&Link from the selected host"), QKeySequence(Qt::CTRL | Qt::Key_L),
                  [this] { m_view.link(); });
    m_save = make(tr("&Save to the palette"), withShift(Qt::Key_B), [this] { saveHosts(); });
    m_saveTemplate = make(tr("Sa&ve as a template…"), withShift(Qt::Key_M), [this] { saveTemplate(); });
    m_edit = {cutAction, copyAction, pasteAction, once,   often,  remove,        nullptr,
              all,       find,       nullptr,     m_link, m_save, m_saveTemplate};
    m_forSelection = {once, often, remove};
    m_forNodes = {cutAction, copyAction, m_save, m_saveTemplate, m_link};
}

QAction* CanvasActions::makeAdd(const QString& text, const QKeySequence& keys, PaletteEntry::Kind kind)
{
    return make(text, keys, [this, kind] {
        m_view.addInView({kind, {}});
        m_view.setFocus();
    });
}

void CanvasActions::makeAddActions()
{
    using Kind = PaletteEntry::Kind;
    m_add = {makeAdd(tr("Add this co&mputer"), withShift(Qt::Key_T), Kind::ThisComputer),
             makeAdd(tr("Add a CPU &host"), withShift(Qt::Key_C), Kind::CpuHost),
             makeAdd(tr("Add a &GPU host"), withShift(Qt::Key_G), Kind::GpuHost),
             makeAdd(tr("Add a s&witch"), withShift(Qt::Key_W), Kind::Switch),
             makeAdd(tr("Add a n&etwork"), withShift(Qt::Key_N), Kind::Network)};
}

QAction* CanvasActions::makeAlign(const QString& text, const QKeySequence& keys, Edge edge)
{
    return make(text, keys, [this, edge] { alignNodes(m_document, m_scene.selection().nodes, edge); });
}

QAction* CanvasActions::makeTidy(const QString& text, const QKeySequence& keys, Tidy tidy)
{
    return make(text, keys, [this, tidy] {
        const std::set<std::string> nodes = m_scene.selection().nodes;
        tidyNodes(m_document, nodes, tidy);
        if (nodes.size() < 2)
            m_view.zoomToFit();
    });
}

void CanvasActions::makeArrangeActions()
{
    const auto distribute = [this](Qt::Orientation orientation) {
        return [this, orientation] { distributeNodes(m_document, m_scene.selection().nodes, orientation); };
    };
    m_align = {makeAlign(tr("Align &left"), withShift(Qt::Key_Left), Edge::Left),
               makeAlign(tr("Align &right"), withShift(Qt::Key_Right), Edge::Right),
               makeAlign(tr("Align &top"), withShift(Qt::Key_Up), Edge::Top),
               makeAlign(tr("Align &bottom"), withShift(Qt::Key_Down), Edge::Bottom),
               makeAlign(tr("Center in a &column"), withAlt(Qt::Key_C), Edge::HorizontalCenter),
               makeAlign(tr("Center in a r&ow"), withAlt(Qt::Key_R), Edge::VerticalCenter),
               make(tr("Distribute &horizontally"), withAlt(Qt::Key_H), distribute(Qt::Horizontal)),
               make(tr("Distribute &vertically"), withAlt(Qt::Key_V), distribute(Qt::Vertical))};
    QAction* grid = make(tr("Put on the &grid"), withAlt(Qt::Key_4),
                         [this] { lockstep::putOnGrid(m_document, m_scene.selection().nodes, kGrid); });
    m_tidy = {makeTidy(tr("Tidy in la&yers"), withAlt(Qt::Key_1), Tidy::Layered),
              makeTidy(tr("Tidy in a r&ing"), withAlt(Qt::Key_2), Tidy::Ring),
              makeTidy(tr("Tidy in ro&ws"), withAlt(Qt::Key_3), Tidy::Grid), grid};
    m_group = make(tr("Group into a &network"), QKeySequence(Qt::CTRL | Qt::Key_G), [this] { group(); });
    m_forNodes << m_group;
}

void CanvasActions::makeViewActions()
{
    const QSettings settings;
    QAction* selection = make(tr("Zoom to the se&lection"), QKeySequence(Qt::CTRL | Qt::Key_2),
                              [this] { m_view.zoomTo(m_scene.selection()); });
    QAction* snap =
        makeToggle(tr("Snap to the &grid"), withShift(Qt::Key_P), settings.value(kSnapKey, true).toBool());
    connect(snap, &QAction::toggled, this, [this](bool isOn) {
        m_scene.setSnap(isOn ? kGrid : 0);
        QSettings().setValue(kSnapKey, isOn);
    });
    m_scene.setSnap(snap->isChecked() ? kGrid : 0);
    QAction* guides =
        makeToggle(tr("Align&ment guides"), withShift(Qt::Key_I), settings.value(kGuidesKey, true).toBool());
    connect(guides, &QAction::toggled, this, [this](bool isOn) {
        m_scene.setGuides(isOn);
        QSettings().setValue(kGuidesKey, isOn);
    });
    m_scene.setGuides(guides->isChecked());
    QAction* overview =
        makeToggle(tr("O&verview"), withShift(Qt::Key_O), settings.value(kOverviewKey, true).toBool());
    connect(overview, &QAction::toggled, this, [this](bool isOn) {
        m_view.overview().setWanted(isOn);
        QSettings().setValue(kOverviewKey, isOn);
    });
    m_view.overview().setWanted(overview->isChecked());
    QAction* list = makeToggle(tr("List of all &elements"), withShift(Qt::Key_E), false);
    connect(list, &QAction::toggled, this, &CanvasActions::listWanted);
    QAction* keys = make(tr("Ke&ys of the canvas…"), QKeySequence(Qt::Key_F1),
                         [this] { CanvasKeysDialog(&m_view).exec(); });
    m_preview = {selection, snap, guides, overview, list, keys};
    m_forSelection << selection;
}

} // namespace lockstep
