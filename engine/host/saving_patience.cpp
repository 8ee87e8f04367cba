// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/saving_patience.h"

#include "engine/host/run_store.h"
#include "engine/protocol/journal.h"

#include <optional>
#include <string>
#include <utility>

namespace lockstep {
namespace {

/// Between the end of a save and that of its process.
constexpr std::chrono::milliseconds kLeaving{10'000};

std::string mebibytes(std::int64_t bytes)
{
    return std::to_string((bytes + (1 << 19)) >> 20);
}

std::string minutes(std::chrono::milliseconds time)
{
    return std::to_string((time.count() + 59'999) / 60'000);
}

} // namespace

struct SavingPatience::Words {
    std::optional<SavingCheckpoint> saving; ///< under way
    std::uint64_t sequence = 0;
};

SavingPatience::SavingPatience(const HostFolder& folder, int attempt, SavingLimits limits)
    : m_folder(folder), m_attempt(attempt), m_limits(limits)
{
}

bool SavingPatience::spares(int rank, Clock::time_point now)
{
    const Words words = lastWords(rank);
    if (!words.saving && !m_spared.contains(rank))
        return false;
    const auto [entry, isNew] = m_spared.try_emplace(rank, Spared{now, now, words.sequence});
    Spared& spared = entry->second;
    if (isNew)
        m_words.push_back({LOCKSTEP_TEXT("Rank %1 is still saving its checkpoint: %2 of %3 MiB are on the "
                                         "disk. The stop waits for it, %4 minutes at most."),
                           {std::to_string(rank), mebibytes(words.saving->doneBytes),
                            mebibytes(words.saving->totalBytes), minutes(m_limits.total)}});
    if (words.sequence != std::exchange(spared.sequence, words.sequence))
        spared.movedAt = now;
    const auto silence = words.saving ? m_limits.silence : kLeaving;
    if (now - spared.movedAt > silence || now - spared.since > m_limits.total)
        giveUp(rank, spared);
    return !spared.isGivenUp;
}

void SavingPatience::giveUp(int rank, Spared& spared)
{
    if (!std::exchange(spared.isGivenUp, true))
        m_words.push_back({LOCKSTEP_TEXT("The disk did not take the checkpoint of rank %1 in time, so it is "
                                         "not waited for any more. The checkpoint before it is untouched."),
                           {std::to_string(rank)}});
}

std::vector<Sentence> SavingPatience::takeWords()
{
    return std::exchange(m_words, {});
}

SavingPatience::Words SavingPatience::lastWords(int rank) const
{
    Words words;
    for (Record& record : journalTail(m_folder, m_attempt, rank)) {
        words.sequence = record.sequence;
        if (auto* saving = std::get_if<SavingCheckpoint>(&record.event))
            words.saving = *saving;
        else if (std::holds_alternative<CheckpointSaved>(record.event) ||
                 std::holds_alternative<RankFinished>(record.event))
            words.saving.reset();
    }
    return words;
}

} // namespace lockstep
