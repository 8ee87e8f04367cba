// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <atomic>

namespace lockstep {

/// How far a reading or writing has come; the thread that does it counts, others look. Setting `cancelled`
/// ends it soon, with an error that says so.
struct TransferProgress {
    std::atomic<qint64> doneBytes = 0;
    std::atomic<qint64> totalBytes = 0;
    std::atomic<bool> cancelled = false;
};

} // namespace lockstep
