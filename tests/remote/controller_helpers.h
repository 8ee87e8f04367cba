// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_controller.h"
#include "tests/support/local_sshd.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <map>

namespace lockstep {

inline Host hostFor(const LocalSshd& server, int devices, int port = 0)
{
    Host host;
    host.id = host.name = "at-" + server.address().toStdString();
    host.address = port == 0 ? server.address().toStdString() : "127.0.0.1";
    host.port = port == 0 ? server.port() : port;
    host.user = server.user().toStdString();
    host.devices.resize(static_cast<std::size_t>(devices));
    return host;
}

inline Host localHost(int devices)
{
    Host host;
    host.id = host.name = "here";
    host.connection = Connection::Local;
    host.devices.resize(static_cast<std::size_t>(devices));
    return host;
}

inline RemoteOptions remoteOptions(const QString& runs, const QString& engine, const QString& bundle,
                                   const LocalSshd* server = nullptr)
{
    RemoteOptions options;
    options.runsFolder = runs;
    options.engine = engine;
    options.bundleFolder = bundle;
    options.knownHostsFiles = QStringList{runs + "/no-such-file"};
    options.ownKnownHostsFile = runs + "/known_hosts";
    options.identityFiles =
        QStringList{server != nullptr ? server->identityFile() : QStringLiteral("/no-such-file")};
    options.useAgent = false;
    return options;
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

/// Takes down everything that a controller says, and trusts every unknown host.
class Listener {
public:
    explicit Listener(RunController& controller, bool trust = true)
    {
        QObject::connect(&controller, &RunController::recordsReceived, &controller,
                         [this](int rank, const QVector<Record>& batch) {
                             for (const Record& record : batch) {
                                 if (record.sequence != sequences[rank])
                                     ++gaps;
                                 sequences[rank] = record.sequence + 1;
                                 ++records[rank];
                                 last[rank] = record;
                             }
                         });
        QObject::connect(&controller, &RunController::hostKeyUnknown, &controller,
                         [this, &controller, trust](const HostKeyQuestion& question) {
                             ++keyQuestions;
                             controller.answerHostKey(question.host, trust);
                         });
        QObject::connect(&controller, &RunController::hostChanged, &controller,
                         [this](const HostStatus& status) {
                             states[status.host].append(status.state);
                             if (status.error)
                                 errors.append(QString::fromStdString(status.error->english()));
                         });
        QObject::connect(&controller, &RunController::phaseChanged, &controller,
                         [this](RunPhase phase) { phases.append(phase); });
        QObject::connect(&controller, &RunController::restarted, &controller,
                         [this] { sequences.clear(); }); // each attempt counts from 0
        QObject::connect(&controller, &RunController::journalDamaged, &controller,
                         [this](int, qint64 count) { damage += count; });
        QObject::connect(&controller, &RunController::finished, &controller, [this](const RunInfo& info) {
            finished = true;
            result = info;
        });
    }

    std::map<int, qint64> records;
    std::map<int, std::uint64_t> sequences;
    std::map<int, Record> last;
    std::map<int, QVector<RunPhase>> states;
    QStringList errors;
    QVector<RunPhase> phases;
    qint64 damage = 0;
    int gaps = 0; ///< records that were not the next of their rank
    int keyQuestions = 0;
    bool finished = false;
    RunInfo result;
};

} // namespace lockstep
