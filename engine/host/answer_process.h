// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/child_reaper.h"
#include "engine/host/frame_channel.h"
#include "engine/protocol/frame.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// A subcommand of the engine that answers a request with one line of JSON, in a process of its own, so that
/// a slow disk stops nobody, and a picture that crashes its decoder nothing else. Lines on how far it is may
/// come before the answer. Nothing here waits. The destructor kills it and leaves it to the reaper.
class AnswerProcess {
public:
    /// What is asked, and what it may take.
    struct Question {
        std::vector<std::string> command; ///< argv
        std::string input;                ///< for its standard input, at most 64 KiB
        std::size_t maxBytes;             ///< of the answer
        std::chrono::seconds limit;
        Error tooLate;   ///< said when it takes longer or says more
        Error breakdown; ///< said when it dies
    };

    /// `reaper` outlives it. Throws EngineError.
    AnswerProcess(std::uint32_t request, Question question, ChildReaper& reaper);
    ~AnswerProcess();
    AnswerProcess(const AnswerProcess&) = delete;
    AnswerProcess& operator=(const AnswerProcess&) = delete;

    std::uint32_t request() const { return m_request; }
    /// Reads what it says when there is something to read.
    void addTo(PollTurn& turn);
    /// The next Progressed, Data, Ended or Failed frame; none while there is nothing to tell.
    std::optional<Frame> next();
    /// Ended or Failed was the last frame.
    bool over() const { return m_over; }

private:
    void begin();
    void read();
    void takeProgress();
    std::optional<Frame> answer();
    Frame fail(const std::string& payload);

    std::uint32_t m_request;
    Question m_question;
    ChildReaper& m_reaper;
    pid_t m_pid = -1;
    Descriptor m_output; ///< of the process; closed at its end
    std::string m_answer;
    std::optional<std::string> m_progress; ///< not told yet
    std::uint64_t m_sent = 0;
    std::optional<int> m_status; ///< once it is reaped
    bool m_over = false;
    Clock::time_point m_deadline;
};

} // namespace lockstep
