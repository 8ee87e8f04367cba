// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/host_report.h"
#include "remote/preflight/host_check.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QObject>
#include <memory>
#include <set>

namespace lockstep {

/// Tries what a run of an experiment will need of its hosts, on all of them at once: the log-in, the engine,
/// the devices, the data. Nothing is trained. Lives on the thread that made it and never blocks it; every
/// host has a worker thread of its own while it is tested.
class Preflight : public QObject {
    Q_OBJECT
public:
    explicit Preflight(RemoteOptions options, QObject* parent = nullptr);
    ~Preflight() override;

    /// Tests these hosts, by their index, in place of a test that goes on. Paths are absolute.
    void begin(const Experiment& experiment, const std::set<int>& hosts);
    /// Gives up; what is not known yet is skipped. finished() follows when something was going on.
    void cancel();
    bool isOver() const;
    /// Of a host that is, or was, tested; else empty.
    HostChecks checks(int host) const;

    /// Answers to the questions below; an empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    void changed(int host, const lockstep::HostChecks& checks);
    /// A host has said what it is, having been reached.
    void hostReported(const lockstep::Host& host, const lockstep::HostReport& report);
    void hostKeyUnknown(const lockstep::HostKeyQuestion& question);
    void secretNeeded(const lockstep::SecretQuestion& question);
    /// Every host's test is over.
    void finished();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
