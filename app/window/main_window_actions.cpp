// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The menus, the tool bar and the status bar of the window.
#include "app/window/main_window.h"

#include "app/inspector/inspector.h"
#include "app/settings/shortcut_dialog.h"
#include "app/settings/shortcuts.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_view.h"
#include "app/window/about_dialog.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/page_switch.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <utility>

namespace lockstep {

namespace {

constexpr qreal kZoomStep = 1.25;

} // namespace

void MainWindow::makeActions()
{
    m_actions.run = new QAction(tr("&Run"), this);
    m_actions.run->setShortcut(Qt::Key_F5);
    connect(m_actions.run, &QAction::triggered, this, &MainWindow::run);
    m_actions.stop = new QAction(tr("&Stop"), this);
    m_actions.stop->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F5));
    connect(m_actions.stop, &QAction::triggered, this, &MainWindow::stop);
    m_actions.undo = m_document.undoStack().createUndoAction(this, tr("&Undo"));
    m_actions.undo->setShortcut(QKeySequence::Undo);
    m_actions.redo = m_document.undoStack().createRedoAction(this, tr("&Redo"));
    m_actions.redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_actions.fit = new QAction(tr("Zoom to &fit"), this);
    m_actions.fit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
    connect(m_actions.fit, &QAction::triggered, &m_design->view(), &TopologyView::zoomToFit);
    m_actions.problems = new QAction(tr("Pro&blems"), this);
    m_actions.problems->setCheckable(true);
    m_actions.problems->setShortcut(Qt::Key_F8);
    connect(m_actions.problems, &QAction::triggered, m_design, &DesignPage::showProblemList);
    connect(m_design, &DesignPage::problemListShown, m_actions.problems, &QAction::setChecked);
}

void MainWindow::makeMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    m_documentActions->addTo(*file);
    file->addSeparator();
    connect(file->addAction(tr("S&ettings…")), &QAction::triggered, this, &MainWindow::changeSettings);
    connect(file->addAction(tr("&Keyboard shortcuts…")), &QAction::triggered, this,
            [this] { ShortcutDialog(shortcutActions(*menuBar()), this).exec(); });
    QAction* quit = file->addAction(tr("&Quit"));
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(quit, &QAction::triggered, this, &QWidget::close);
    makeEditMenu();
    makeViewMenu();
    QMenu* runMenu = menuBar()->addMenu(tr("&Run"));
    runMenu->addActions({m_actions.run, m_actions.stop});
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    connect(help->addAction(tr("&About Lockstep")), &QAction::triggered, this,
            [this] { showAboutDialog(*this); });
    loadShortcuts(shortcutActions(*menuBar()));
}

void MainWindow::makeEditMenu()
{
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_actions.undo, m_actions.redo});
    edit->addSeparator();
    m_design->canvasActions().addToEditMenu(*edit);
    m_design->canvasActions().addToArrangeMenu(*menuBar()->addMenu(tr("&Arrange")));
}

