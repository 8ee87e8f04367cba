// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/system_calls.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <map>
#include <vector>

namespace lockstep {

class HostFolder;

/// How long a rank may go on saving when the grace of a stop is over.
struct SavingLimits {
    std::chrono::milliseconds silence{120'000}; ///< without a byte that got to the disk
    std::chrono::milliseconds total{1'800'000};
};

/// Spares ranks that did not end within the grace of a stop because they are still saving the checkpoint that
/// the stop is to leave behind. Their journals say so, and how far they are. Used by one thread.
class SavingPatience {
public:
    /// Borrows the folder.
    SavingPatience(const HostFolder& folder, int attempt, SavingLimits limits);

    /// Whether this rank may live on for now. Asked again and again until it has ended.
    bool spares(int rank, Clock::time_point now);
    /// What a person should know, since the last call.
    std::vector<Sentence> takeWords();

private:
    struct Spared {
        Clock::time_point since, movedAt;
        std::uint64_t sequence = 0; ///< of its last record
        bool isGivenUp = false;
    };
    struct Words; ///< the end of a rank's journal
    Words lastWords(int rank) const;
    void giveUp(int rank, Spared& spared);

    const HostFolder& m_folder;
    const int m_attempt;
    const SavingLimits m_limits;
    std::map<int, Spared> m_spared;
    std::vector<Sentence> m_words;
};

} // namespace lockstep
