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

namespace {

std::vector<Host>::iterator findByName(std::vector<Host>& hosts, const std::string& name)
{
    return std::find_if(hosts.begin(), hosts.end(), [&](const Host& host) { return host.name == name; });
}

} // namespace

HostBook::HostBook(QString path, Kind kind) : m_path(std::move(path)), m_kind(kind)
{
    if (m_path.isEmpty()) {
        const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation));
        m_path = folder.filePath(kind == Kind::Hosts ? QStringLiteral("hosts.json")
                                                     : QStringLiteral("templates.json"));
    }
    read();
}

void HostBook::read()
{
    m_hosts.clear();
    m_error.reset();
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
                        {m_path.toStdString(), read.error()},
                        {}};
        return;
    }
    m_hosts = std::move(read->hosts);
}

const Host* HostBook::find(const std::string& name) const
{
    const auto found =
        std::find_if(m_hosts.begin(), m_hosts.end(), [&](const Host& host) { return host.name == name; });
    return found == m_hosts.end() ? nullptr : &*found;
}

Host HostBook::kept(Host host) const
{
    host.id.clear();
    host.position = {};
    if (m_kind == Kind::Templates) {
        host.address.clear();
        host.connection = Connection::Ssh;
    }
    return host;
}

Result<void> HostBook::save(const Host& host)
{
    read();
    std::vector<Host> hosts = m_hosts;
    const auto known = findByName(hosts, host.name);
    if (known == hosts.end() && hosts.size() >= kMaxHosts)
        return Error{LOCKSTEP_TEXT("There are %1 saved hosts already; remove one first."),
                     {std::to_string(kMaxHosts)},
                     {}};
    if (known == hosts.end())
        hosts.push_back(kept(host));
    else
        *known = kept(host);
    return write(std::move(hosts));
}

Result<void> HostBook::rename(const std::string& from, const std::string& to)
{
    read();
    if (to.empty())
        return Error{LOCKSTEP_TEXT("The name is empty; type one."), {}, {}};
    std::vector<Host> hosts = m_hosts;
    if (to != from && findByName(hosts, to) != hosts.end())
        return Error{LOCKSTEP_TEXT("The name %1 is taken already; choose another."), {to}, {}};
    if (const auto known = findByName(hosts, from); known != hosts.end())
        known->name = to;
    return write(std::move(hosts));
}

Result<void> HostBook::forget(const std::string& name)
{
    read();
    std::vector<Host> hosts = m_hosts;
    std::erase_if(hosts, [&](const Host& host) { return host.name == name; });
    return write(std::move(hosts));
}

Result<void> HostBook::write(std::vector<Host> hosts)
{
    if (m_error)
        return *m_error; // what is there is not overwritten
    Topology topology;
    topology.hosts = hosts;
    for (std::size_t index = 0; index < topology.hosts.size(); ++index)
        topology.hosts[index].id = "host-" + std::to_string(index + 1);
    const std::string text = toJson(topology);
    if (const Result<Topology> back = parseTopology(text); !back)
        return back.error(); // a name that is too long: the book must stay readable
    QDir().mkpath(QFileInfo(m_path).path());
    QSaveFile file(m_path);
    const auto size = static_cast<qint64>(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit())
        return Error{LOCKSTEP_TEXT("Cannot save the hosts to %1: %2."),
                     {m_path.toStdString(), file.errorString().toStdString()},
                     {}};
    m_hosts = std::move(hosts);
    return {};
}

} // namespace lockstep
