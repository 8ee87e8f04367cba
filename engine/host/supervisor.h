// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/attempt_end.h"
#include "engine/host/attempt_record.h"
#include "engine/host/control_server.h"
#include "engine/host/data_ports.h"
#include "engine/host/lease_links.h"
#include "engine/host/rank_crew.h"
#include "engine/host/run_store.h"
#include "engine/host/saving_patience.h"
#include "engine/host/state_writer.h"
#include "engine/protocol/experiment.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

struct SupervisorOptions {
    std::vector<std::string> rankCommand;         ///< argv of one rank
    std::chrono::milliseconds startLimit{60'000}; ///< between Submit and Start
    /// Between the first rank's success and the last one's.
    std::chrono::milliseconds stragglerLimit{600'000};
    SavingLimits saving;
};

/// Owns the ranks and servers of one attempt of one run on one host, from Submit to the last word. Whatever
/// ends the attempt (a rank, another host, a person) ends all ranks here, and no process of the run is left
/// afterwards. The desktop is not needed for any of it. One thread; nothing here is thread-safe.
class Supervisor {
public:
    /// Prepares the folder and binds the ports. `lock` is the folder's. Throws EngineError.
    Supervisor(SubmitRequest request, HostFolder folder, Descriptor lock, SupervisorOptions options);
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    const SubmittedReply& submitted() const { return m_submitted; }
    /// Of the text log, for the process' standard output and error.
    int logDescriptor() const { return m_record.logDescriptor(); }
    /// Begins the attempt once everybody has answered; the same request again changes nothing. Throws
    /// EngineError for one that does not fit.
    void start(const StartRequest& request);
    /// There will be no start: the attempt ends as failed, for this reason.
    void abandon(const EngineError& reason)
    {
        fail({CauseStrength::LostHost, static_cast<int>(reason.code()), -1, reason.error(), 0});
    }
    /// How far it is; once it has ended, how.
    const RunState& state() const { return m_stored.state; }
    /// Returns when the attempt has ended and everything is on the disk. `signals`: as
    /// becomeSupervisor() returns it.
    void run(int signals);

private:
    Frame answer(const Frame& frame);
    Frame answerSubmit(const SubmitRequest& request) const;
    void connectLeases(const StartRequest& request);
    /// Once the hosts have found each other: no rank ever trains without leases.
    void startRanks();

    void turn(int signals);
    void takeSignals(int signals);
    void takeLeaseMessages();
    void rankEnded(const RankEnd& end);
    void tick();
    void checkTimes();

    void requestStop(double graceSeconds, const std::string& note);
    void fail(const Cause& cause);
    void tellOthers(LeaseMessage::Kind kind, bool& told);
    void finishIfOver();
    void finish();
    void setPhase(RunPhase phase);

    SubmitRequest m_request;
    SupervisorOptions m_options;
    Experiment m_experiment;
    std::vector<Placement> m_placements; ///< of the whole run
    HostFolder m_folder;
    Descriptor m_lock;
    AttemptRecord m_record;
    DataPorts m_ports;
    SubmittedReply m_submitted;
    ControlServer m_control;
    std::optional<StartRequest> m_started;
    std::optional<LeaseLinks> m_leases;
    RankCrew m_crew;
    AttemptEnd m_end;
    SavingPatience m_patience;
    StoredState m_stored;
    StateWriter m_writer;
    Clock::time_point m_begin = Clock::now();
    std::optional<Clock::time_point> m_firstSuccess, m_ranksEndedAt;
    bool m_doneTold = false, m_endedTold = false;
    bool m_over = false;
};

} // namespace lockstep
