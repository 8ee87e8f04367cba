// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/check_command.h"

#include "app/document/experiment_paths.h"
#include "app/error_text.h"
#include "app/runs/inert_text.h"
#include "engine/protocol/exit_code.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <cstdio>
#include <memory>

namespace lockstep {

namespace {

constexpr int kConnectMs = 5000;

std::string keyOfHost(std::size_t index, const char* member)
{
    return "topology.hosts." + std::to_string(index) + "." + member;
}

/// All hosts are tried at once; each may take until the deadline.
std::vector<Error> checkHosts(const Topology& topology)
{
    std::vector<std::unique_ptr<QTcpSocket>> sockets(topology.hosts.size());
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        const Host& host = topology.hosts[i];
        if (host.connection != Connection::Ssh || host.devices.empty())
            continue;
        sockets[i] = std::make_unique<QTcpSocket>();
        sockets[i]->connectToHost(QString::fromStdString(host.address), static_cast<quint16>(host.port));
    }
    std::vector<Error> errors;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        if (!sockets[i])
            continue;
        const Host& host = topology.hosts[i];
        QTcpSocket& socket = *sockets[i];
        const bool connected =
            socket.state() == QAbstractSocket::ConnectedState || socket.waitForConnected(kConnectMs);
        if (!connected) {
            errors.push_back(
                {LOCKSTEP_TEXT("%1 cannot be reached at %2 port %3: %4. Is it on, and is the address "
                               "right?"),
                 {host.name, host.address, std::to_string(host.port), socket.errorString().toStdString()},
                 keyOfHost(i, "address")});
            continue;
        }
        if ((socket.bytesAvailable() >= 4 || socket.waitForReadyRead(kConnectMs)) &&
            socket.peek(4) == QByteArrayLiteral("SSH-"))
            continue;
        errors.push_back(
            {LOCKSTEP_TEXT("What answers for %1 at %2 port %3 is no SSH server. Correct the port."),
             {host.name, host.address, std::to_string(host.port)},
             keyOfHost(i, "port")});
    }
    return errors;
}

bool hasLocalRank(const Topology& topology)
{
    for (const Host& host : topology.hosts) {
        if (host.connection == Connection::Local && !host.devices.empty())
            return true;
    }
    return false;
}

/// Whether rank 0, which reads the weights to start from, is on this computer.
bool startsHere(const Topology& topology)
{
    const std::vector<Placement> placements = placeRanks(topology);
    return !placements.empty() && topology.hosts[placements.front().host].connection == Connection::Local;
}

} // namespace

Result<Experiment> readExperiment(const QString& file, const QStringList& values)
{
    QFile document(file);
    if (!document.open(QIODevice::ReadOnly))
        return Error{LOCKSTEP_TEXT("Cannot read %1: %2."),
                     {file.toStdString(), document.errorString().toStdString()},
                     {}};
    const QByteArray text = document.read(static_cast<qint64>(kMaxExperimentBytes) + 1);
    Result<Experiment> experiment =
        parseExperiment({text.constData(), static_cast<std::size_t>(text.size())});
    if (!experiment)
        return experiment.error();
    for (const QString& value : values) {
        const qsizetype equals = value.indexOf(u'=');
        Result<Experiment> changed =
            withValue(*experiment, value.left(equals).toStdString(), value.mid(equals + 1).toStdString());
        if (!changed)
            return changed.error();
        experiment = std::move(changed);
    }
    return withAbsolutePaths(*experiment, QFileInfo(file).absolutePath());
}

std::vector<Error> checkSurroundings(const Experiment& experiment)
{
    std::vector<Error> errors;
    const QFileInfo data(QString::fromStdString(experiment.data.path));
    const DataPlace place = placeOf(experiment.data.kind);
    const bool wantsFolder = place == DataPlace::Folder;
    if (place != DataPlace::BuiltIn && hasLocalRank(experiment.topology)) {
        if (!data.exists())
            errors.push_back(
                {LOCKSTEP_TEXT("The data %1 is not on this computer. Correct the path, or copy it there."),
                 {experiment.data.path},
                 "data.path"});
        else if (wantsFolder != data.isDir())
            errors.push_back({wantsFolder ? LOCKSTEP_TEXT("%1 is a file, but a folder is expected.")
                                          : LOCKSTEP_TEXT("%1 is a folder, but a file is expected."),
                              {experiment.data.path},
                              "data.path"});
    }
    const QFileInfo weights(QString::fromStdString(experiment.model.weights));
    if (!experiment.model.weights.empty() && startsHere(experiment.topology) && !weights.exists())
        errors.push_back(
            {LOCKSTEP_TEXT("The weights %1 are not on this computer. Correct the path, or copy them there."),
             {experiment.model.weights},
             "model.weights"});
    for (Error& error : checkHosts(experiment.topology))
        errors.push_back(std::move(error));
    return errors;
}

void printErrors(const std::vector<Error>& errors)
{
    for (const Error& error : errors)
        std::fprintf(stderr, "lockstep: %s\n", qUtf8Printable(inertString(errorMessage(error))));
}

int runCheck(const CommandLine& line)
{
    std::vector<Error> errors;
    if (Result<Experiment> experiment = readExperiment(line.target, line.values)) {
        errors = checkExperiment(*experiment);
        if (errors.empty() && !line.offline)
            errors = checkSurroundings(*experiment);
    } else {
        errors.push_back(experiment.error());
    }
    printErrors(errors);
    if (line.json) {
        QJsonArray list;
        for (const Error& error : errors)
            list.append(QJsonObject{{QStringLiteral("key"), QString::fromStdString(error.key)},
                                    {QStringLiteral("message"), QString::fromStdString(error.message())}});
        const QJsonObject result{{QStringLiteral("ok"), errors.empty()}, {QStringLiteral("errors"), list}};
        std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    } else if (errors.empty()) {
        std::printf("%s\n",
                    qUtf8Printable(QCoreApplication::translate("Headless", "The experiment can run.")));
    }
    return static_cast<int>(errors.empty() ? ExitCode::Success : ExitCode::InvalidExperiment);
}

} // namespace lockstep
