// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/attempt.h"
#include "engine/host/control_server.h"
#include "engine/host/data_ports.h"
#include "engine/host/kept_room.h"
#include "engine/host/roll_call.h"
#include "engine/host/run_store.h"
#include "engine/host/state_writer.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/roster.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Owns one run on one host, from Submit to the last word: an attempt, and the further ones that the
/// experiment has it make by itself, with the hosts that are left where the run is elastic. No process of the
/// run is left afterwards. The desktop is not needed for any of it. One thread; nothing here is thread-safe.
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

    AttemptGround ground() const;
    std::vector<int> ownRanks() const; ///< in the present attempt
    /// After the attempt of this number.
    int restartsLeft(int attempt) const { return m_drawn.restart.max - (attempt - m_firstAttempt); }
    /// Those of the attempt of this number; once more, where another one may follow.
    DataPorts portsFor(int attempt);
    void endOnRequest(double graceSeconds, const std::string& note);
    void goOn(int signals);
    /// What goes wrong here, as where the system has no thread to spare, ends the attempt; never in silence.
    void breakDown(const Sentence& reason);
    void turn(int signals);
    void takeSignals(int signals);
    void tellState();
    void finish(const RankFinished& ended, RunPhase outcome);

    // supervisor_restart.cpp: what follows an attempt
    void concludeAttempt();
    bool isElastic() const { return m_drawn.restart.elastic && m_whole.size() > 1; }
    /// After a pause the hosts find out who is left.
    void planRollCall(const RankFinished& ended);
    void callRoll();
    void endRollCall();
    RollCallOptions rollCallOptions() const;
    /// Goes on after an attempt that ended like this.
    void restart(const RankFinished& ended, const RollCall::Decision& next, std::chrono::milliseconds wait);
    void useRoster(const Roster& roster);
    StartRequest startOf(int attempt) const;
    void tellRoster(const Roster& before);

    SubmitRequest m_request; ///< of the present attempt
    const int m_firstAttempt;
    SupervisorOptions m_options;
    const Experiment m_drawn; ///< as it was submitted
    const Roster m_whole;     ///< its hosts
    Roster m_roster;          ///< those of the present attempt, and what they train
    Experiment m_experiment;
    std::string m_document;
    std::vector<Placement> m_placements;
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
    std::optional<RankFinished> m_ended; ///< the last attempt, while it is not known who makes the next one
    Clock::time_point m_rollCallAt;
    std::unique_ptr<RollCall> m_rollCall;
    bool m_stopAsked = false; ///< meanwhile
    int m_brokenAttempt = 0;  ///< the last one that breakDown() ended
    bool m_over = false;
};

} // namespace lockstep
