// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/pair_exchange.h"

#include <utility>

namespace lockstep {

void PairExchange::begin(AttachClient& client, const PairRequest& request, std::uint64_t number)
{
    cancel(&client);
    m_going = Going{number, 0};
    m_going->request =
        client.request(FrameType::Measure, toJson(request), [this](const Frame& frame) { take(frame); });
}

void PairExchange::cancel(AttachClient* client)
{
    if (m_going && client != nullptr)
        client->cancel(m_going->request);
    m_going.reset();
}

void PairExchange::take(const Frame& frame)
{
    if (!m_going || m_going->request != frame.request)
        return;
    if (frame.type == FrameType::Listening) {
        if (const auto endpoint = parseEndpoint(frame.payload))
            return m_sink(HostListening{m_going->number, *endpoint});
        else
            return finish({.error = endpoint.error()});
    }
    if (frame.type != FrameType::Measured)
        return finish({.error = parseError(frame.payload)});
    if (const auto report = parsePairReport(frame.payload))
        finish({.report = *report});
    else
        finish({.error = report.error()});
}

void PairExchange::finish(HostMeasured measured)
{
    measured.pair = m_going->number;
    m_going.reset();
    m_sink(std::move(measured));
}

} // namespace lockstep
