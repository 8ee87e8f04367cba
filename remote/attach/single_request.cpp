// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/attach/single_request.h"

#include <utility>

namespace lockstep {

SingleRequest::SingleRequest(std::uint64_t question, FrameType type, std::string payload, Sink sink)
    : m_question(question), m_type(type), m_payload(std::move(payload)), m_sink(std::move(sink))
{
}

void SingleRequest::begin(AttachClient& client)
{
    if (m_over || std::exchange(m_sent, true))
        return;
    m_request = client.want(m_type, m_payload, [this](const Frame& frame) { take(frame); });
}

void SingleRequest::linkLost()
{
    if (m_sent)
        fail({LOCKSTEP_TEXT("The connection broke before the host had answered; what it was asked for may be "
                            "done or not. Ask it again what it keeps."),
              {},
              ""});
}

void SingleRequest::fail(const Error& error)
{
    finish({.question = m_question, .ended = true, .error = error});
}

void SingleRequest::leave()
{
    m_over = true;
    m_request = {};
}

void SingleRequest::take(const Frame& frame)
{
    if (frame.type == FrameType::Data)
        return takeData(frame);
    if (frame.type == FrameType::Progressed) {
        const auto progress = parseMessage<ProgressMessage>(frame.payload);
        if (progress && !m_over)
            m_sink(HostAnswered{.question = m_question, .done = progress->done});
        return;
    }
    if (frame.type == FrameType::Listening && !m_over)
        return m_sink(HostAnswered{
            .question = m_question,
            .answer = QByteArray(frame.payload.data(), static_cast<qsizetype>(frame.payload.size()))});
    if (frame.type == FrameType::Failed)
        return fail(parseError(frame.payload));
    if (frame.type != FrameType::Ended)
        m_data = QByteArray(frame.payload.data(), static_cast<qsizetype>(frame.payload.size()));
    finish({.question = m_question, .ended = true, .answer = std::move(m_data)});
}

void SingleRequest::takeData(const Frame& frame)
{
    const auto data = decodeData(frame.payload);
    if (!data)
        return fail(data.error());
    const auto size = static_cast<std::size_t>(m_data.size());
    if (data->offset != size || size + data->bytes.size() > kMaxData)
        return fail({LOCKSTEP_TEXT("What the host sent makes no sense."), {}, ""});
    m_data.append(data->bytes.data(), static_cast<qsizetype>(data->bytes.size()));
}

void SingleRequest::finish(HostAnswered answer)
{
    if (!std::exchange(m_over, true))
        m_sink(std::move(answer));
}

} // namespace lockstep
