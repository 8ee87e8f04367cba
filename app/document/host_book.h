// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <QString>
#include <string>
#include <vector>

namespace lockstep {

/// The user's own hosts, kept for every drawing: address, devices and facts, never a secret. They live in a
/// file of the user's settings, as the topology part of an experiment.
class HostBook {
public:
    /// `path`: empty: the usual place.
    explicit HostBook(QString path = {});

    /// In the order in which they were saved. Empty with an error() when the file is no such book.
    const std::vector<Host>& hosts() const { return m_hosts; }
    const std::optional<Error>& error() const { return m_error; }
    /// Adds a host, or puts it in the place of the one with this name.
    Result<void> save(Host host);
    Result<void> forget(const std::string& name);

private:
    void read();
    Result<void> write() const;

    QString m_path;
    std::vector<Host> m_hosts;
    std::optional<Error> m_error;
};

} // namespace lockstep
