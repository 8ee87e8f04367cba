// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/host_needs.h"
#include "engine/protocol/host_report.h"
#include "remote/preflight/host_check.h"
#include "remote/preflight/pairs/pair_check.h"
#include "remote/remote_options.h"

#include <QByteArray>
#include <QObject>
#include <memory>
#include <set>

namespace lockstep {

class Rehearsal;

/// Tries what a run of an experiment will need of its hosts, on all of them at once: the log-in, the engine,
/// the devices, the data; and then, if asked to, the network between every two of them. Nothing is trained.
/// Lives on the thread that made it and never blocks it; every host has a worker thread of its own while it
/// is tested.
class Preflight : public QObject {
    Q_OBJECT
public:
    explicit Preflight(RemoteOptions options, QObject* parent = nullptr);
    ~Preflight() override;

    enum class Network { Leave, Measure };
    /// Tests these hosts, by their index, in place of a test that goes on. Paths are absolute. The network is
    /// measured between those that have ranks and passed their test. What a host has is held against `needs`.
    void begin(const Experiment& experiment, const std::set<int>& hosts, Network network = Network::Leave,
               const NeedsOfHosts& needs = {});
    /// Another model is to be trained: what the hosts of the present or last test said of themselves is held
    /// against what it needs, and changed() tells where that changes a verdict.
    void holdAgainst(const NeedsOfHosts& needs);
    /// From the next test on the hosts are those of a rehearsal.
    void rehearseIn(std::shared_ptr<Rehearsal> rehearsal);
    /// Gives up; what is not known yet is skipped. finished() follows when something was going on.
    void cancel();
    bool isOver() const;
    /// Of a host that is, or was, tested; else empty.
    HostChecks checks(int host) const;
    /// Of the network between the hosts; empty until their tests are over.
    PairChecks pairs() const;

    /// Answers to the questions below; an empty answer or a refusal ends the attempt to connect.
    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const QByteArray& secret);

signals:
    void changed(int host, const lockstep::HostChecks& checks);
    void pairsChanged();
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
