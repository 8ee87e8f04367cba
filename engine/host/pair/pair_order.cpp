// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/pair_order.h"

#include "engine/host/pair/measure_pair.h"
#include "engine/protocol/attach_messages.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace lockstep {
namespace {

Descriptor makeFlag()
{
    Descriptor flag(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!flag)
        throw systemError(LOCKSTEP_TEXT("measure the network"), errno);
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

PairOrder::PairOrder(std::uint32_t request, PairRequest asked)
    : m_request(request), m_asked(std::move(asked)),
      m_listener(m_asked.peer.port == 0 ? listenOn(m_asked.address) : Descriptor()), m_cancel(makeFlag()),
      m_done(makeFlag())
{
    if (m_listener)
        m_listening = {FrameType::Listening, m_request, toJson(localEndpoint(m_listener.get()))};
    m_thread = std::thread([this] { measure(); });
}

PairOrder::~PairOrder()
{
    raise(m_cancel);
    if (m_thread.joinable())
        m_thread.join();
}

void PairOrder::measure()
{
    try {
        const PairReport report = measurePair(m_asked, m_listener ? m_listener.get() : -1, m_cancel.get());
        m_end = {FrameType::Measured, m_request, toJson(report)};
    } catch (const EngineError& error) {
        m_end = {FrameType::Failed, m_request, toJson(error.error())};
    } catch (const std::exception& error) {
        m_end = {FrameType::Failed, m_request,
                 toJson(Error{LOCKSTEP_TEXT("The request failed on the host: %1"), {error.what()}, {}})};
    }
    raise(m_done);
}

void PairOrder::addTo(PollTurn& turn) const
{
    turn.add(m_done.get(), POLLIN, [] {}); // next() looks for itself
}

std::optional<Frame> PairOrder::next()
{
    if (m_listening)
        return std::exchange(m_listening, std::nullopt);
    if (m_over || !isRaised(m_done))
        return std::nullopt;
    m_thread.join();
    m_over = true;
    return std::move(m_end);
}

} // namespace lockstep
