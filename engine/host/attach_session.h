// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/answer_process.h"
#include "engine/host/checkpoint_order.h"
#include "engine/host/data_copy/data_order.h"
#include "engine/host/file_stream.h"
#include "engine/host/frame_channel.h"
#include "engine/host/host_survey.h"
#include "engine/host/known_run.h"
#include "engine/host/pair/pair_order.h"

#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

struct AttachOptions {
    std::vector<std::string> superviseCommand; ///< argv that starts a supervisor
    std::vector<std::string> previewCommand;   ///< argv that previews data
    std::vector<std::string> evaluateCommand;  ///< argv that measures a checkpoint
};

/// One attach conversation over a pair of pipes, from the greeting until the peer leaves, falls silent, or
/// breaks the protocol. Everything it tells comes from the run folders and the supervisors; it owns nothing,
/// so killing it does no harm. One thread.
class AttachSession {
public:
    AttachSession(Descriptor input, Descriptor output, AttachOptions options);
    /// Returns when the conversation is over. Throws EngineError when the peer broke the protocol.
    void run();

private:
    struct Watch {
        std::uint32_t request = 0;
        KnownRun* run = nullptr;
        std::optional<RunState> sent;
    };
    /// A request that a supervisor answers.
    struct Call {
        std::uint32_t request = 0;
        FrameChannel channel;
        Clock::time_point deadline;
        bool over = false;
    };

    // the loop (attach_session.cpp)
    void turn();
    Clock::time_point nextDeadline() const;
    void tick();
    void poll();
    void pump();
    void pumpAnswers();
    void pumpCheckpoints();
    void pumpPairs();
    void pumpDataOrders();
    void pumpSurveys();
    void leave();
    void receiveAnswers(Call& call);
    bool reads() const;

    // questions to the engine (attach_questions.cpp)
    void previewData(const Frame& frame);
    void evaluate(const Frame& frame);
    void ask(std::uint32_t request, AnswerProcess::Question question);

    // requests (attach_requests.cpp, attach_upkeep.cpp)
    void serve(const Frame& frame);
    void answer(const Frame& frame);
    void hello(const Frame& frame);
    void submit(const Frame& frame);
    void forward(const Frame& frame, KnownRun& run);
    void list(std::uint32_t request);
    void watch(const Frame& frame);
    void stream(const Frame& frame, FileStream::Mode mode);
    void measurePair(const Frame& frame);
    void orderCheckpoint(const Frame& frame, CheckpointOrder::Deed deed);
    void cancel(std::uint32_t request);
    void remove(const Frame& frame);
    void survey(std::uint32_t request);
    void sweep(const Frame& frame);
    void withdraw(const Frame& frame);
    void copyData(const Frame& frame);
    void call(const Frame& frame, Descriptor socket);
    bool isTaken(std::uint32_t request) const;
    int hostOf(const std::string& run, int host) const;
    KnownRun& known(const std::string& run, int host);
    void sendState(Watch& watch);

    AttachOptions m_options;
    FrameChannel m_channel;
    FolderEvents m_events;
    std::vector<std::unique_ptr<KnownRun>> m_runs;
    std::map<std::string, int> m_submittedHosts; ///< by run, in this conversation
    std::list<FileStream> m_streams;             ///< the head is the next to send
    std::vector<Watch> m_watches;
    std::list<Call> m_calls;
    ChildReaper m_reaper; ///< of answers that were given up
    std::list<AnswerProcess> m_answers;
    std::list<CheckpointOrder> m_checkpoints;
    std::list<PairOrder> m_pairs;
    std::map<std::string, Arrival> m_arrivals; ///< of data sets that came in this conversation, by hash
    std::list<DataOrder> m_dataOrders;
    std::list<HostSurvey> m_surveys;
    Clock::time_point m_nextHeartbeat, m_nextPoll, m_quietUntil;
    bool m_hasMore = false; ///< some stream may have more
    bool m_over = false;
};

} // namespace lockstep
