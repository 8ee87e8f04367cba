// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/file_fetch.h"

#include <QFile>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lockstep {

FileFetch::FileFetch(FollowRequest request, QString target, Sink sink)
    : m_request(std::move(request)), m_target(std::move(target)), m_sink(std::move(sink))
{
}

void FileFetch::begin(AttachClient& client)
{
    m_client = &client;
    if (!m_part) {
        // A part of an earlier program run may be one of a file that has been replaced since.
        QFile::remove(m_target + QStringLiteral(".part"));
        auto part = FileMirror::open(m_target + QStringLiteral(".part"));
        if (!part)
            return fail(part.error());
        m_part = std::move(part.value());
    }
    m_request.offset = m_part->size();
    m_number =
        client.request(FrameType::Fetch, toJson(m_request), [this](const Frame& frame) { take(frame); });
}

void FileFetch::fail(const Error& error)
{
    m_over = true;
    if (m_client != nullptr)
        m_client->cancel(m_number);
    m_sink(HostFetch{.file = QString::fromStdString(m_request.file), .ended = true, .error = error});
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
    if (const auto written = m_part->append(data.value().bytes); !written)
        return fail(written.error());
    if (Clock::now() - m_reported < std::chrono::milliseconds(100))
        return;
    m_reported = Clock::now();
    m_sink(HostFetch{.file = QString::fromStdString(m_request.file), .done = m_part->size(), .error = {}});
}

void FileFetch::finish(const Frame& frame)
{
    if (frame.type != FrameType::Ended)
        return fail(parseError(frame.payload));
    const auto ended = parseMessage<EndedMessage>(frame.payload);
    if (!ended)
        return fail(ended.error());
    if (ended.value().size != m_part->size())
        return fail({LOCKSTEP_TEXT("%1 arrived with %2 bytes instead of %3. Fetch it again."),
                     {m_request.file, std::to_string(m_part->size()), std::to_string(ended.value().size)},
                     ""});
    const QByteArray part = QFile::encodeName(m_target + QStringLiteral(".part"));
    if (std::rename(part.constData(), QFile::encodeName(m_target).constData()) != 0)
        return fail(
            {LOCKSTEP_TEXT("%1 cannot be written: %2."), {m_target.toStdString(), std::strerror(errno)}, ""});
    m_over = true;
    m_sink(HostFetch{.file = QString::fromStdString(m_request.file),
                     .done = m_part->size(),
                     .total = m_part->size(),
                     .ended = true,
                     .error = {}});
}

} // namespace lockstep
