// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/host_book.h"

#include "engine/protocol/experiment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

namespace lockstep {

HostBook::HostBook(QString path) : m_path(std::move(path))
{
    if (m_path.isEmpty()) {
        const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation));
        m_path = folder.filePath(QStringLiteral("hosts.json"));
    }
    read();
}

void HostBook::read()
{
    QFile file(m_path);
    if (!file.exists())
        return;
    if (file.size() > static_cast<qint64>(kMaxExperimentBytes) || !file.open(QIODevice::ReadOnly)) {
        m_error = Error{LOCKSTEP_TEXT("Cannot read the saved hosts in %1: %2. Mend or remove the file."),
                        {m_path.toStdString(), file.errorString().toStdString()},
                        {}};
        return;
    }
    Result<Topology> read = parseTopology(file.readAll().toStdString());
    if (!read) {
        m_error = Error{LOCKSTEP_TEXT("The saved hosts in %1 are damaged: %2 Mend or remove the file."),
                        {m_path.toStdString(), read.error().message()},
                        {}};
        return;
    }
    m_hosts = std::move(read->hosts);
}

Result<void> HostBook::save(Host host)
{
    if (m_error)
        return *m_error; // what is there is not overwritten
    host.position = {};
    const auto known = std::find_if(m_hosts.begin(), m_hosts.end(),
                                    [&](const Host& other) { return other.name == host.name; });
    if (known == m_hosts.end() && m_hosts.size() >= kMaxHosts)
        return Error{LOCKSTEP_TEXT("There are %1 saved hosts already; remove one first."),
                     {std::to_string(kMaxHosts)},
                     {}};
    if (known == m_hosts.end())
        m_hosts.push_back(std::move(host));
    else
        *known = std::move(host);
    return write();
}

Result<void> HostBook::forget(const std::string& name)
{
    if (m_error)
        return *m_error;
    std::erase_if(m_hosts, [&](const Host& host) { return host.name == name; });
    return write();
}

Result<void> HostBook::write() const
{
    Topology topology;
    topology.hosts = m_hosts;
    for (std::size_t index = 0; index < topology.hosts.size(); ++index)
        topology.hosts[index].id = "host-" + std::to_string(index + 1);
    const std::string text = toJson(topology);
    QDir().mkpath(QFileInfo(m_path).path());
    QSaveFile file(m_path);
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit())
        return {};
    return Error{LOCKSTEP_TEXT("Cannot save the hosts to %1: %2."),
                 {m_path.toStdString(), file.errorString().toStdString()},
                 {}};
}

} // namespace lockstep
