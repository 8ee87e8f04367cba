// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/run_watcher.h"

#include <QDir>
#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t kMaxFiles = 4096; ///< of one host's run; those of the present attempt come on top
/// Of earlier attempts, asked for at a time. A host refuses more than some hundred (kMaxStreams of its
/// attach), and each takes a descriptor on both sides; a run that began again often has thousands.
constexpr std::ptrdiff_t kMostAtOnce = 64;

} // namespace

RunWatcher::RunWatcher(RunFolder folder, int host, std::set<int> ranks, Sink sink)
    : m_folder(std::move(folder)), m_host(host), m_ranks(std::move(ranks)), m_sink(sink),
      m_batches(std::move(sink))
{
    for (const AttemptInfo& earlier : m_folder.info().earlier)
        if (earlier.roster != m_folder.info().roster)
            m_otherRanks[earlier.attempt] = m_folder.ranksOn(m_host, earlier.roster);
}

/// Of this host in an attempt: it may be made with other hosts than the present one.
const std::set<int>& RunWatcher::ranksOf(int attempt) const
{
    const auto other = m_otherRanks.find(attempt);
    return other == m_otherRanks.end() ? m_ranks : other->second;
}

/// The file of that name, made known if it may be mirrored.
FileFollower* RunWatcher::accept(const std::string& name)
{
    const auto known = m_files.find(name);
    if (known != m_files.end())
        return &known->second;
    const auto parsed = parseRecordFile(name);
    const bool isOfHost = parsed && parsed->writer == RecordFile::Writer::Supervisor;
    const int present = m_folder.info().attempt;
    if (!parsed || parsed->attempt > present || (parsed->attempt < present && m_files.size() >= kMaxFiles) ||
        (isOfHost ? parsed->number != m_host : !ranksOf(parsed->attempt).contains(parsed->number)))
        return nullptr;
    FileFollower::Source source{.run = m_folder.info().id.toStdString(),
                                .host = m_host,
                                .file = name,
                                .mirror = m_folder.mirrorPath(QString::fromStdString(name))};
    if (!isOfHost && parsed->attempt == present) {
        source.content = parsed->kind == RecordFile::Kind::Journal ? FileFollower::Content::Journal
                                                                   : FileFollower::Content::Log;
        source.rank = parsed->number;
        source.seen = m_seen.value(parsed->number, 0);
    }
    return &m_files.try_emplace(name, std::move(source), m_batches).first->second;
}

Result<void> RunWatcher::replay()
{
    const QDir run(m_folder.path());
    const QStringList attempts = run.entryList({QStringLiteral("attempt-*")}, QDir::Dirs);
    for (const QString& attempt : attempts) {
        const QStringList names = QDir(run.filePath(attempt)).entryList(QDir::Files);
        for (const QString& name : names)
            if (FileFollower* file = accept((attempt + QLatin1Char('/') + name).toStdString());
                file != nullptr && !file->isQuiet())
                if (const auto opened = file->open(); !opened)
                    return opened.error();
    }
    m_batches.flush();
    return {};
}

void RunWatcher::begin(AttachClient& client)
{
    m_client = &client;
    m_error.reset();
    m_waiting.clear();
    for (auto& [name, file] : m_files)
        file.linkLost();
    m_watch = client.want(FrameType::Watch,
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
        state.value().attempt < m_folder.info().attempt)
        return;
    follow(state.value().files);
    if (state.value().attempt > m_folder.info().attempt) {
        m_further = std::move(state.value());
        return;
    }
    m_state = std::move(state.value());
    m_sink(HostRunState{*m_state});
}

/// What the present attempt tells comes first; what is left of those before it waits, the newest in front.
void RunWatcher::follow(const std::vector<std::string>& files)
{
    std::vector<std::pair<int, FileFollower*>> earlier;
    for (const std::string& name : files) {
        FileFollower* file = accept(name);
        if (file == nullptr)
            continue;
        const int attempt = attemptOf(name).value_or(0);
        if (attempt == m_folder.info().attempt)
            file->follow(*m_client);
        else if (!file->complete() && !file->isFollowing())
            earlier.emplace_back(attempt, file);
    }
    std::ranges::stable_sort(earlier, std::ranges::greater(), &std::pair<int, FileFollower*>::first);
    m_waiting.clear();
    for (const auto& [attempt, file] : earlier)
        m_waiting.push_back(file);
    followWaiting();
}

void RunWatcher::followWaiting()
{
    if (m_waiting.empty() || !m_watch.isInTouch())
        return;
    auto underWay = std::ranges::count_if(
        m_files, [](const auto& one) { return one.second.isQuiet() && one.second.isFollowing(); });
    for (; !m_waiting.empty() && underWay < kMostAtOnce; ++underWay) {
        m_waiting.front()->follow(*m_client);
        m_waiting.pop_front();
    }
}

bool RunWatcher::hasAll(const std::vector<std::string>& files) const
{
    return std::ranges::all_of(files, [this](const std::string& name) {
        const auto file = m_files.find(name);
        return file == m_files.end() || file->second.complete() || file->second.refusal();
    });
}

std::optional<Error> RunWatcher::failure() const
{
    if (m_error)
        return m_error;
    for (const auto& [name, file] : m_files)
        if (file.failure())
            return file.failure();
    return std::nullopt;
}

Result<void> RunWatcher::tick()
{
    followWaiting();
    const bool isFollowed = m_further && !m_furtherTold && hasAll(m_further->files);
    if (Clock::now() >= nextDeadline() || over() || isFollowed)
        m_batches.flush();
    if (isFollowed) {
        m_furtherTold = true;
        m_sink(HostFurtherAttempt{*m_further});
    }
    if (const auto error = failure())
        return *error;
    return {};
}

bool RunWatcher::over() const
{
    return m_state && hasEnded(m_state->phase) && hasAll(m_state->files);
}

std::optional<Sentence> RunWatcher::missing() const
{
    for (const auto& [name, file] : m_files)
        if (file.refusal() && m_state && std::ranges::find(m_state->files, name) != m_state->files.end())
            return Sentence{LOCKSTEP_TEXT("%1 of the run is not on this computer, for its host does not hand "
                                          "it over: %2. Open the run again to ask for it once more."),
                            {name, *file.refusal()}};
    return std::nullopt;
}

} // namespace lockstep
