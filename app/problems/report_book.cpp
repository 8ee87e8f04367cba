// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/report_book.h"

#include "app/problems/local_probe.h"

#include <utility>

namespace lockstep {

ReportBook::ReportBook(const QString& engine, QObject* parent) : QObject(parent), m_engine(engine)
{
    connect(&m_engine, &EngineQuestion::answered, this, [this](const EngineAnswer& answer) {
        if (const Result<HostReport> report = reportOf(answer))
            m_thisComputer = *report;
        emit changed();
    });
}

HostReports ReportBook::of(const Topology& topology)
{
    if (!topology.hosts.empty() && !std::exchange(m_isAsked, true))
        m_engine.ask(probeArguments());
    HostReports known;
    for (const Host& host : topology.hosts) {
        if (host.connection == Connection::Local) {
            if (m_thisComputer)
                known.emplace(host.id, *m_thisComputer);
        } else if (const auto found = m_reports.find({host.address, host.port}); found != m_reports.end()) {
            known.emplace(host.id, found->second);
        }
    }
    return known;
}

void ReportBook::add(const Host& host, const HostReport& report)
{
    if (host.connection == Connection::Local)
        return; // which is asked itself
    HostReport& known = m_reports[{host.address, host.port}];
    if (known == report)
        return;
    known = report;
    emit changed();
}

} // namespace lockstep
