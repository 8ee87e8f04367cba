// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/attempt.h"
#include "engine/host/control_server.h"
#include "engine/host/data_ports.h"
#include "engine/host/kept_room.h"
#include "engine/host/run_store.h"
#include "engine/host/state_writer.h"
#include "engine/protocol/experiment.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Owns one run on one host, from Submit to the last word: an attempt, and the further ones that the
/// experiment has it make by itself. No process of the run is left afterwards. The desktop is not needed for
/// any of it. One thread; nothing here is thread-safe.
class Supervisor {
public:
    /// Prepares the folder and binds the ports. `lock` is the folder's. Throws EngineError.
    Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options);
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    const SubmittedReply& submitted() const { return m_submitted; }
    /// Of the text log, for the process' standard output and error.
    int logDescriptor() { return m_attempt->record().logDescriptor(); }
    /// Begins the first attempt once everybody has answered; the same request again changes nothing. Throws
    /// EngineError for one that does not fit.
    void start(const StartRequest& request);
    /// There will be no start: the run ends as failed, for this reason.
    void abandon(const EngineError& reason)
    {
        m_attempt->fail({CauseStrength::LostHost, static_cast<int>(reason.code()), -1, reason.error(), 0});
    }
    /// How far it is; once it has ended, how.
    const RunState& state() const { return m_stored.state; }
    /// Returns when the run has ended and everything is on the disk. `signals`: as
    /// becomeSupervisor() returns it.
    void run(int signals);

private:
    Frame answer(const Frame& frame);
    Frame answerSubmit(const SubmitRequest& request) const;

    AttemptGround ground() const { return {m_options, m_folder, m_experiment, m_placements}; }
    int restartsLeft() const { return m_experiment.restart.max - m_restarts; }
    void turn(int signals);
    void takeSignals(int signals);
    void tellState();
    void concludeAttempt();
    /// Goes on after an attempt that ended like this.
    void restart(const RankFinished& ended);
    void finish(const RankFinished& ended);

    SubmitRequest m_request; ///< of the present attempt
    SupervisorOptions m_options;
    Experiment m_experiment;
    std::vector<Placement> m_placements; ///< of the whole run
    HostFolder m_folder;
    Descriptor m_lock;
    KeptRoom m_room;   ///< for the end of an attempt
    DataPorts m_ports; ///< kept for the attempts that may follow
    SubmittedReply m_submitted;
    ControlServer m_control;
    std::optional<StartRequest> m_started; ///< of the first attempt
    std::unique_ptr<Attempt> m_attempt;    ///< the present one
    StoredState m_stored;
    StateWriter m_writer;
    int m_restarts = 0;
    bool m_over = false;
};

} // namespace lockstep
