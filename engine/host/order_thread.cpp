// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/order_thread.h"

#include "engine/host/system_calls.h"
#include "engine/host/thrown.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace lockstep {
namespace {

Descriptor makeFlag(const std::string& action)
{
    Descriptor flag(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!flag)
        throw systemError(action, errno);
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

Frame answerOf(const OrderThread::Work& work, int cancel, std::uint32_t request)
{
    try {
        return work(cancel);
    } catch (const std::exception& error) {
        return failedFrame(request, error);
    }
}

} // namespace

OrderThread::OrderThread(std::uint32_t request, const std::string& action)
    : m_request(request), m_cancel(makeFlag(action)), m_done(makeFlag(action))
{
}

OrderThread::~OrderThread()
{
    raise(m_cancel);
    if (m_thread.joinable())
        m_thread.join();
}

void OrderThread::begin(Work work)
{
    m_thread = std::thread([this, work = std::move(work)] {
        m_last = answerOf(work, m_cancel.get(), m_request);
        raise(m_done);
    });
}

void OrderThread::end(Frame last)
{
    m_last = std::move(last);
    raise(m_done);
}

void OrderThread::addTo(PollTurn& turn) const
{
    turn.add(m_done.get(), POLLIN, [] {}); // takeLast() looks for itself
}

std::optional<Frame> OrderThread::takeLast()
{
    if (m_over || !isRaised(m_done))
        return std::nullopt;
    if (m_thread.joinable())
        m_thread.join();
    m_over = true;
    return std::move(m_last);
}

} // namespace lockstep
