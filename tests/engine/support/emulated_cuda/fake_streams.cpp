// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/fake_streams.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <utility>

namespace lockstep::testing {
namespace {

/// A device gets there in the end: so many questions in a row are answered with "not yet".
constexpr int kPatience = 100;
/// Who asks about a whole stream waits for it: sooner.
constexpr int kPatienceOfWaits = 3;

thread_local FakeStreams::Stream g_capturing; ///< of this thread

} // namespace

void FakeStreams::append(FakeStream& stream, FakeWork work)
{
    if (stream.capture) {
        stream.capture->work.push_back(std::move(work));
        return;
    }
    stream.work.push_back(std::move(work));
    ++stream.given;
}

void FakeStreams::give(const Stream& stream, FakeWork work)
{
    const MutexLock lock(m_mutex);
    append(*stream, std::move(work));
}

void FakeStreams::record(const Stream& stream, FakeEvent& event)
{
    const MutexLock lock(m_mutex);
    event = {stream, 0, stream->capture.has_value(), 0, event.reached};
    append(*stream, stamp(event));
    event.ticket = stream->given;
}

void FakeStreams::recordInGraph(const Stream& stream, FakeEvent& event)
{
    const MutexLock lock(m_mutex);
    append(*stream, stamp(event));
}

FakeWork FakeStreams::stamp(FakeEvent& event)
{
    if (!event.reached)
        event.reached = std::make_shared<std::chrono::steady_clock::time_point>();
    return [reached = event.reached] { *reached = std::chrono::steady_clock::now(); };
}

void FakeStreams::follow(const Stream& stream, const FakeEvent& event)
{
    const MutexLock lock(m_mutex);
    // By value: the event may be recorded anew before the work is done.
    append(*stream, [this, other = event.stream, ticket = event.ticket] {
        if (other)
            workUntil(other, ticket);
    });
}

void FakeStreams::finish(const Stream& stream)
{
    FakeEvent end;
    record(stream, end);
    finish(end);
}

void FakeStreams::finish(const FakeEvent& event)
{
    const FakeEvent place = placeOf(event);
    if (place.stream && !workUntil(place.stream, place.ticket)) {
        std::cerr << "a call that waits for a device was made, and the device hangs\n";
        std::abort();
    }
}

bool FakeStreams::reached(FakeEvent& event)
{
    {
        const MutexLock lock(m_mutex);
        if (!event.stream || event.stream->done >= event.ticket)
            return true;
        if (++event.questions < kPatience)
            return false;
        event.questions = 0;
    }
    const FakeEvent place = placeOf(event);
    return workUntil(place.stream, place.ticket);
}

bool FakeStreams::isDone(const Stream& stream)
{
    std::uint64_t ticket = 0;
    {
        const MutexLock lock(m_mutex);
        ticket = stream->given;
        if (stream->done >= ticket)
            return true;
        if (++stream->questions < kPatienceOfWaits)
            return false;
        stream->questions = 0;
    }
    return workUntil(stream, ticket);
}

void FakeStreams::hang(int device, std::int64_t worksBefore)
{
    const MutexLock lock(m_mutex);
    m_worksBeforeHang[device] = worksBefore;
}

void FakeStreams::hangNone()
{
    const MutexLock lock(m_mutex);
    m_worksBeforeHang.clear();
}

bool FakeStreams::hangs(const Stream& stream)
{
    const MutexLock lock(m_mutex);
    const auto hanging = m_worksBeforeHang.find(stream->device);
    return hanging != m_worksBeforeHang.end() && hanging->second == 0 && !stream->work.empty();
}

FakeEvent FakeStreams::placeOf(const FakeEvent& event)
{
    const MutexLock lock(m_mutex);
    return event;
}

FakeStreams::Stream FakeStreams::capturing()
{
    return g_capturing;
}

bool FakeStreams::begin(const Stream& stream)
{
    const MutexLock lock(m_mutex);
    if (stream->capture || g_capturing)
        return false;
    stream->capture.emplace().thread = std::this_thread::get_id();
    g_capturing = stream;
    return true;
}

std::optional<FakeCapture> FakeStreams::end(const Stream& stream)
{
    const MutexLock lock(m_mutex);
    if (!stream->capture || stream->capture->thread != std::this_thread::get_id())
        return std::nullopt;
    g_capturing.reset();
    return std::exchange(stream->capture, std::nullopt);
}

void FakeStreams::spoil(const Stream& stream)
{
    const MutexLock lock(m_mutex);
    if (stream->capture)
        stream->capture->spoiled = true;
}

bool FakeStreams::workUntil(const Stream& stream, std::uint64_t ticket)
{
    const MutexLock lock(m_mutex);
    if (stream->done >= ticket)
        return true;
    m_memory.open();
    bool works = true;
    while (works && stream->done < ticket) {
        if (stream->working)
            m_changed.wait(m_mutex, [&]() LOCKSTEP_REQUIRES(m_mutex) { return !stream->working; });
        else
            works = workOnce(*stream);
    }
    m_memory.close();
    return works;
}

bool FakeStreams::mayWork(int device)
{
    const auto hanging = m_worksBeforeHang.find(device);
    if (hanging == m_worksBeforeHang.end())
        return true;
    if (hanging->second == 0)
        return false;
    --hanging->second;
    return true;
}

bool FakeStreams::workOnce(FakeStream& stream)
{
    if (!mayWork(stream.device))
        return false;
    stream.working = true;
    const FakeWork work = std::move(stream.work.front());
    stream.work.pop_front();
    {
        const MutexUnlock unlock(m_mutex);
        try {
            work();
        } catch (const std::exception& error) {
            std::cerr << "work of a fake stream failed: " << error.what() << '\n';
            m_failed(stream.device);
        }
    }
    stream.working = false;
    ++stream.done;
    m_changed.notifyAll();
    return true;
}

} // namespace lockstep::testing
