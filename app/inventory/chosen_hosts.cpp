// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory/chosen_hosts.h"

#include "app/document/host_word.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

bool isSameLogin(const Host& a, const Host& b)
{
    if (a.connection != b.connection)
        return false;
    return a.connection == Connection::Local ||
           (a.address == b.address && a.port == b.port && a.user == b.user);
}

} // namespace

QVector<Host> hostsOf(const Topology& topology)
{
    QVector<Host> hosts;
    for (const Host& host : topology.hosts) {
        const bool isNew =
            std::ranges::none_of(hosts, [&host](const Host& known) { return isSameLogin(known, host); });
        const bool isReachable = host.connection == Connection::Local || !host.address.empty();
        if (isNew && isReachable)
            hosts.append(host);
    }
    return hosts;
}

Host thisComputer()
{
    Host host;
    host.connection = Connection::Local;
    host.name = QCoreApplication::translate("Inventory", "This computer").toStdString();
    return host;
}

Result<QVector<Host>> hostsNamed(const QString& word)
{
    const auto listed = readHostWord(word.toStdString());
    if (!listed)
        return listed.error();
    QVector<Host> hosts;
    for (const ListedHost& one : *listed) {
        Host host;
        host.name = host.address = one.address;
        host.user = one.user;
        host.port = one.port;
        hosts.append(host);
    }
    return hosts;
}

QString loginText(const Host& host)
{
    if (host.connection == Connection::Local)
        return {};
    const std::string user = host.user.empty() ? std::string() : host.user + '@';
    return QString::fromStdString(user + host.address + ':' + std::to_string(host.port));
}

} // namespace lockstep
