// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/hosts/host_thread.h"
#include "remote/remote_options.h"
#include "remote/run/lease_witness.h"
#include "remote/run/record_delay.h"

#include <memory>
#include <optional>
#include <set>

namespace lockstep {

/// One host of a run, as its controller knows it. Lives on the controller's thread.
struct RunHost {
    enum class Stage {
        Waiting,    ///< nothing is known of it yet
        Welcomed,   ///< its engine has introduced itself
        Submitting, ///< it has been told of the run, or is about to be
        Submitted,  ///< the ports of its ranks are bound
        Watched,    ///< its ranks have been started; the mirrors grow
        Released,   ///< left, or lost, before it knew of the run
        Lost,       ///< nothing more is to come from it, though it knows of the run
        Partial,    ///< has ended, but the host keeps files to itself
        Mirrored,   ///< has ended, and all of it is here
    };

    bool takesPart() const { return !ranks.empty() || servers > 0; }
    /// Nothing more is to come from it.
    bool isDone() const { return stage >= Stage::Released; }
    bool isComplete() const { return stage == Stage::Mirrored; }
    /// It may have ranks, or be making them.
    bool knowsOfRun() const { return stage >= Stage::Submitting && stage != Stage::Released; }
    bool hasStarted() const { return stage >= Stage::Watched && stage != Stage::Released; }
    bool trains() const { return state && state->phase == RunPhase::Training; }
    /// The link to it has gone, after so long without a word. What the mirrors hold is the last that is known
    /// of a host that has not been heard since this program began.
    void lose(std::chrono::milliseconds silence, const RunFolder& folder);
    /// Of a rank of it these have come. Returns whether its status tells something else because of that.
    bool take(int rank, const QVector<Record>& records);
    /// What it has told of an attempt that another follows.
    void forgetAttempt();
    bool isAway() const { return !isDone() && status.state == RunPhase::Reconnecting; }
    /// What it says about the hosts that hold leases with it.
    LeaseWitness witness() const;
    /// The thread, while there is something to say to it.
    HostThread* listener() const { return isDone() ? nullptr : thread.get(); }

    Host host;
    std::set<int> ranks; ///< global
    int servers = 0;     ///< how many; with neither, the host takes no part
    Stage stage = Stage::Waiting;
    bool hasBegun = true; ///< false: the run was given up before this host was told to train
    HostStatus status;
    std::optional<HostWelcome> welcome;
    std::optional<SubmittedReply> submitted; ///< of the present attempt, where it was launched from here
    std::optional<RunState> state;           ///< the last that it told of the present attempt
    /// Of the attempt that follows the present one, of which nothing more is to come.
    std::optional<RunState> next;
    std::chrono::steady_clock::time_point awaySince{};
    RecordDelay delay;
    std::optional<std::chrono::steady_clock::time_point> lateSince;
    std::unique_ptr<HostThread> thread;
};

/// What its supervisor tells of the run, as the phase of this host: one that ended because of a rank
/// elsewhere did not fail.
RunPhase phaseOf(const RunHost& host, const RunState& state);

/// "Host gpu-1: ..."
Sentence aboutHost(const Host& host, const Sentence& what);

} // namespace lockstep
