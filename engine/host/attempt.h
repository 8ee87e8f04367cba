// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/attempt_end.h"
#include "engine/host/attempt_record.h"
#include "engine/host/checkpoint_copying.h"
#include "engine/host/data_ports.h"
#include "engine/host/lease_links.h"
#include "engine/host/memory_watch.h"
#include "engine/host/rank_crew.h"
#include "engine/host/run_store.h"
#include "engine/host/saving_patience.h"
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
    std::chrono::milliseconds rollCallPatience{15'000}; ///< RollCallOptions::patience
};

/// What an attempt stands on. Outlives it.
struct AttemptGround {
    const SupervisorOptions& options;
    const HostFolder& folder;
    const Experiment& experiment;             ///< as the hosts of its roster train it
    const std::string& document;              ///< the same for the ranks
    const std::vector<Placement>& placements; ///< on all these hosts, ranks first
    int drawnRanks = 0;                       ///< RankLaunch::drawnRanks
};

/// One attempt of one run on one host, from its folder to the last word. Whatever ends it (a rank, another
/// host, a person) ends all ranks here. Whether another one follows is the word of the lead host, that of
/// rank 0; a host that the lead is silent for decides alike, and so they meet again. One thread.
class Attempt {
public:
    /// Prepares its folder and its records. `restartsLeft`: attempts that may follow. Throws EngineError.
    Attempt(const AttemptGround& ground, SubmitRequest request, int restartsLeft);
    Attempt(const Attempt&) = delete;
    Attempt& operator=(const Attempt&) = delete;

    const SubmitRequest& request() const { return m_request; }
    AttemptRecord& record() { return m_record; }
    /// Writes the first record, and what is to be known of it in the text log.
    void announce(const std::string& note);
    /// Submitted until it begins, then Training or Stopping.
    RunPhase phase() const;
    std::vector<ProcessIdentity> identities() const { return m_crew.identities(); }

    /// Begins at that time. `ports` are bound where `start` says.
    void start(StartRequest start, DataPorts ports, Clock::time_point at);
    /// For a person, or the system: no other attempt follows, whatever ends this one.
    void stop(double graceSeconds, const std::string& note);
    void fail(const Cause& cause);

    void addTo(PollTurn& turn);
    /// When tick() is due at the latest.
    Clock::time_point nextDeadline() const;
    void tick();
    /// A child has ended.
    void reap();

    /// No rank is left, and all that is to be heard from the other hosts has been.
    bool isOver() const { return m_isOver; }
    /// Ends what is left of its processes, and writes the last record. REQUIRES: isOver().
    RankFinished finish();
    /// What it came to. REQUIRES: isOver().
    RunPhase outcome() const { return m_end.phase(); }
    /// The supervisors make another attempt. REQUIRES: isOver().
    bool isFollowed() const { return m_isFollowed; }

private:
    void begin();
    void connectLeases();
    /// Where other hosts are to hold copies of the checkpoints, or may have one to go on from.
    void beginCopying();
    /// Between the thread that copies, the other hosts and the records.
    void passCopies();
    /// The checkpoints of a training that has ended well are copied, as far as they ever will be.
    bool copiesAreMade(Clock::time_point now);
    /// Once the hosts have found each other: no rank ever trains without leases.
    void startRanks();
    void takeLeaseMessages();
    void rankEnded(const RankEnd& end);
    /// False: the end had come already.
    bool requestStop(double graceSeconds, const std::string& note);
    /// The others know that a rank did not come, its own host how it is found.
    void examine(int rank);
    void checkTimes();
    void tellOthers(LeaseMessage::Kind kind, bool& told);
    void settle();
    bool othersHaveEnded(Clock::time_point now) const;
    int lead() const; ///< index of its host
    bool mayBeFollowed() const;
    /// All hosts are left that another attempt would need.
    bool hasItsHosts() const;
    /// What follows; nothing: the lead has not said so yet.
    std::optional<bool> sequel(Clock::time_point now) const;

    const AttemptGround m_ground;
    const SubmitRequest m_request;
    const int m_restartsLeft;
    AttemptRecord m_record;
    std::optional<StartRequest> m_start;
    DataPorts m_ports; ///< until the ranks have theirs
    Clock::time_point m_beginAt, m_madeAt = Clock::now();
    bool m_hasBegun = false;
    std::optional<LeaseLinks> m_leases;
    std::optional<CheckpointCopying> m_copying;
    std::optional<Clock::time_point> m_copiesAwaitedAt;
    Clock::time_point m_copierHeardAt; ///< the last word of another host about a copy
    RankCrew m_crew;
    MemoryWatch m_memory{memorySources()};
    AttemptEnd m_end;
    SavingPatience m_patience;
    std::optional<Clock::time_point> m_firstSuccess, m_ranksEndedAt;
    bool m_doneTold = false, m_endedTold = false;
    struct Suspect {
        int rank = 0;
        Clock::time_point examineAt;
    };
    std::optional<Suspect> m_suspect;
    bool m_hasExamined = false;
    bool m_stopAsked = false;   ///< by a person, here or on another host
    bool m_hostIsGone = false;  ///< no supervisor is left there
    bool m_restartTold = false; ///< by the lead
    bool m_isOver = false, m_isFollowed = false;
};

} // namespace lockstep
