// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host_thread.h"

/// How a host's thread looks at data.
namespace lockstep {

void HostThread::look(LookRequest request, std::uint64_t number)
{
    post([this, request = std::move(request), number] {
        if (m_looking && m_link)
            m_link->client->cancel(m_looking->request);
        m_looking.reset();
        if (!m_link) // the loss of it has been told
            return;
        m_looking = Looking{number, 0, {}};
        m_looking->request = m_link->client->request(FrameType::Look, toJson(request),
                                                     [this](const Frame& frame) { takeLook(frame); });
    });
}

void HostThread::endLook()
{
    post([this] {
        if (m_looking && m_link)
            m_link->client->cancel(m_looking->request);
        m_looking.reset();
    });
}

void HostThread::takeLook(const Frame& frame)
{
    if (!m_looking || m_looking->request != frame.request)
        return;
    QByteArray& json = m_looking->json;
    if (frame.type == FrameType::Ended)
        return finishLook(std::nullopt);
    if (frame.type != FrameType::Data)
        return finishLook(parseError(frame.payload));
    const auto data = decodeData(frame.payload);
    if (!data)
        return finishLook(data.error());
    const std::string_view bytes = data.value().bytes;
    const auto size = static_cast<std::size_t>(json.size());
    if (data.value().offset != size || size + bytes.size() > kMaxLookBytes) {
        m_link->client->cancel(frame.request);
        return finishLook(Error{
            LOCKSTEP_TEXT("The answer of %1 about its data makes no sense."), {m_options.host.name}, {}});
    }
    json.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void HostThread::finishLook(std::optional<Error> error)
{
    HostLooked looked{m_looking->number, std::move(m_looking->json), std::move(error)};
    m_looking.reset();
    tell(std::move(looked));
}

} // namespace lockstep
