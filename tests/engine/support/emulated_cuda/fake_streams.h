// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/mutex.h"
#include "tests/engine/support/emulated_cuda/fake_memory.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep::testing {

using FakeWork = std::function<void()>;

/// Work written down instead of done.
struct FakeCapture {
    std::thread::id thread; ///< that began it
    std::vector<FakeWork> work;
    bool spoiled = false; ///< a call was refused meanwhile
};

/// Work in its order. Its members belong to FakeStreams.
struct FakeStream {
    int device = 0;
    std::deque<FakeWork> work;
    std::uint64_t given = 0;
    std::uint64_t done = 0;
    bool working = false; ///< a thread is doing the work in front
    std::optional<FakeCapture> capture;
    int questions = 0; ///< whether all is done, answered with "not yet", in a row
};

/// A place in a stream's order.
struct FakeEvent {
    std::shared_ptr<FakeStream> stream; ///< none: not recorded
    std::uint64_t ticket = 0;
    bool captured = false;
    int questions = 0; ///< answered with "not yet", in a row
    std::shared_ptr<std::chrono::steady_clock::time_point> reached;
};

/// The streams of the process: lazy, work is done when somebody waits for it, on the thread that waits. Any
/// thread.
class FakeStreams {
public:
    using Stream = std::shared_ptr<FakeStream>;
    /// Called with the device whose work threw.
    explicit FakeStreams(std::function<void(int device)> failed) : m_failed(std::move(failed)) {}

    void give(const Stream& stream, FakeWork work);
    void record(const Stream& stream, FakeEvent& event);
    /// Of a stream that captures: whenever its graph is launched. Nobody can wait for it.
    void recordInGraph(const Stream& stream, FakeEvent& event);
    void follow(const Stream& stream, const FakeEvent& event);
    /// Until all is done that has been given to it. Of a device that hangs, ends the process.
    void finish(const Stream& stream);
    void finish(const FakeEvent& event);
    /// Without waiting; but who asks again and again is answered with yes in the end.
    bool reached(FakeEvent& event);
    /// The same of all that was given to it.
    bool isDone(const Stream& stream);
    /// A copy of an event that another thread may record.
    FakeEvent placeOf(const FakeEvent& event);

    /// The stream of this thread that captures; null: none.
    Stream capturing();
    bool begin(const Stream& stream);
    /// None: nothing is captured, or not by this thread.
    std::optional<FakeCapture> end(const Stream& stream);
    void spoil(const Stream& stream);

    /// The device does so many more pieces of work, and then none.
    void hang(int device, std::int64_t worksBefore);
    void hangNone();
    /// Whether it has come so far, and the stream has work left.
    bool hangs(const Stream& stream);

    FakeMemory& memory() { return m_memory; }

private:
    static FakeWork stamp(FakeEvent& event);
    /// False: the device hangs.
    bool workUntil(const Stream& stream, std::uint64_t ticket);
    bool workOnce(FakeStream& stream) LOCKSTEP_REQUIRES(m_mutex);
    bool mayWork(int device) LOCKSTEP_REQUIRES(m_mutex);
    void append(FakeStream& stream, FakeWork work) LOCKSTEP_REQUIRES(m_mutex);

    std::function<void(int)> m_failed;
    FakeMemory m_memory;
    Mutex m_mutex;
    ConditionVariable m_changed;
    std::map<int, std::int64_t> m_worksBeforeHang LOCKSTEP_GUARDED_BY(m_mutex); ///< by device
};

} // namespace lockstep::testing
