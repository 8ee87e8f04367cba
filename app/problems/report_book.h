// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/problems/engine_question.h"
#include "app/problems/find_problems.h"
#include "engine/protocol/topology.h"

#include <QObject>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lockstep {

/// What hosts have said about themselves since the program began. This computer is asked when hosts are first
/// drawn, for its engine is what the others get; other hosts say it when something connects to them. A report
/// belongs to the address that gave it: a host that is drawn elsewhere, or given another address, is another
/// machine. Lives on the GUI thread.
class ReportBook : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine.
    explicit ReportBook(const QString& engine, QObject* parent = nullptr);

    /// Of the hosts of a drawing, as far as they are known.
    HostReports of(const Topology& topology);
    /// What the engine of this computer has said; null while it has not.
    const HostReport* ofThisComputer() const { return m_thisComputer ? &*m_thisComputer : nullptr; }
    void add(const Host& host, const HostReport& report);

signals:
    /// More is known, or something else.
    void changed();

private:
    using Place = std::pair<std::string, int>; ///< address and port of an SSH server
    std::map<Place, HostReport> m_reports;
    std::optional<HostReport> m_thisComputer;
    bool m_isAsked = false; ///< this computer, about itself
    EngineQuestion m_engine;
};

} // namespace lockstep
