// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_watcher.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t kMaxFiles = 4096; ///< of one host's run
constexpr qsizetype kMaxBatch = 20'000;

} // namespace

RunWatcher::RunWatcher(RunFolder folder, int host, std::set<int> ranks, Sink sink)
    : m_folder(std::move(folder)), m_host(host), m_ranks(std::move(ranks)), m_sink(std::move(sink))
{
}

/// The file of that name, made known if it may be mirrored.
RunWatcher::File* RunWatcher::accept(const std::string& name)
{
    const auto known = m_files.find(name);
    if (known != m_files.end())
        return &known->second;
    const auto parsed = parseRecordFile(name);
    const bool ofHost = parsed && parsed->writer == RecordFile::Writer::Supervisor;
    if (!parsed || parsed->attempt > m_folder.info().attempt || m_files.size() >= kMaxFiles ||
        (ofHost ? parsed->number != m_host : !m_ranks.contains(parsed->number)))
        return nullptr;
    File file;
    file.name = name;
    file.rank = ofHost ? -1 : parsed->number;
    file.journal = parsed->kind == RecordFile::Kind::Journal;
    file.shown = !ofHost && parsed->attempt == m_folder.info().attempt;
    return &m_files.emplace(name, std::move(file)).first->second;
}

Result<void> RunWatcher::openMirror(File& file)
{
    if (file.mirror)
        return {};
    auto mirror = FileMirror::open(m_folder.mirrorPath(QString::fromStdString(file.name)));
    if (!mirror)
        return mirror.error();
    file.mirror = std::move(mirror.value());
    return file.mirror->replay([this, &file](std::string_view bytes) { read(file, bytes); });
}

Result<void> RunWatcher::replay()
{
    const QDir run(m_folder.path());
    const QStringList attempts = run.entryList({QStringLiteral("attempt-*")}, QDir::Dirs);
    for (const QString& attempt : attempts) {
        const QStringList names = QDir(run.filePath(attempt)).entryList(QDir::Files);
        for (const QString& name : names)
            if (File* file = accept((attempt + QLatin1Char('/') + name).toStdString()); file != nullptr)
                if (const auto opened = openMirror(*file); !opened)
                    return opened.error();
    }
    flush();
    return {};
}

void RunWatcher::begin(AttachClient& client)
{
    m_client = &client;
    m_error.reset();
    for (auto& [name, file] : m_files) {
        file.request = 0;
        file.refused = false;
    }
    client.request(FrameType::Watch,
                   toJson(RunReference{.run = m_folder.info().id.toStdString(), .host = m_host}),
                   [this](const Frame& frame) { takeState(frame); });
}

void RunWatcher::takeState(const Frame& frame)
{
    if (frame.type == FrameType::Failed) {
        m_sink(HostFailed{parseError(frame.payload), ExitCode::Failure});
        return;
    }
    if (frame.type != FrameType::State)
        return;
    auto state = parseMessage<RunState>(frame.payload);
    if (!state) {
        m_error = state.error();
        return;
    }
    // A state of the attempt before is no news of this one.
    if (state.value().run != m_folder.info().id.toStdString() ||
        state.value().attempt != m_folder.info().attempt)
        return;
    m_state = std::move(state.value());
    for (const std::string& name : m_state->files) {
        File* file = accept(name);
        if (file != nullptr && file->request == 0 && !file->ended)
            follow(*file);
    }
    m_sink(HostRunState{*m_state});
}

void RunWatcher::follow(File& file)
{
    if (const auto opened = openMirror(file); !opened) {
        m_error = opened.error();
        return;
    }
    const FollowRequest request{.run = m_folder.info().id.toStdString(),
                                .host = m_host,
                                .file = file.name,
                                .offset = file.mirror->size()};
    file.request = m_client->request(FrameType::Follow, toJson(request), [this, &file](const Frame& frame) {
        if (frame.type == FrameType::Data)
            takeData(file, frame);
        else
            finish(file, frame);
    });
}

void RunWatcher::takeData(File& file, const Frame& frame)
{
    const auto data = decodeData(frame.payload);
    if (!data) {
        m_error = data.error();
        return;
    }
    if (data.value().offset != file.mirror->size()) {
        // Bytes that do not fit are never written: ask again from where the mirror ends.
        m_client->cancel(file.request);
        follow(file);
        return;
    }
    if (const auto written = file.mirror->append(data.value().bytes); !written) {
        m_error = written.error();
        return;
    }
    read(file, data.value().bytes);
}

void RunWatcher::read(File& file, std::string_view bytes)
{
    if (!file.shown)
        return;
    if (!file.journal) {
        m_grown[file.rank] = file.mirror->size();
        return;
    }
    auto chunk = file.reader.feed(bytes);
    const std::uint64_t wanted = m_seen.value(file.rank, 0);
    const std::uint64_t damage = chunk.damages.size() + chunk.missingRecords;
    if (damage > 0 && file.reader.nextSequence() > wanted)
        m_damage[file.rank] += damage;
    HostRecords& batch = m_records[file.rank];
    batch.rank = file.rank;
    for (Record& record : chunk.records)
        if (record.sequence >= wanted)
            batch.records.append(std::move(record));
    if (batch.records.size() >= kMaxBatch)
        flush();
}

void RunWatcher::finish(File& file, const Frame& frame)
{
    file.request = 0;
    if (frame.type != FrameType::Ended) {
        file.refused = true; // asked again with the next state, if there is one
        return;
    }
    const auto ended = parseMessage<EndedMessage>(frame.payload);
    if (!ended) {
        m_error = ended.error();
    } else if (ended.value().size > file.mirror->size()) {
        follow(file);
    } else {
        file.ended = true;
        if (ended.value().size < file.mirror->size() && file.shown)
            ++m_damage[file.rank];
    }
}

void RunWatcher::flush()
{
    m_lastFlush = Clock::now();
    for (auto& [rank, batch] : m_records)
        if (!batch.records.isEmpty())
            m_sink(std::move(batch));
    m_records.clear();
    for (const auto& [rank, size] : m_grown)
        m_sink(HostLogGrown{rank, size});
    m_grown.clear();
    for (const auto& [rank, count] : m_damage)
        m_sink(HostDamage{rank, count});
    m_damage.clear();
}

Result<void> RunWatcher::tick()
{
    if (Clock::now() >= nextDeadline() || complete())
        flush();
    if (m_error)
        return *m_error;
    return {};
}

Deadline RunWatcher::nextDeadline() const
{
    if (m_records.empty() && m_grown.empty() && m_damage.empty())
        return Deadline::max();
    return m_lastFlush + kBatchTime;
}

bool RunWatcher::complete() const
{
    return m_state && hasEnded(m_state->phase) &&
           std::ranges::all_of(m_state->files, [this](const std::string& name) {
               const auto file = m_files.find(name);
               return file == m_files.end() || file->second.ended || file->second.refused;
           });
}

} // namespace lockstep
