// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_order.h"

#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/host/system_calls.h"
#include "engine/protocol/run_files.h"

#include <algorithm>

namespace lockstep {
namespace {

/// For a supervisor whose attempt has just ended.
constexpr auto kLockPatience = std::chrono::milliseconds(500);
constexpr auto kProgressInterval = std::chrono::milliseconds(100);

/// Steps of the checkpoints that are later than `step` and have a manifest, the newest first.
std::vector<std::int64_t> laterThan(std::int64_t step, const HostFolder& folder)
{
    std::vector<std::int64_t> later;
    for (const std::string& file : folder.files()) {
        const std::size_t slash = file.rfind('/');
        const auto found = stepOfCheckpointFolder(std::string_view(file).substr(0, slash));
        if (found && *found > step && file.substr(slash + 1) == kManifestFile)
            later.push_back(*found);
    }
    std::ranges::sort(later, std::greater());
    return later;
}

} // namespace

CheckpointOrder::CheckpointOrder(std::uint32_t request, Deed deed, HostFolder folder,
                                 const std::string& checkpoint)
    : m_request(request), m_deed(deed), m_folder(std::move(folder)), m_checkpoint(checkpoint)
{
    if (m_deed == Deed::Check)
        m_checks.emplace_back(m_folder, m_checkpoint);
    else
        prepareDiscard();
}

/// Whoever trains may need its newest checkpoint any moment, and one that is about to begin, any of them.
void CheckpointOrder::prepareDiscard()
{
    const auto stored = m_folder.readState();
    const bool hasRun = stored && hasEnded(stored->state.phase);
    m_lock = hasRun ? m_folder.lock(kLockPatience) : m_folder.tryLock();
    if (m_lock)
        return;
    if (!stored || !m_folder.openFile(rankJournal(stored->state.attempt, 0)))
        throw refusal(LOCKSTEP_TEXT("The run %1 is about to begin, and any of its checkpoints may be where. "
                                    "Delete it once it trains."),
                      {m_folder.run()});
    for (const std::int64_t step : laterThan(stepOfCheckpointFolder(m_checkpoint).value(), m_folder))
        m_checks.emplace_back(m_folder, checkpointFolder(step));
    if (m_checks.empty())
        throw refusal(
            LOCKSTEP_TEXT("The run %1 trains, and this is its newest checkpoint: without it, an end "
                          "now would cost more."),
            {m_folder.run()});
}

std::optional<Frame> CheckpointOrder::advance()
{
    try {
        if (m_checks.empty())
            return discard();
        if (!m_checks.front().over())
            m_checks.front().advance();
        return m_checks.front().over() ? settle() : progress();
    } catch (const EngineError& error) {
        return end({FrameType::Failed, m_request, toJson(error.error())});
    }
}

/// What follows from a check that is over.
std::optional<Frame> CheckpointOrder::settle()
{
    const CheckpointCheck& check = m_checks.front();
    if (m_deed == Deed::Check)
        return end({FrameType::Checked, m_request,
                    toJson(CheckedMessage{check.damage(), check.path(), check.total()})});
    if (check.damage().empty())
        return discard();
    m_checks.pop_front();
    if (m_checks.empty())
        throw refusal(
            LOCKSTEP_TEXT("The run %1 trains, and the checkpoints after this one are damaged: without "
                          "it, an end now would cost more."),
            {m_folder.run()});
    return std::nullopt;
}

Frame CheckpointOrder::discard()
{
    removeCheckpoint(m_folder.path() + "/" + std::string(kCheckpointsFolder),
                     stepOfCheckpointFolder(m_checkpoint).value());
    return end({FrameType::Done, m_request, "{}"});
}

std::optional<Frame> CheckpointOrder::progress()
{
    const auto now = Clock::now();
    if (now - m_told < kProgressInterval)
        return std::nullopt;
    m_told = now;
    const CheckpointCheck& check = m_checks.front();
    return Frame{FrameType::Progressed, m_request, toJson(ProgressMessage{check.done(), check.total()})};
}

Frame CheckpointOrder::end(Frame frame)
{
    m_over = true;
    m_checks.clear();
    m_lock.reset();
    return frame;
}

} // namespace lockstep
