// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QFile>
#include <QProcess>
#include <QTest>
#include <string>
#include <vector>

/// What the tests of launchers share: shells, programs that play others, and drawings.
namespace lockstep {

/// What a shell makes of a line; its standard output.
inline QByteArray shell(const QString& program, const std::string& line, const QString& folder = {})
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(program, {QStringLiteral("-c"), QString::fromStdString(line)});
    if (!process.waitForFinished(20'000))
        process.kill();
    return process.readAllStandardOutput();
}

/// A program that writes down what it was given, one word a line, each in its own file.
inline void writeTool(const QString& path, const QByteArray& script)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + script);
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

inline Experiment clusterOf(const std::vector<std::vector<Device>>& hosts)
{
    Experiment experiment;
    for (const auto& devices : hosts) {
        Host host;
        host.id = host.name = "h" + std::to_string(experiment.topology.hosts.size());
        host.address = "10.0.0." + std::to_string(experiment.topology.hosts.size() + 1);
        host.user = "anna";
        host.devices = devices;
        experiment.topology.hosts.push_back(host);
    }
    return experiment;
}

inline const Device kCpu;
inline const Device kGpu{DeviceKind::Cuda, 0};

} // namespace lockstep
