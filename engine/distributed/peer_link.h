// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/process_group.h"
#include "engine/distributed/socket.h"
#include "engine/distributed/wait_chain.h"
#include "engine/distributed/wire.h"

#include <array>
#include <chrono>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace lockstep {

/// What one buffer has under way. Gloo counts completions per buffer and does not identify them. Owned by the
/// buffer, guarded by the messenger's lock; holds the ranks of operations, oldest first.
struct Completions {
    std::deque<int> sending;
    std::deque<int> sent;
    std::deque<int> receiving;
    std::deque<int> received;
};

struct SendOperation {
    FrameHeader header;
    const char* payload = nullptr;
    Completions* owner = nullptr; ///< null: a frame of our own, without payload
    std::size_t written = 0;      ///< of header and payload

    std::size_t size() const { return sizeof(FrameHeader) + static_cast<std::size_t>(header.length); }
};

struct ReceiveOperation {
    Completions* owner = nullptr;
    std::uint64_t slot = 0;
    char* data = nullptr;
    std::size_t size = 0;
};

/// A message that came before its receive was posted.
struct EarlyMessage {
    FrameHeader header;
    std::unique_ptr<char[]> data;
};

/// One peer: its socket, what is queued to it, and the frame that is arriving. Guarded by the messenger's
/// lock, except that the thread inside a system call may use what `sendingNow` or `readingNow` protects.
struct PeerLink {
    using Clock = std::chrono::steady_clock;

    int rank = -1;
    Descriptor socket;

    // Edge-triggered readiness. An EAGAIN may race with a newer edge seen by another thread: writeEdges
    // tells.
    bool canRead = true;
    bool canWrite = true;
    unsigned writeEdges = 0;
    bool hungUp = false; ///< the peer has closed its side: read on to the end, no further edge will come

    bool sendingNow = false; ///< some thread is in sendmsg(), the lock is free
    bool readingNow = false; ///< some thread is in readv(), the lock is free
    bool stalled = false;    ///< the next message is large and unwanted yet: it stays in the kernel
    bool saidBye = false;
    bool closed = false;
    std::string sendError; ///< sending failed; the read side may still hold the peer's reason

    std::list<SendOperation> outgoing; ///< a list: front() is used while the lock is free
    std::list<ReceiveOperation> posted;
    std::deque<EarlyMessage> early;
    std::size_t earlyBytes = 0;

    FrameHeader header; ///< of the frame that is arriving
    bool inBody = false;
    std::optional<ReceiveOperation> target; ///< none: the body goes to `absorbed`
    std::unique_ptr<char[]> absorbed;
    char* destination = nullptr;
    std::size_t received = 0;

    std::array<char, 8192> stage; ///< bytes read beyond the body: usually the next header
    std::size_t stageBegin = 0;
    std::size_t stageEnd = 0;

    Clock::time_point lastReceived;
    Clock::time_point lastSent;
    PeerReport report;

    // After a failure: the rest of a half-sent frame and the reason. Then it belongs to the background
    // thread.
    std::string farewell;
    std::size_t farewellSent = 0;
    bool farewellReady = false;
    bool farewellForgoesAnswer = false;
    bool farewellOver = false;

    PeerTraffic traffic;

    std::size_t staged() const { return stageEnd - stageBegin; }
    bool hasInput() const { return (canRead || staged() > 0) && !stalled && !closed; }
    bool isBusy() const { return sendingNow || readingNow; }
};

} // namespace lockstep
