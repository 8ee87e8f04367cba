// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/file_follower.h"

namespace lockstep {

FileFollower::FileFollower(Source source, RecordBatches& batches)
    : m_source(std::move(source)), m_batches(batches)
{
}

Result<void> FileFollower::open()
{
    if (m_mirror)
        return {};
    auto mirror = FileMirror::open(m_source.mirror);
    if (!mirror)
        return mirror.error();
    m_mirror = std::move(mirror.value());
    // Of a text only the length is news, so an old log of many gigabytes costs nothing.
    if (m_source.content == Content::Log && m_mirror->size() > 0)
        m_batches.grown(m_source.rank, m_mirror->size());
    if (m_source.content != Content::Journal)
        return {};
    return m_mirror->replay([this](std::string_view bytes) { read(bytes); });
}

void FileFollower::follow(AttachClient& client)
{
    if (m_state == State::Complete || m_state == State::Following)
        return;
    m_client = &client;
    if (const auto opened = open(); !opened)
        m_failure = opened.error();
    else
        ask();
}

void FileFollower::ask()
{
    m_state = State::Following;
    m_refusal.reset();
    const FollowRequest request{
        .run = m_source.run, .host = m_source.host, .file = m_source.file, .offset = m_mirror->size()};
    m_request =
        m_client->want(FrameType::Follow, toJson(request), [this](const Frame& frame) { take(frame); });
}

void FileFollower::linkLost()
{
    if (m_state != State::Complete)
        m_state = State::Idle;
    m_client = nullptr;
    m_request = {};
    m_refusal.reset();
    m_failure.reset();
}

void FileFollower::take(const Frame& frame)
{
    if (frame.type == FrameType::Data)
        takeData(frame);
    else
        takeEnd(frame);
}

void FileFollower::takeData(const Frame& frame)
{
    const auto data = decodeData(frame.payload);
    if (!data) {
        m_failure = data.error();
        return;
    }
    if (data.value().offset != m_mirror->size()) {
        // Bytes that do not fit are never written: ask again from where the mirror ends.
        m_request = {};
        ask();
        return;
    }
    if (const auto written = m_mirror->append(data.value().bytes); !written) {
        m_failure = written.error();
        return;
    }
    if (m_source.content == Content::Log)
        m_batches.grown(m_source.rank, m_mirror->size());
    else if (m_source.content == Content::Journal)
        read(data.value().bytes);
}

void FileFollower::takeEnd(const Frame& frame)
{
    if (frame.type != FrameType::Ended) {
        m_state = State::Refused; // asked again with the next state, if there is one
        m_refusal = parseError(frame.payload);
        return;
    }
    const auto ended = parseMessage<EndedMessage>(frame.payload);
    if (!ended) {
        m_failure = ended.error();
    } else if (ended.value().size > m_mirror->size()) {
        ask();
    } else {
        m_state = State::Complete;
        // A file that has become shorter is not the one that is mirrored here.
        if (ended.value().size < m_mirror->size() && m_source.content != Content::Quiet)
            m_batches.addDamage(m_source.rank, 1);
        m_mirror.reset(); // a run of many attempts has more files than a program may have open
    }
}

void FileFollower::read(std::string_view bytes)
{
    auto chunk = m_reader.feed(bytes);
    const std::uint64_t damage = chunk.damages.size() + chunk.missingRecords;
    if (damage > 0 && m_reader.nextSequence() > m_source.seen)
        m_batches.addDamage(m_source.rank, damage);
    QVector<Record> wanted;
    for (Record& record : chunk.records)
        if (record.sequence >= m_source.seen)
            wanted.append(std::move(record));
    m_batches.add(m_source.rank, std::move(wanted));
}

} // namespace lockstep
