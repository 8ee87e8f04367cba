// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/emulated_cuda/fake_streams.h"

#include <exception>
#include <iostream>
#include <utility>

namespace lockstep::testing {
namespace {

/// A device gets there in the end: so many questions in a row are answered with "not yet".
constexpr int kPatience = 1000;

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
    if (place.stream)
        workUntil(place.stream, place.ticket);
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
    finish(event);
    return true;
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

void FakeStreams::workUntil(const Stream& stream, std::uint64_t ticket)
{
    const MutexLock lock(m_mutex);
    if (stream->done >= ticket)
        return;
    m_memory.open();
    while (stream->done < ticket) {
        if (stream->working)
            m_changed.wait(m_mutex, [&]() LOCKSTEP_REQUIRES(m_mutex) { return !stream->working; });
        else
            workOnce(*stream);
    }
    m_memory.close();
}

void FakeStreams::workOnce(FakeStream& stream)
{
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
}

} // namespace lockstep::testing
