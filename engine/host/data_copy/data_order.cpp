// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/data_copy/data_order.h"

#include "engine/host/data_copy/data_handing.h"
#include "engine/host/data_copy/kept_data.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/pair_measurement.h"

#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};

} // namespace

DataOrder::DataOrder(std::uint32_t request, DataCopyRequest asked, Arrival& arrival)
    : m_asked(std::move(asked)), m_arrival(arrival), m_work(request, LOCKSTEP_TEXT("copy data"))
{
    const Frame done{FrameType::Done, request, "{}"};
    if (takes() && openKeptData(m_asked.data)) {
        m_work.end(done);
        return;
    }
    if (takes()) {
        m_listener = listenOn(m_asked.address);
        m_listening = {FrameType::Listening, request, toJson(localEndpoint(m_listener.get()))};
    }
    m_work.begin([this, done](int cancel) {
        handOn(cancel);
        return done;
    });
}

void DataOrder::handOn(int cancel)
{
    if (takes())
        takeData(m_asked, m_listener.get(), cancel, m_arrival);
    else
        giveData(m_asked, cancel, m_arrival.stage() == Arrival::Stage::UnderWay ? &m_arrival : nullptr);
}

std::optional<Frame> DataOrder::progress()
{
    const auto now = Clock::now();
    if (!takes() || m_arrival.stage() != Arrival::Stage::UnderWay || now - m_told < kProgressInterval)
        return std::nullopt;
    m_told = now;
    return Frame{FrameType::Progressed, request(), toJson(ProgressMessage{m_arrival.done(), 0})};
}

std::optional<Frame> DataOrder::next()
{
    if (m_listening)
        return std::exchange(m_listening, std::nullopt);
    if (over())
        return std::nullopt;
    const std::optional<Frame> last = m_work.takeLast();
    return last ? last : progress();
}

} // namespace lockstep