void MainWindow::makeViewMenu()
{
    QMenu* view = menuBar()->addMenu(tr("&View"));
    const auto add = [&](const QString& text, const QKeySequence& shortcut, auto slot) {
        QAction* action = view->addAction(text);
        action->setShortcut(shortcut);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    add(tr("&Design"), QKeySequence(Qt::ALT | Qt::Key_1), [this] { showPage(Page::Design); });
    add(tr("R&un"), QKeySequence(Qt::ALT | Qt::Key_2), [this] { showPage(Page::Run); });
    add(tr("Run&s"), QKeySequence(Qt::ALT | Qt::Key_3), [this] { showPage(Page::Runs); });
    view->addSeparator();
    TopologyView& canvas = m_design->view();
    add(tr("Zoom &in"), QKeySequence(Qt::CTRL | Qt::Key_Plus), [&] {
        canvas.setZoom(canvas.zoom() * kZoomStep);
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    add(tr("Zoom &out"), QKeySequence(Qt::CTRL | Qt::Key_Minus),
        [&] { canvas.setZoom(canvas.zoom() / kZoomStep); });
    add(tr("&100 %"), QKeySequence(Qt::CTRL | Qt::Key_1), [&] { canvas.setZoom(1); });
    view->addAction(m_actions.fit);
    m_design->canvasActions().addToViewMenu(*view);
    view->addSeparator();
    view->addAction(m_actions.problems);
    QMenu* themes = view->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(themes);
    const QList<std::pair<ThemeChoice, QString>> choices = {{ThemeChoice::System, tr("As the system")},
                                                            {ThemeChoice::Dark, tr("Dark")},
                                                            {ThemeChoice::Light, tr("Light")}};
    for (const auto& [choice, name] : choices) {
        QAction* action = themes->addAction(name);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, theme = choice] { setTheme(theme); });
        connect(themes, &QMenu::aboutToShow, action,
                [action, theme = choice] { action->setChecked(loadSettings().theme == theme); });
    }
}

void MainWindow::makeToolBar()
{
    auto* bar = m_toolBar = new QToolBar(tr("Tools"), this);
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize({18, 18});
    addToolBar(bar);
    m_switch = new PageSwitch({tr("Design"), tr("Run", "page"), tr("Runs")}, bar);
    connect(m_switch, &PageSwitch::pageChosen, this, [this](int page) { showPage(static_cast<Page>(page)); });
    bar->addWidget(m_switch);
    auto* gap = new QWidget(bar);
    gap->setFixedWidth(10);
    bar->addWidget(gap);
    bar->addActions({m_actions.undo, m_actions.redo, m_actions.fit});
    auto* stretch = new QWidget(bar);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(stretch);
    m_stopButton = new QPushButton(tr("Stop"), bar);
    m_stopButton->setProperty("danger", true);
    m_stopButton->setToolTip(
        tr("Ends the run after the step in progress and writes a checkpoint (Shift+F5)"));
    connect(m_stopButton, &QPushButton::clicked, this, &MainWindow::stop);
    m_runButton = new QPushButton(tr("Run"), bar);
    m_runButton->setObjectName(QStringLiteral("runButton"));
    m_runButton->setProperty("primary", true);
    m_runButton->setToolTip(tr("Checks the experiment and trains it on the drawn hosts (F5)"));
    connect(m_runButton, &QPushButton::clicked, this, &MainWindow::run);
    bar->addWidget(m_stopButton);
    auto* between = new QWidget(bar);
    between->setFixedWidth(4);
    bar->addWidget(between);
    bar->addWidget(m_runButton);
    tintIcons();
}

void MainWindow::makeStatusBar()
{
    m_counts = new QLabel(this);
    m_problems = new QToolButton(this);
    m_problems->setObjectName(QStringLiteral("problemButton"));
    m_problems->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_problems->setIconSize({14, 14});
    m_problems->setAutoRaise(true);
    m_problems->setFocusPolicy(Qt::TabFocus);
    m_problems->setToolTip(tr("Shows or hides the list of problems (F8)"));
    connect(m_problems, &QToolButton::clicked, m_actions.problems, &QAction::trigger);
    statusBar()->addPermanentWidget(m_problems);
    m_zoom = new QLabel(this);
    for (QLabel* label : {m_counts, m_zoom}) {
        label->setProperty("muted", true);
        label->setContentsMargins(8, 2, 8, 2);
        statusBar()->addPermanentWidget(label);
    }
    statusBar()->setSizeGripEnabled(false);
    const auto showZoom = [this](qreal zoom) { m_zoom->setText(tr("%1 %").arg(qRound(zoom * 100))); };
    connect(&m_design->view(), &TopologyView::zoomChanged, m_zoom, showZoom);
    showZoom(m_design->view().zoom());
}

void MainWindow::dropFrame()
{
    // At once, so that no key belongs to two actions meanwhile.
    delete menuBar();
    delete std::exchange(m_toolBar, nullptr);
    delete statusBar();
    for (QAction* action :
         {m_actions.run, m_actions.stop, m_actions.undo, m_actions.redo, m_actions.fit, m_actions.problems})
        delete action;
    m_actions = {};
    m_runButton = m_stopButton = nullptr;
    m_problems = nullptr;
}

void MainWindow::tintIcons()
{
    const ThemeColors& colors = themeColors(QApplication::palette());
    m_actions.undo->setIcon(tintedIcon(QStringLiteral("undo"), colors.text));
    m_actions.redo->setIcon(tintedIcon(QStringLiteral("redo"), colors.text));
    m_actions.fit->setIcon(tintedIcon(QStringLiteral("fit"), colors.text));
    m_runButton->setIcon(tintedIcon(QStringLiteral("run"), Qt::white));
    m_stopButton->setIcon(tintedIcon(QStringLiteral("stop"), colors.bad));
}

} // namespace lockstep
