// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/journal_records.h"

#include <QString>
#include <optional>

namespace lockstep {

/// What the end of a mirrored journal tells, however long the journal is.
struct JournalEnd {
    std::int64_t lastMs = 0;               ///< of the last record, ms since 1970; 0: there is none
    std::optional<RankFinished> lastWords; ///< when its rank has ended
    std::optional<double> accuracy;        ///< of the last validation, 0 ... 1
};

/// Enough for the records that close an epoch, however many steps came before.
inline constexpr qint64 kEpochEndBytes = 256 << 10;

/// Reads so much of it; a journal that is missing or damaged tells nothing. Any thread.
JournalEnd readJournalEnd(const QString& journal, qint64 bytes = kEpochEndBytes);

} // namespace lockstep
