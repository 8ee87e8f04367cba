// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/controller_helpers.h"

#include <QTemporaryDir>
#include <memory>

namespace lockstep {

/// Two hosts behind real SSH servers and this computer, each with an engine that only talks.
class FakeHosts {
protected:
    void startHosts();
    void freshRuns(); ///< before each test: an empty runs folder, 300 records in one second
    Experiment experiment(std::vector<Host> hosts) const;
    void configure(const QString& home, const QByteArray& text) const;
    std::unique_ptr<RunController> make() const;
    RemoteOptions options() const;
    /// Every journal and log of the mirror is byte for byte what the host has.
    void verifyMirrors(const RunController& controller, const std::map<int, QString>& homes) const;

    std::unique_ptr<LocalSshd> m_a, m_b;
    std::unique_ptr<QTemporaryDir> m_runs;
    QString m_home; ///< of this computer, as the local engine sees it
};

} // namespace lockstep
