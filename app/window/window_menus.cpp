// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/keyboard/canvas_keys.h"
#include "app/topology/topology_view.h"
#include "app/window/about_dialog.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/rehearsal_actions.h"
#include "app/window/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kZoomStep = 1.25;

/// Entries of a menu, with what they do.
template <typename Act>
QAction* addEntry(QMenu& menu, const QString& text, const QList<QKeySequence>& keys, Act act)
{
    QAction* action = menu.addAction(text);
    action->setShortcuts(keys);
    QObject::connect(action, &QAction::triggered, &menu, act);
    return action;
}

} // namespace

WindowMenus::WindowMenus(const WindowActions& actions, DocumentActions& file, DesignPage& design,
                         QWidget& window)
    : QMenuBar(&window), m_window(window)
{
    addFileMenu(file);
    addEditMenus(actions, design);
    addViewMenu(actions, design);
    addRunMenu(actions, file, design);
    addHelpMenu(actions);
    loadShortcuts(shortcutActions(*this));
}

void WindowMenus::addFileMenu(DocumentActions& file)
{
    QMenu& menu = *addMenu(tr("&File"));
    file.addTo(menu);
    addEntry(menu, tr("&Import a run…"), {}, [this] { emit runImportWanted(); });
    addEntry(menu, tr("Open a &log…"), {}, [this] { emit logWanted(); });
    addEntry(menu, tr("Open TensorBoard e&vents…"), {}, [this] { emit eventsWanted(); });
    menu.addSeparator();
    addEntry(menu, tr("S&ettings…"), {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
             [this] { emit settingsWanted(); });
    addEntry(menu, tr("&Keyboard shortcuts…"), {},
             [this] { ShortcutDialog(shortcutActions(*this), &m_window).exec(); });
    QAction* quit =
        addEntry(menu, tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { m_window.close(); });
    quit->setShortcutContext(Qt::ApplicationShortcut); // in the window of the manual, too
}

void WindowMenus::addEditMenus(const WindowActions& actions, DesignPage& design)
{
    QMenu& edit = *addMenu(tr("&Edit"));
    edit.addActions({&actions.undo(), &actions.redo()});
    edit.addSeparator();
    design.canvasActions().addToEditMenu(edit);
    design.canvasActions().addToArrangeMenu(*addMenu(tr("&Arrange")));
}

void WindowMenus::addViewMenu(const WindowActions& actions, DesignPage& design)
{
    QMenu& view = *addMenu(tr("&View"));
    const auto addPage = [&](const QString& text, Qt::Key key, WindowPage page) {
        addEntry(view, text, {QKeySequence(Qt::ALT | key)}, [this, page] { emit pageWanted(page); });
    };
    addPage(tr("&Design"), Qt::Key_1, WindowPage::Design);
    addPage(tr("R&un"), Qt::Key_2, WindowPage::Run);
    addPage(tr("Run&s"), Qt::Key_3, WindowPage::Runs);
    view.addSeparator();
    TopologyView& canvas = design.view();
    addEntry(view, tr("Zoom &in"),
             {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
             [&canvas] { canvas.setZoom(canvas.zoom() * kZoomStep); });
    addEntry(view, tr("Zoom &out"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
             [&canvas] { canvas.setZoom(canvas.zoom() / kZoomStep); });
    addEntry(view, tr("&100 %"), {QKeySequence(Qt::CTRL | Qt::Key_1)}, [&canvas] { canvas.setZoom(1); });
    view.addAction(&actions.fit());
    design.canvasActions().addToViewMenu(view);
    view.addSeparator();
    view.addAction(&actions.problems());
    addThemeMenu(view);
}

void WindowMenus::addRunMenu(const WindowActions& actions, DocumentActions& file, DesignPage& design)
{
    QMenu& run = *addMenu(tr("&Run"));
    run.addActions(
        {&actions.run(), &actions.rehearse(), &actions.stop(), &actions.testHosts(), &actions.hostRuns()});
    addEntry(run, tr("&Copy the data to the hosts…"), {}, [this] { emit dataCopiesWanted(); });
    addEntry(run, tr("Show the co&mmands…"), {}, [&file] { file.showCommands(); });
    run.addSeparator();
    design.rehearsalActions().addTo(*run.addMenu(tr("&During the rehearsal")));
}

void WindowMenus::addThemeMenu(QMenu& view)
{
    QMenu* themes = view.addMenu(tr("&Theme"));
    themes->setObjectName(QStringLiteral("themes"));
    auto* group = new QActionGroup(themes);
    const QList<std::pair<ThemeChoice, QString>> choices = {{ThemeChoice::System, tr("As the &system")},
                                                            {ThemeChoice::Dark, tr("&Dark")},
                                                            {ThemeChoice::Light, tr("&Light")}};
    for (const auto& [choice, name] : choices) {
        QAction* action = addEntry(*themes, name, {}, [this, theme = choice] { emit themeWanted(theme); });
        action->setCheckable(true);
        group->addAction(action);
        connect(themes, &QMenu::aboutToShow, action,
                [action, theme = choice] { action->setChecked(loadSettings().theme == theme); });
    }
}

void WindowMenus::addHelpMenu(const WindowActions& actions)
{
    QMenu& help = *addMenu(tr("&Help"));
    help.addAction(&actions.manual());
    addEntry(help, tr("&Keys of the canvas…"), {QKeySequence(Qt::CTRL | Qt::Key_F1)},
             [this] { CanvasKeysDialog(&m_window).exec(); });
    help.addSeparator();
    addEntry(help, tr("&About Lockstep"), {}, [this] { showAboutDialog(m_window); });
}

} // namespace lockstep
