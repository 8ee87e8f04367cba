// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_questions.h"
#include "remote/run/checkpoint_orders.h"
#include "remote/run/run_controller.h"
#include "remote/run/run_hosts.h"

namespace lockstep {

/// Hands on what hosts bring, and what their connections ask, when it changes nothing in the run itself: as
/// signals of the controller, and answers and errands with checkpoints back to the hosts. Lives on the
/// controller's thread.
class RunNews {
public:
    /// Both outlive it.
    RunNews(RunController& face, RunHosts& hosts) : m_face(face), m_hosts(hosts), m_orders(face, hosts) {}

    void on(RunHost& host, const HostRecords& event);
    void on(RunHost& host, const HostLogGrown& event);
    void on(RunHost& host, const HostDamage& event);
    void on(RunHost& host, const HostCheckpoint& event) { m_orders.take(host, event); }
    void on(RunHost& host, const HostKeyAsked& event);
    void on(RunHost& host, const HostSecretAsked& event);
    void on(RunHost& host, const HostLibrariesAsked& event);
    void on(RunHost&, const HostLacksLibraries&) {} ///< a run asks
    void on(RunHost&, const HostPreviewed&) {}      ///< and previews nothing
    void on(RunHost&, const HostListening&) {}      ///< nor measures the network between hosts
    void on(RunHost&, const HostMeasured&) {}
    void on(RunHost&, const HostAnswered&) {} ///< nor asks what else is there
    void on(RunHost&, const HostHasData&) {}  ///< nor copies data

    /// Of hosts that are away, what the others bear witness of by now.
    void tellOutOfReach();
    /// What a person wants done with checkpoints.
    CheckpointOrders& orders() { return m_orders; }

    void answerHostKey(int host, bool trust);
    void answerSecret(int host, const Secret& secret);
    void answerLibraries(int host, bool send);

private:
    RunController& m_face;
    RunHosts& m_hosts;
    CheckpointOrders m_orders;
    HostQuestions m_questions;
};

} // namespace lockstep
