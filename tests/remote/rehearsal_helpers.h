// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/rehearsal/rehearsal.h"

#include <QDir>
#include <QFile>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>

namespace lockstep {

inline const std::string kStage = LOCKSTEP_BINARY_DIR "/bin/lockstep-stage";
/// A variable in the environment of all that a test has started.
inline constexpr const char* kMark = "LOCKSTEP_TEST_MARK";

inline Host host(const std::string& id)
{
    Host answer;
    answer.id = answer.name = id;
    answer.devices.resize(1);
    return answer;
}

inline Link link(const std::string& from, const std::string& to, std::optional<double> rate)
{
    Link answer;
    answer.from = from;
    answer.to = to;
    answer.bandwidthMbps = rate;
    return answer;
}

/// a - b - c
inline Topology chain(double first, double second)
{
    Topology topology;
    topology.hosts = {host("a"), host("b"), host("c")};
    topology.links = {link("a", "b", first), link("b", "c", second)};
    return topology;
}

/// Processes that have this mark in their environment.
inline QStringList marked(const QByteArray& mark)
{
    QStringList processes;
    const auto entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        QFile file("/proc/" + entry + "/environ");
        if (entry.toInt() > 0 && file.open(QIODevice::ReadOnly) && file.readAll().contains(mark))
            processes << entry;
    }
    return processes;
}

inline int countMarked(const QByteArray& mark)
{
    return static_cast<int>(marked(mark).size());
}

/// The folders of loopback stages.
inline QStringList disks()
{
    return QDir(QStringLiteral("/dev/shm")).entryList({QStringLiteral("lockstep-rehearsal-*")}, QDir::Dirs);
}

/// Null where this computer refuses.
inline std::shared_ptr<Rehearsal> make(const Topology& topology, std::optional<StageKind> kind = std::nullopt)
{
    auto opened = Rehearsal::open(kStage, topology, kind);
    return opened ? opened.value() : nullptr;
}

} // namespace lockstep
