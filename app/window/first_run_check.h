// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/host_tests.h"

#include <QObject>
#include <QString>
#include <QStringList>

namespace lockstep {

/// Has hosts tested before the first run on them: those behind SSH that this program has never tested, here
/// or in an earlier session. A run that waits for it begins by itself when all is well; else a person looks
/// first, and the next time it begins whatever was found.
class FirstRunCheck : public QObject {
    Q_OBJECT
public:
    /// `tests` outlive it.
    explicit FirstRunCheck(HostTests& tests, QObject* parent = nullptr);

    /// Whether a run of this experiment has to wait, for a test that begins now or goes on.
    bool holdsBack(const Experiment& experiment);
    bool isWaiting() const { return m_isWaiting; }

signals:
    /// A test has begun for which a run waits.
    void begun();
    /// All is well: the run may begin.
    void passed();
    /// Something is not in order, or the test was given up.
    void failed();

private:
    void follow();
    void rememberTested();
    bool isAllWell() const;

    HostTests& m_tests;
    bool m_isWaiting = false;
};

} // namespace lockstep
