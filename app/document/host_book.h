// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <QString>
#include <string>
#include <vector>

namespace lockstep {

/// The user's own hosts or templates, kept for every drawing by their names, never with a secret. They live
/// in a file of the user's settings, as the topology part of an experiment. What another window wrote there
/// in between is read before anything is changed, and a file that is no such book is never overwritten.
class HostBook {
public:
    /// Hosts are machines with an address. A template is what a machine is made of: devices, facts, region,
    /// image, and how one logs in; it has no address.
    enum class Kind { Hosts, Templates };
    /// `path`: empty: the usual place.
    explicit HostBook(QString path = {}, Kind kind = Kind::Hosts);

    /// In the order in which they were saved. Empty with an error() when the file is no such book.
    const std::vector<Host>& hosts() const { return m_hosts; }
    const std::optional<Error>& error() const { return m_error; }
    /// Null when there is none of this name.
    const Host* find(const std::string& name) const;
    /// What save() would keep of a host.
    Host kept(Host host) const;
    /// Adds a host, or puts it in the place of the one with this name.
    Result<void> save(const Host& host);
    /// Refused when the new name is empty or taken.
    Result<void> rename(const std::string& from, const std::string& to);
    Result<void> forget(const std::string& name);

private:
    void read();
    Result<void> write(std::vector<Host> hosts);

    QString m_path;
    Kind m_kind;
    std::vector<Host> m_hosts;
    std::optional<Error> m_error;
};

} // namespace lockstep
