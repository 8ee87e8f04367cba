// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/list_turns.h"

#include "app/window/host_test_panel.h"
#include "app/window/problem_panel.h"

#include <QEvent>
#include <QSplitter>

namespace lockstep {

namespace {

constexpr int kRoomForBoth = 684; ///< pixels of the column: twice what the two lists take

} // namespace

ListTurns::ListTurns(ProblemPanel& problems, HostTestPanel& tests, QSplitter& column)
    : QObject(&column), m_problems(problems), m_tests(tests), m_column(column)
{
    m_problems.installEventFilter(this);
    m_tests.installEventFilter(this);
}

bool ListTurns::eventFilter(QObject* watched, QEvent* event)
{
    // Not by the system, which shows and hides all of a window at once.
    if (event->type() == QEvent::ShowToParent && m_column.height() < kRoomForBoth) {
        if (watched == &m_problems && !m_tests.isHidden())
            emit m_tests.closeWanted();
        else if (watched == &m_tests && !m_problems.isHidden())
            emit m_problems.closeWanted();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockstep
