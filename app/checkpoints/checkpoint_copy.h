// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"

#include <QString>
#include <atomic>

/// Copies of checkpoints on this computer. For a worker thread, but for fingerprintOf().
namespace lockstep {

/// How far the work on a copy has come, and the wish to end it. For any thread.
struct CopyProgress {
    std::atomic<qint64> done = 0;  ///< bytes
    std::atomic<qint64> total = 0; ///< bytes; 0: not known yet
    std::atomic<bool> isEnded = false;
};

/// Whether the folder holds a whole one: its manifest is there.
bool isCopy(const QString& folder);

/// Another one as soon as a file of the copy changes in name, size or time; empty where there is none.
QString fingerprintOf(const QString& folder);

/// Compares every file of a copy with its manifest: size and SHA-256. The answer is what is wrong with it;
/// empty: nothing. An error where it cannot be read; one without text where the work was to end.
Result<Sentence> checkCopy(const QString& folder, CopyProgress& progress);

/// Removes a copy, its manifest first, so that what is left after a crash does not pass for a checkpoint.
Result<void> removeCopy(const QString& folder);

} // namespace lockstep
