// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_controller.h"
#include "remote/run/run_hosts.h"
#include "remote/run/run_news.h"
#include "remote/secret.h"

#include <QTimer>
#include <string>

namespace lockstep {

/// Makes one run out of what happens on its hosts: brings all of them to the same point before any goes
/// further, ends the launch when one cannot, and finds the verdict. Speaks through the signals of its
/// controller and lives on its thread.
class RunCoordinator {
public:
    RunCoordinator(RunController& face, const RemoteOptions& options);

    bool isIdle() const { return m_course == Course::Idle; }
    /// A new attempt. `resumeFrom`: as SubmitRequest::resume; `rehearsal`: where the hosts are to be,
    /// nullptr: where they are drawn. REQUIRES: isIdle().
    Result<void> launch(RunFolder folder, std::string resumeFrom,
                        std::shared_ptr<Rehearsal> rehearsal = nullptr);
    /// Watches an attempt that was begun before. REQUIRES: isIdle().
    void watch(RunFolder folder, QMap<int, quint64> seen);
    void stop();
    void orderCheckpoint(CheckpointDeed deed, const QString& checkpoint)
    {
        m_news.orders().order(deed, m_folder, checkpoint);
    }
    void takeBackCheckpoint(const QString& checkpoint) { m_news.orders().takeBack(checkpoint); }
    void answerHostKey(int host, bool trust) { m_news.answerHostKey(host, trust); }
    void answerSecret(int host, const Secret& secret) { m_news.answerSecret(host, secret); }
    void answerLibraries(int host, bool send) { m_news.answerLibraries(host, send); }

    RunPhase phase() const { return m_phase; }
    const RunFolder& folder() const { return m_folder; }
    QVector<HostStatus> hosts() const { return m_hosts.statuses(); }

private:
    enum class Course {
        Idle,
        Launching, ///< until every host trains
        Watching,
        Stopping, ///< a person asked for the end
        GivenUp,  ///< failed, or was stopped, before it began; m_info says why
        Over
    };

    void open(RunFolder folder, std::shared_ptr<Rehearsal> rehearsal = nullptr);
    HostThread::Watching watching(const RunHost& host) const;

    /// What changes the run is dealt with here, the rest is news.
    template <typename Event>
    void take(RunHost& host, const Event& event)
    {
        if constexpr (requires { this->on(host, event); })
            on(host, event);
        else
            m_news.on(host, event);
    }
    void on(RunHost& host, const HostConnecting& event);
    void on(RunHost& host, const HostDeploying& event);
    void on(RunHost& host, const HostWelcome& event);
    void on(RunHost& host, const HostSubmitted& event);
    void on(RunHost& host, const HostStarted& event);
    void on(RunHost& host, const HostReconnecting& event);
    void on(RunHost& host, const HostReconnected& event);
    void on(RunHost& host, const HostFailed& event);
    void on(RunHost& host, const HostRunState& event);
    void on(RunHost& host, const HostFurtherAttempt& event);
    void on(RunHost& host, const HostMirrored& event);

    void submitAll();
    void startAll();
    void begun();
    /// Goes over to the next attempt, once no host in reach has more of the present one.
    void followAttempts();
    /// Of one host, whether the attempt is made with it or without.
    void followAttempt(RunHost& host);
    /// Takes the place of supervisors that make no further attempt, for one of them was killed: nobody knows
    /// their secret any more, so all hosts begin anew. Only the program that began the attempt does, so that
    /// of several that watch never two begin the next.
    bool mayBeginAnother() const;
    bool hasRestartsLeft() const;
    /// That may come to it when a host is back that is out of reach: the others have lost it, and have ended.
    bool awaitsRestart() const;
    /// False: it cannot be written down.
    bool beginAnother();
    void meetAgain();
    /// `culpritHost`: the host that cannot begin; -1: none in particular.
    void giveUp(const Sentence& reason, ExitCode code, int culpritHost = -1);
    void concludeIfOver();
    void conclude();
    RunInfo verdict() const;
    void setPhase(RunPhase next);
    void setStatus(RunHost& host, RunPhase next, std::optional<Sentence> error = std::nullopt);
    void saveInfo();

    RunController& m_face;
    Course m_course = Course::Idle;
    RunPhase m_phase = RunPhase::Waiting;
    RunFolder m_folder;
    Descriptor m_watch; ///< while the phase that is saved is that of the run
    RunInfo m_info;     ///< as it will be saved next
    std::string m_resume;
    QMap<int, quint64> m_seen; ///< next sequence number by rank that the caller wants
    bool m_isOwn = false;      ///< this program has begun the present attempt
    int m_begunAgain = 0;      ///< attempts that it began in place of the supervisors
    QTimer m_pause;            ///< before such an attempt
    QTimer m_farewell;         ///< limits the wait for hosts that are out of reach when the others have ended
    QTimer m_leases;           ///< then leases have ended, and more may be known of a host that is away
    RunHosts m_hosts;
    RunNews m_news;
};

} // namespace lockstep
