// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSplitter;

namespace lockstep {

class HostTestPanel;
class ProblemPanel;

/// The lists below the canvas: where both of them would leave it less than half of a low window, the one that
/// opens puts the other away.
class ListTurns : public QObject {
    Q_OBJECT
public:
    /// REQUIRES: all of them live as long as the turns, whose parent is `column`, which holds them.
    ListTurns(ProblemPanel& problems, HostTestPanel& tests, QSplitter& column);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ProblemPanel& m_problems;
    HostTestPanel& m_tests;
    QSplitter& m_column;
};

} // namespace lockstep
