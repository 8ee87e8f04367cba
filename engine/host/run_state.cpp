// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/run_store.h"

#include "engine/core/text_of_file.h"
#include "engine/host/host_names.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/further_attempt.h"
#include "engine/protocol/journal.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unistd.h>

/// state.json, and what becomes of a run whose supervisor is gone.
namespace lockstep {
namespace {

constexpr std::size_t kMaxStateBytes = 4u << 20;

nlohmann::json toValue(const ProcessIdentity& identity)
{
    return {{"pid", identity.pid}, {"startTime", identity.startTime}, {"bootId", identity.bootId}};
}

ProcessIdentity identityFrom(const nlohmann::json& value)
{
    return {value.at("pid").get<pid_t>(), value.at("startTime").get<std::uint64_t>(),
            value.at("bootId").get<std::string>()};
}

/// Whoever has the lock of a run whose state is damaged is about to mend it.
bool isGoingOn(const HostFolder& folder)
{
    try {
        const auto stored = folder.readState();
        return !stored || !hasEnded(stored->state.phase);
    } catch (const EngineError&) {
        return false;
    }
}

/// Name of the experiment that was submitted; empty when that cannot be read either.
std::string submittedName(const HostFolder& folder)
{
    const auto experiment = parseExperiment(textOfFile(folder.path() + "/" + std::string(kExperimentFile)));
    return experiment.ok() ? experiment->name : std::string();
}

/// What a folder whose state is damaged tells by itself: its newest attempt is over, for nobody owns it.
StoredState recoveredState(const HostFolder& folder, const Error& damage)
{
    StoredState stored;
    stored.state.run = folder.run();
    stored.state.host = folder.host();
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path(), ignored))
        stored.state.attempt =
            std::max(stored.state.attempt, attemptOf(entry.path().filename().string()).value_or(1));
    stored.state.name = submittedName(folder);
    stored.state.startedMs = wallMilliseconds();
    stored.state.phase = RunPhase::Failed;
    stored.state.exitCode = static_cast<int>(ExitCode::Failure);
    stored.state.message = Sentence(
        LOCKSTEP_TEXT("The state of this run on %1 was lost, as after a power cut: %2 Its journals and "
                      "checkpoints are untouched; a further attempt goes on from the newest checkpoint."),
        {hostName(), damage});
    stored.hostName = hostName();
    stored.engine = LOCKSTEP_VERSION;
    return stored;
}

RunState replaceDamaged(const HostFolder& folder, const Error& damage)
{
    sweepProcesses(SweepScope::Marked, folder.mark(), Clock::now() + std::chrono::seconds(3));
    const StoredState stored = recoveredState(folder, damage);
    folder.writeState(stored);
    return stored.state;
}

std::string readWhole(const Descriptor& file, const std::string& path)
{
    std::string text;
    char buffer[16384];
    while (text.size() < kMaxStateBytes) {
        const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
        if (count == 0)
            return text;
        if (count < 0 && errno != EINTR)
            throw fileError(path, errno);
        if (count > 0)
            text.append(buffer, static_cast<std::size_t>(count));
    }
    throw fileError(path, EFBIG);
}

std::string journalOf(const HostFolder& folder, const RunState& state)
{
    return folder.path() + "/" + hostJournal(state.attempt, state.host);
}

/// The supervisor's last word, where its journal could still take it: a full disk may have no room for the
/// state, which is written anew.
std::optional<RankFinished> lastWord(const std::string& journal)
{
    std::optional<RankFinished> last;
    // Not always the last record: that the state could not be written is said after it.
    for (const Record& record : JournalReader().feed(textOfFile(journal)).records)
        if (const auto* finished = std::get_if<RankFinished>(&record.event))
            last = *finished;
    return last;
}

/// What is known of a supervisor that said none; its journal gets that as its last record.
RankFinished sayLastWord(const std::string& journal, const std::string& host, std::size_t left)
{
    const char* const text =
        left == 0 ? kSupervisorGone
                  : LOCKSTEP_TEXT("The supervisor of this run on %1 ended without a last word, and %2 of its "
                                  "processes cannot be killed.");
    RankFinished finished;
    finished.exitCode = static_cast<int>(ExitCode::Failure);
    finished.message = Sentence(text, {host, std::to_string(left)});
    try {
        JournalWriter(journal).write(finished);
    } catch (const std::system_error&) {
        // The state says the same; a full disk must not keep it from being known.
        return finished;
    }
    return finished;
}

