// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_thread.h"

/// How a host's thread previews of data.
namespace lockstep {

void HostThread::preview(PreviewRequest request, std::uint64_t number)
{
    post([this, request = std::move(request), number] {
        if (m_previewing && m_link)
            m_link->client->cancel(m_previewing->request);
        m_previewing.reset();
        if (!m_link) // the loss of it has been told
            return;
        m_previewing = Previewing{number, 0, {}};
        m_previewing->request = m_link->client->request(FrameType::Preview, toJson(request),
                                                        [this](const Frame& frame) { takePreview(frame); });
    });
}

void HostThread::endPreview()
{
    post([this] {
        if (m_previewing && m_link)
            m_link->client->cancel(m_previewing->request);
        m_previewing.reset();
    });
}

void HostThread::takePreview(const Frame& frame)
{
    if (!m_previewing || m_previewing->request != frame.request)
        return;
    QByteArray& json = m_previewing->json;
    if (frame.type == FrameType::Ended)
        return finishPreview(std::nullopt);
    if (frame.type != FrameType::Data)
        return finishPreview(parseError(frame.payload));
    const auto data = decodeData(frame.payload);
    if (!data)
        return finishPreview(data.error());
    const std::string_view bytes = data.value().bytes;
    const auto size = static_cast<std::size_t>(json.size());
    if (data.value().offset != size || size + bytes.size() > kMaxPreviewBytes) {
        m_link->client->cancel(frame.request);
        return finishPreview(Error{
            LOCKSTEP_TEXT("The answer of %1 about its data makes no sense."), {m_options.host.name}, {}});
    }
    json.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void HostThread::finishPreview(std::optional<Error> error)
{
    HostPreviewed previewed{m_previewing->number, std::move(m_previewing->json), std::move(error)};
    m_previewing.reset();
    tell(std::move(previewed));
}

} // namespace lockstep
