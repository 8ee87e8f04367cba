// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/pair/pair_order.h"

#include "engine/host/pair/measure_pair.h"
#include "engine/protocol/attach_messages.h"

#include <utility>

namespace lockstep {

PairOrder::PairOrder(std::uint32_t request, PairRequest asked)
    : m_asked(std::move(asked)),
      m_listener(m_asked.peer.port == 0 ? listenOn(m_asked.address) : Descriptor()),
      m_work(request, LOCKSTEP_TEXT("measure the network"))
{
    if (m_listener)
        m_listening = {FrameType::Listening, request, toJson(localEndpoint(m_listener.get()))};
    m_work.begin([this, request](int cancel) -> Frame {
        const PairReport report = measurePair(m_asked, m_listener ? m_listener.get() : -1, cancel);
        return {FrameType::Measured, request, toJson(report)};
    });
}

std::optional<Frame> PairOrder::next()
{
    return m_listening ? std::exchange(m_listening, std::nullopt) : m_work.takeLast();
}

} // namespace lockstep