RunState endAbandoned(const HostFolder& folder, StoredState stored)
{
    for (const ProcessIdentity& rank : stored.ranks)
        signalProcess(rank, SIGKILL);
    const auto left =
        sweepProcesses(SweepScope::Marked, folder.mark(), Clock::now() + std::chrono::seconds(3));
    RunState& state = stored.state;
    const std::string journal = journalOf(folder, state);
    auto last = lastWord(journal);
    if (!last)
        last = sayLastWord(journal, stored.hostName, left.size());
    const bool isInOrder = last->exitCode == static_cast<int>(ExitCode::Success) ||
                           last->exitCode == static_cast<int>(ExitCode::Stopped);
    state.phase = isInOrder ? RunPhase::Finished : RunPhase::Failed;
    state.exitCode = last->exitCode;
    state.culprit = last->culprit;
    state.message = last->message;
    try {
        folder.writeState(stored);
    } catch (const EngineError&) {
        // Whoever asks is told all the same, and finds it anew until the disk has room.
        return state;
    }
    return state;
}

} // namespace

std::optional<StoredState> HostFolder::readState() const
{
    const Descriptor file = openFile("state.json");
    if (!file)
        return std::nullopt;
    try {
        const auto document = nlohmann::json::parse(readWhole(file, m_path + "/state.json"));
        StoredState stored;
        stored.state = valueOrThrow(parseMessage<RunState>(document.at("state").dump()), ExitCode::Failure);
        stored.hostName = document.at("hostName").get<std::string>();
        stored.engine = document.at("engine").get<std::string>();
        stored.supervisor = identityFrom(document.at("supervisor"));
        for (const auto& rank : document.at("ranks"))
            stored.ranks.push_back(identityFrom(rank));
        return stored;
    } catch (const nlohmann::json::exception& error) {
        throw refusal(LOCKSTEP_TEXT("%1 is damaged (%2)."), {m_path + "/state.json", error.what()});
    } catch (const EngineError& error) {
        throw refusal(LOCKSTEP_TEXT("%1 is damaged (%2)."), {m_path + "/state.json", error.error()});
    }
}

void HostFolder::writeState(const StoredState& stored) const
{
    nlohmann::json document;
    document["state"] = nlohmann::json::parse(toJson(stored.state));
    document["hostName"] = stored.hostName;
    document["engine"] = stored.engine;
    document["supervisor"] = toValue(stored.supervisor);
    document["ranks"] = nlohmann::json::array();
    for (const ProcessIdentity& rank : stored.ranks)
        document["ranks"].push_back(toValue(rank));
    writeFile("state.json", document.dump(2) + "\n");
}

bool isOfThisMachine(const StoredState& stored)
{
    return stored.supervisor.bootId == bootId() || stored.hostName == hostName();
}

std::optional<RunState> settledState(const HostFolder& folder)
{
    std::optional<StoredState> stored;
    try {
        stored = folder.readState();
        if (!stored)
            return std::nullopt;
        if (hasEnded(stored->state.phase) || !isOfThisMachine(*stored) || isAlive(stored->supervisor))
            return stored->state;
    } catch (const EngineError& damage) {
        stored = recoveredState(folder, damage.error());
        stored->state.phase = RunPhase::Training; // if somebody is responsible for it
    }
    const Descriptor lock = folder.tryLock();
    return lock ? settledState(folder, lock) : stored->state;
}

std::optional<RunState> settledState(const HostFolder& folder, const Descriptor& lock)
{
    LOCKSTEP_CHECK(lock);
    std::optional<StoredState> stored;
    try {
        stored = folder.readState();
    } catch (const EngineError& damage) {
        return replaceDamaged(folder, damage.error());
    }
    // It may have said its last word before the lock was taken.
    if (!stored || hasEnded(stored->state.phase) || !isOfThisMachine(*stored))
        return stored ? std::optional(stored->state) : std::nullopt;
    return endAbandoned(folder, std::move(*stored));
}

Descriptor HostFolder::lock(std::chrono::milliseconds patience) const
{
    const auto deadline = Clock::now() + patience;
    Descriptor lock = tryLock();
    while (!lock && Clock::now() < deadline) {
        if (isGoingOn(*this))
            break;
        ::usleep(5000);
        lock = tryLock();
    }
    return lock;
}

bool holdsRun(const HostFolder& folder)
{
    for (const char* const file : {"lock", "state.json"})
        if (::faccessat(folder.descriptor(), file, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            return true;
    return false;
}

void removeRun(HostFolder folder)
{
    if (!holdsRun(folder))
        throw refusal(LOCKSTEP_TEXT("%1 holds no run of Lockstep, so it stays."), {folder.path()});
    const Descriptor lock = folder.lock(std::chrono::seconds(1));
    if (!lock)
        throw refusal(LOCKSTEP_TEXT("The run %1 is still going on here. Stop it before removing it."),
                      {folder.run()});
    std::error_code error;
    std::filesystem::remove_all(folder.path(), error);
    if (error)
        throw fileError(folder.path(), error.value());
    // The run's own folder goes with its last host.
    ::rmdir(std::filesystem::path(folder.path()).parent_path().c_str());
}

} // namespace lockstep
