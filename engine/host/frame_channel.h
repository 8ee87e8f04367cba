// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"
#include "engine/protocol/frame.h"

#include <functional>
#include <poll.h>
#include <string>
#include <vector>

namespace lockstep {

/// What one turn of a poll loop waits for. Built anew each turn, so a handler may close anything: nothing of
/// this turn is used after wait().
class PollTurn {
public:
    void add(int descriptor, short events, std::function<void()> handler);
    /// Waits until `deadline` at most and calls the handlers of whatever became ready.
    void wait(Clock::time_point deadline);

private:
    std::vector<pollfd> m_polled;
    std::vector<std::function<void()>> m_handlers;
};

/// Frames over a pair of non-blocking descriptors (or one socket). Nothing here waits.
class FrameChannel {
public:
    /// A socket; becomes non-blocking.
    explicit FrameChannel(Descriptor socket);
    /// Two ends; only the output becomes non-blocking, the input is read once whenever it is ready.
    FrameChannel(Descriptor input, Descriptor output);

    /// Queues it; flush() when writable.
    void send(const Frame& frame) { sendText(encodeFrame(frame)); }
    void sendText(std::string_view bytes);
    std::size_t queuedBytes() const { return m_queue.size() - m_sent; }
    void flush();
    /// Reads what is there, at most a frame's worth.
    std::vector<Frame> receive();

    /// Nothing more can be read. What is queued may still be flushed, if only the other side's input is left.
    bool closed() const { return m_closed || m_inputEnded; }
    /// Empty unless the peer sent what is no frame.
    const Sentence& breach() const { return m_breach; }
    Clock::time_point lastHeard() const { return m_lastHeard; }
    int input() const { return m_input.get(); }
    int output() const { return m_output ? m_output.get() : m_input.get(); }
    /// Calls `onReadable` when there is something to read (if `reading`), and flushes when there is something
    /// to write.
    void addTo(PollTurn& turn, bool reading, std::function<void()> onReadable);
    /// Tells the peer that nothing more follows.
    void finishSending();

private:
    Descriptor m_input;
    Descriptor m_output;
    FrameReader m_reader;
    std::string m_queue;
    std::size_t m_sent = 0;
    bool m_closed = false;
    bool m_inputEnded = false;
    Sentence m_breach;
    Clock::time_point m_lastHeard = Clock::now();
};

} // namespace lockstep
