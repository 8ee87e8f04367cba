// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"
#include "remote/hosts/host_link.h"
#include "remote/mirrors/file_fetch.h"
#include "remote/mirrors/run_watcher.h"

#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep {

/// The thread that owns one host's connection, and the orders it takes. Orders may be given from any thread
/// and return at once; `sink` is called on this thread. The destructor interrupts whatever is going on and
/// joins.
class HostThread : private Prompter {
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
    ~HostThread() override;
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
    /// Gives up the link and every intention but fetching.
    void rest();
    void fetch(FollowRequest request, QString target);
    /// Previews data once there has been a HostWelcome, in place of a preview that goes on -> HostPreviewed
    /// with this number.
    void preview(PreviewRequest request, std::uint64_t number);
    void endPreview();
    void interrupt() { m_interrupt.raise(); }

    void answerHostKey(bool trust);
    void answerSecret(Secret secret);
    /// A HostRecords event has been dealt with; a host whose records pile up is not read from.
    void recordsTaken();

private:
    enum class Goal { Rest, Prepare, Watch };
    enum class Answer { None, Trust, Refuse, Given };

    void post(std::function<void()> order);
    void run();
    void runOrders();
    void keepLink();
    void turn();
    void greet();
    void welcomed(const Frame& frame);
    void makeWatcher(const Watching& watching);
    void sendStart();
    void sendStop();
    void watchOn();
    void lost(const HostFailed& failure);
    void fail(const HostFailed& failure);
    void settle();
    void tell(HostEvent event);
    void failFetches(const Error& error);
    void takePreview(const Frame& frame);
    void finishPreview(std::optional<Error> error);
    bool behind() const { return m_recordsOut >= kMaxRecordsOut; }

    // Prompter
    bool mayAsk() const override { return m_mayAsk; }
    bool trustHostKey(const KeyPrompt& prompt) override;
    std::optional<Secret> secret(const SecretPrompt& prompt) override;
    bool askAndWait(HostEvent question);

    static constexpr int kMaxRecordsOut = 8; ///< batches on their way to the controller

    HostLinkOptions m_options;
    SecretStore& m_secrets;
    Sink m_sink;

    std::mutex m_mutex; ///< guards the orders and the answer
    std::vector<std::function<void()>> m_orders;
    Answer m_answer = Answer::None;
    std::optional<Secret> m_answeredSecret;
    WakeFlag m_wake; ///< there are orders, or room for records
    WakeFlag m_answered;
    WakeFlag m_interrupt; ///< ends waits inside openLink()
    std::atomic<int> m_recordsOut = 0;
    std::atomic<bool> m_quit = false;

    // of the thread alone
    Goal m_goal = Goal::Rest;
    bool m_mayAsk = false;
    bool m_welcomed = false; ///< on this link
    bool m_everWelcomed = false;
    bool m_mirrored = false;
    bool m_startLost = false; ///< the link broke before the start was confirmed
    int m_questions = 0;      ///< put during the present attempt to connect
    Deadline m_retryAt = Deadline{};
    std::chrono::milliseconds m_backOff{0};
    std::optional<HostLink> m_link;
    std::optional<RunWatcher> m_watcher;
    std::optional<StartRequest> m_start; ///< not confirmed yet
    std::optional<StopRequest> m_stop;   ///< not confirmed yet
    std::list<FileFetch> m_fetches;
    struct Previewing {
        std::uint64_t number = 0;
        std::uint32_t request = 0;
        QByteArray json;
    };
    std::optional<Previewing> m_previewing;
    std::thread m_thread;
};

} // namespace lockstep
