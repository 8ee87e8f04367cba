// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/preview_exchange.h"

namespace lockstep {

PreviewExchange::PreviewExchange(std::string host, std::function<void(HostEvent)> sink)
    : m_host(std::move(host)), m_sink(std::move(sink))
{
}

void PreviewExchange::begin(AttachClient& client, const PreviewRequest& request, std::uint64_t number)
{
    cancel(&client);
    m_going = Going{number, 0, {}};
    m_going->request = client.request(FrameType::Preview, toJson(request),
                                      [this, &client](const Frame& frame) { take(client, frame); });
}

void PreviewExchange::cancel(AttachClient* client)
{
    if (m_going && client != nullptr)
        client->cancel(m_going->request);
    m_going.reset();
}

void PreviewExchange::take(AttachClient& client, const Frame& frame)
{
    if (!m_going || m_going->request != frame.request)
        return;
    if (frame.type == FrameType::Ended)
        return finish(std::nullopt);
    if (frame.type != FrameType::Data)
        return finish(parseError(frame.payload));
    const auto data = decodeData(frame.payload);
    if (!data)
        return finish(data.error());
    const std::string_view bytes = data.value().bytes;
    const auto size = static_cast<std::size_t>(m_going->json.size());
    if (data.value().offset != size || size + bytes.size() > kMaxPreviewBytes) {
        client.cancel(frame.request);
        return finish(Error{LOCKSTEP_TEXT("The answer of %1 about its data makes no sense."), {m_host}, {}});
    }
    m_going->json.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void PreviewExchange::finish(std::optional<Error> error)
{
    HostPreviewed previewed{m_going->number, std::move(m_going->json), std::move(error)};
    m_going.reset();
    m_sink(std::move(previewed));
}

} // namespace lockstep
