// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_thread.h"
#include "remote/run/run_controller.h"
#include "remote/secret.h"

#include <QTimer>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// Everything of a RunController that is not its face. Lives on the controller's thread; the events of the
/// hosts arrive there one after the other.
struct RunController::State {
    struct HostEntry {
        Host host;
        HostStatus status;
        std::set<int> ranks; ///< empty: this host takes no part
        std::unique_ptr<HostThread> thread;
        std::optional<HostWelcome> welcome;
        std::optional<SubmittedReply> submitted;
        std::optional<RunState> state;
        bool asked = false; ///< Submit was sent
        bool started = false;
        bool done = false;     ///< nothing more is to come from it
        bool complete = false; ///< its mirrors are
        bool away = false;     ///< the link is gone
    };

    State(RunController& face, RemoteOptions settings);
    ~State();

    // beginning (run_controller.cpp)
    Result<void> begin(RunFolder opened, const std::string& resumeFrom);
    void open(RunFolder opened);
    void addHosts();
    void makeThread(std::size_t index);
    HostThread::Watching watching(std::size_t index) const;

    // events (run_events.cpp)
    void handle(std::size_t index, const HostEvent& event);
    void on(std::size_t index, const HostConnecting& event);
    void on(std::size_t index, const HostDeploying& event);
    void on(std::size_t index, const HostWelcome& event);
    void on(std::size_t index, const HostSubmitted& event);
    void on(std::size_t index, const HostStarted& event);
    void on(std::size_t index, const HostReconnecting& event);
    void on(std::size_t index, const HostReconnected& event);
    void on(std::size_t index, const HostFailed& event);
    void on(std::size_t index, const HostRunState& event);
    void on(std::size_t index, const HostMirrored& event);
    void on(std::size_t index, const HostRecords& event);
    void on(std::size_t index, const HostLogGrown& event);
    void on(std::size_t index, const HostDamage& event);
    void on(std::size_t index, const HostFetch& event);
    void on(std::size_t, const HostPreviewed&) {} ///< a run previews nothing
    void on(std::size_t index, const HostKeyAsked& event);
    void on(std::size_t index, const HostSecretAsked& event);

    // the run as a whole (run_phases.cpp)
    void submitAll();
    void startAll();
    void giveUp(const Sentence& reason, ExitCode code, int failedHost);
    static Sentence aboutHost(const Host& host, const Sentence& what);
    void stop();
    void concludeIfOver();
    void conclude();
    RunInfo verdict() const;
    void setPhase(Phase next);
    void setStatus(std::size_t index, HostStatus::State next, std::optional<Sentence> error = std::nullopt);
    void saveInfo();

    bool every(bool (*holds)(const HostEntry&)) const; ///< of the hosts that take part
    bool launching() const
    {
        return phase == Phase::Connecting || phase == Phase::Deploying || phase == Phase::Launching;
    }

    RunController& q;
    RemoteOptions options;
    Phase phase = Phase::Idle;
    RunFolder folder;
    RunInfo info; ///< as it will be saved next
    std::string resume;
    QMap<int, quint64> seen; ///< next sequence number by rank that the caller wants
    SecretStore secrets;
    std::vector<HostEntry> hosts;
    std::set<std::size_t> sharedQuestion; ///< hosts that wait for one answer about one key file
    std::string sharedFile;
    bool attached = false; ///< watches a run that it did not begin
    bool stopping = false; ///< a person asked for the end
    bool gaveUp = false;   ///< failed before it began; info says why
    bool over = false;
    QTimer farewell; ///< limits the wait for hosts that are out of reach when the others have ended
};

} // namespace lockstep
