// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help.h"

#include "app/help/manual_window.h"
#include "app/settings/program_paths.h"
#include "app/window/help_topics.h"
#include "app/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QKeySequenceEdit>

namespace lockstep {

Help::Help(MainWindow& window) : QObject(&window), m_window(window)
{
    qApp->installEventFilter(this);
}

Help::~Help() = default;

void Help::setAction(QAction& action)
{
    m_action = &action;
    connect(&action, &QAction::triggered, this, &Help::showForPlace);
}

void Help::show(Topic topic)
{
    freshWindow().open(topic);
}

ManualWindow& Help::freshWindow()
{
    const QString folder = programPaths().manual;
    if (QWidget* dialog = QApplication::activeModalWidget()) {
        // Only windows of its own can be used beside it; this one goes with it.
        auto* beside = dialog->findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
        return beside ? *beside : *new ManualWindow(folder, dialog);
    }
    if (!m_manual)
        m_manual = std::make_unique<ManualWindow>(folder);
    return *m_manual;
}

const QWidget& Help::place() const
{
    const QWidget* window = QApplication::activeWindow();
    const QWidget& whole = window && window != &m_window ? *window : m_window.shownPage();
    const QWidget* focus = QApplication::focusWidget();
    return focus && whole.isAncestorOf(focus) ? *focus : whole;
}

void Help::showForPlace()
{
    const std::optional<Topic> topic = topicOf(place());
    show(topic ? *topic : topicOf(m_window.shownPage()).value_or(Topic::FirstRun));
}

bool Help::eventFilter(QObject* watched, QEvent* event)
{
    // What reaches a widget as a key was no shortcut of its window.
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType() || !m_action)
        return false;
    const QKeySequence keys(static_cast<const QKeyEvent&>(*event).keyCombination());
    if (!m_action->shortcuts().contains(keys) || QApplication::activePopupWidget())
        return false;
    const QWidget* window = static_cast<const QWidget&>(*watched).window();
    if (qobject_cast<const QKeySequenceEdit*>(watched) || qobject_cast<const ManualWindow*>(window))
        return false;
    showForPlace();
    return true;
}

} // namespace lockstep
