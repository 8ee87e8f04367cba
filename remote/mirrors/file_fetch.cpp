// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/file_fetch.h"

#include <utility>

namespace lockstep {

FileFetch::FileFetch(FollowRequest request, QString target, Expected expected)
    : m_request(std::move(request)), m_target(std::move(target)), m_expected(std::move(expected))
{
}

void FileFetch::begin(AttachClient& client)
{
    if (m_state != State::Going)
        return;
    if (!m_part) {
        auto part = FetchPart::make(m_target);
        if (!part)
            return fail(part.error());
        m_part = std::move(part.value());
    }
    m_client = &client;
    m_request.offset = m_part->size();
    m_number =
        client.request(FrameType::Fetch, toJson(m_request), [this](const Frame& frame) { take(frame); });
}

void FileFetch::leave()
{
    if (AttachClient* client = std::exchange(m_client, nullptr))
        client->cancel(m_number);
    m_part.reset();
}

void FileFetch::fail(const Error& error)
{
    leave();
    m_state = State::Failed;
    m_error = error;
}

void FileFetch::take(const Frame& frame)
{
    if (frame.type == FrameType::Data)
        takeData(frame);
    else
        finish(frame);
}

void FileFetch::takeData(const Frame& frame)
{
    const auto data = decodeData(frame.payload);
    if (!data)
        return fail(data.error());
    if (data.value().offset != m_part->size()) {
        m_client->cancel(m_number);
        return begin(*m_client);
    }
    if (m_part->size() + data.value().bytes.size() > m_expected.bytes)
        return fail({LOCKSTEP_TEXT("%1 is larger on its host than it should be (%2 bytes). Fetch it again."),
                     {m_request.file, std::to_string(m_expected.bytes)},
                     ""});
    if (const auto written = m_part->append(data.value().bytes); !written)
        fail(written.error());
}

void FileFetch::finish(const Frame& frame)
{
    m_client = nullptr;
    if (frame.type != FrameType::Ended)
        return fail(parseError(frame.payload));
    const auto ended = parseMessage<EndedMessage>(frame.payload);
    if (!ended)
        return fail(ended.error());
    const std::uint64_t wanted = m_expected.sha256.empty() ? ended.value().size : m_expected.bytes;
    if (m_part->size() != wanted || ended.value().size != wanted)
        return fail({LOCKSTEP_TEXT("%1 arrived with %2 bytes instead of %3. Fetch it again."),
                     {m_request.file, std::to_string(m_part->size()), std::to_string(wanted)},
                     ""});
    if (!m_expected.sha256.empty() && m_part->hash() != m_expected.sha256)
        return fail({LOCKSTEP_TEXT("%1 is not what the checkpoint's manifest describes: its SHA-256 differs. "
                                   "Fetch it again; if that does not help, it is damaged on its host."),
                     {m_request.file},
                     ""});
    m_state = State::Arrived;
}

} // namespace lockstep
