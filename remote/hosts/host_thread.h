// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/host_errand.h"
#include "remote/checkpoint_deed.h"
#include "remote/hosts/link_keeper.h"
#include "remote/hosts/order_queue.h"
#include "remote/hosts/pair_exchange.h"
#include "remote/hosts/preview_exchange.h"
#include "remote/hosts/questioner.h"
#include "remote/hosts/record_backlog.h"
#include "remote/hosts/run_orders.h"
#include "remote/mirrors/run_folder.h"
#include "remote/mirrors/run_watcher.h"

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <thread>

namespace lockstep {

/// The thread of one host: carries out orders over the link that it keeps. Orders may be given from any
/// thread and return at once; `sink` is called on this thread. The destructor interrupts whatever is going on
/// and joins.
class HostThread final : private LinkUser {
public:
    using Sink = std::function<void(HostEvent)>;
    struct Watching {
        RunFolder folder;
        int host = 0;
        std::set<int> ranks;
        QMap<int, quint64> seen;
    };

    /// `secrets` must outlive the thread.
    HostThread(HostLinkOptions options, SecretStore& secrets, Sink sink);
    ~HostThread();
    HostThread(const HostThread&) = delete;
    HostThread& operator=(const HostThread&) = delete;

    /// -> HostWelcome or HostFailed. Questions may be asked.
    void prepare();
    /// -> HostSubmitted or HostFailed.
    void submit(SubmitRequest request);
    /// -> HostStarted or HostFailed; watches from then on.
    void start(StartRequest request, Watching watching);
    /// -> HostRunState ..., HostMirrored at the end. A lost link is made anew for ever, without questions.
    void watch(Watching watching);
    /// Reads what the mirrors hold, without a connection -> HostMirrored.
    void show(Watching watching);
    /// Ends the run there, over as many links as it takes.
    void stop(StopRequest request);
    /// Gives up the link and every intention but those with checkpoints.
    void rest();
    /// What is to be done with a checkpoint ("checkpoints/step-00000600") of this host -> HostCheckpoint.
    void order(CheckpointDeed deed, RunFolder folder, int host, QString checkpoint);
    /// Takes it back: nothing more is heard of it. What the host has done by then stays done.
    void takeBack(QString checkpoint);
    /// Previews data once there has been a HostWelcome, in place of a preview that goes on -> HostPreviewed
    /// with this number.
    void preview(PreviewRequest request, std::uint64_t number);
    void endPreview();
    /// Takes part in measuring the network to another host, once there has been a HostWelcome and in place of
    /// a measurement that goes on -> HostListening where it is the one to listen, HostMeasured with this
    /// number.
    void measure(PairRequest request, std::uint64_t number);
    void endMeasuring();
    /// One request of the attach conversation, over a link that is made for it where there is none ->
    /// HostAnswered with this number.
    void ask(FrameType type, std::string payload, std::uint64_t question);
    void interrupt() { m_interrupt.raise(); }

    void answerHostKey(bool trust) { m_questioner.answerHostKey(trust); }
    void answerSecret(Secret secret) { m_questioner.answerSecret(std::move(secret)); }
    void answerLibraries(bool send) { m_questioner.answerLibraries(send); }
    /// A HostRecords event has been dealt with; a host whose records pile up is not read from.
    void recordsTaken();

private:
    enum class Goal { Rest, Prepare, Watch };

    void run();
    std::unique_ptr<HostErrand> errand(CheckpointDeed deed, const RunFolder& folder, int host,
                                       const QString& checkpoint);
    void send(std::unique_ptr<HostErrand> errand);
    bool wantsLink() const { return m_goal != Goal::Rest || !m_errands.empty(); }
    void keepLink();
    void turn();
    Deadline nextDeadline() const;
    void settle();
    void makeWatcher(const Watching& watching);
    void linkUp(HostWelcome welcome, Meeting meeting) override;
    void linkRefused(const HostFailed& failure) override;
    void linkLost(const HostFailed& failure);
    void failErrands(const Error& error);
    void fail(const HostFailed& failure);
    /// What the parts of this thread have to say goes through here.
    void take(HostEvent event);
    void tell(HostEvent event);
    void waitForRoom();

    Sink m_sink;
    WakeFlag m_interrupt; ///< ends waits for a host or a person
    OrderQueue m_orders;
    RecordBacklog m_backlog;
    std::atomic<bool> m_quit = false;
    Questioner m_questioner;

    // of the thread alone
    LinkKeeper m_keeper;
    Goal m_goal = Goal::Rest;
    RunOrders m_runOrders;
    PreviewExchange m_preview;
    PairExchange m_pair;
    std::optional<RunWatcher> m_watcher;
    std::list<std::unique_ptr<HostErrand>> m_errands;
    std::thread m_thread; ///< the last, for it uses the others
};

} // namespace lockstep
