// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/data_order.h"

#include "engine/host/data_copy/data_handing.h"
#include "engine/host/data_copy/kept_data.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/pair_measurement.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace lockstep {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};

Descriptor makeFlag()
{
    Descriptor flag(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!flag)
        throw systemError(LOCKSTEP_TEXT("copy data"), errno);
    return flag;
}

void raise(const Descriptor& flag)
{
    const std::uint64_t one = 1;
    // It can only fail for a flag that is raised already.
    [[maybe_unused]] const ssize_t written = ::write(flag.get(), &one, sizeof one);
}

bool isRaised(const Descriptor& flag)
{
    pollfd polled{flag.get(), POLLIN, 0};
    return ::poll(&polled, 1, 0) > 0;
}

} // namespace

DataOrder::DataOrder(std::uint32_t request, DataCopyRequest asked, Arrival& arrival)
    : m_request(request), m_asked(std::move(asked)), m_arrival(arrival), m_cancel(makeFlag()),
      m_done(makeFlag())
{
    begin();
}

void DataOrder::begin()
{
    m_end = {FrameType::Done, m_request, "{}"};
    if (takes() && openKeptData(m_asked.data))
        return raise(m_done);
    if (takes()) {
        m_listener = listenOn(m_asked.address);
        m_listening = {FrameType::Listening, m_request, toJson(localEndpoint(m_listener.get()))};
    }
    m_thread = std::thread([this] { work(); });
}

DataOrder::~DataOrder()
{
    raise(m_cancel);
    if (m_thread.joinable())
        m_thread.join();
}

void DataOrder::work()
{
    try {
        if (takes())
            takeData(m_asked, m_listener.get(), m_cancel.get(), m_arrival);
        else
            giveData(m_asked, m_cancel.get(),
                     m_arrival.stage() == Arrival::Stage::UnderWay ? &m_arrival : nullptr);
    } catch (const EngineError& error) {
        m_end = {FrameType::Failed, m_request, toJson(error.error())};
    } catch (const std::exception& error) {
        m_end = {FrameType::Failed, m_request,
                 toJson(Error{LOCKSTEP_TEXT("The request failed on the host: %1"), {error.what()}, {}})};
    }
    raise(m_done);
}

void DataOrder::addTo(PollTurn& turn) const
{
    turn.add(m_done.get(), POLLIN, [] {}); // next() looks for itself
}

std::optional<Frame> DataOrder::progress()
{
    const auto now = Clock::now();
    if (!takes() || m_arrival.stage() != Arrival::Stage::UnderWay || now - m_told < kProgressInterval)
        return std::nullopt;
    m_told = now;
    return Frame{FrameType::Progressed, m_request, toJson(ProgressMessage{m_arrival.done(), 0})};
}

std::optional<Frame> DataOrder::next()
{
    if (m_listening)
        return std::exchange(m_listening, std::nullopt);
    if (m_over)
        return std::nullopt;
    if (!isRaised(m_done))
        return progress();
    if (m_thread.joinable())
        m_thread.join();
    m_over = true;
    return std::move(m_end);
}

} // namespace lockstep
