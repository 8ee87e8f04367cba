// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/mirrors/run_folder.h"

#include <QVector>
#include <optional>
#include <vector>

namespace lockstep {

/// One line of the list of runs: what is true of the run now, as far as this computer can know without asking
/// others.
struct RunEntry {
    RunInfo info; ///< as on the disk; of a run that ended here unwatched, how it did
    QString folder;
    int hosts = 0;
    int ranks = 0;
    std::optional<double> accuracy; ///< of the last evaluation, 0 ... 1
    /// When the run was last heard of, where nobody watches it and it may have ended since; else nothing.
    std::optional<QDateTime> unknownSince;

    /// It has trained, in the present attempt or in one before.
    bool hasTrained = false;
    /// As people are told. While unknownSince is set, what it was then.
    RunPhase phase() const { return shownPhase(info.phase, info.exitCode); }
    /// It goes on now, for all that is known.
    bool isLive() const { return !unknownSince && !hasEnded(phase()); }
};

/// Reads single lines of the list. Of runs on this computer that nobody watches, the engine is asked: once,
/// when the first of them needs it, so a reader serves one look at the runs. Takes a moment: for a worker
/// thread.
class RunEntryReader {
public:
    explicit RunEntryReader(QString engine);

    /// A folder that holds no run that can be read tells so by its reason.
    RunEntry read(const QString& folder);

private:
    void findOut(RunEntry& entry, const RunFolder& folder);
    /// Nothing when the engine could not be asked.
    const std::optional<std::vector<RunState>>& localStates();

    QString m_engine;
    bool m_asked = false;
    std::optional<std::vector<RunState>> m_states;
};

/// Reads what a list shows of each run below `runs`, newest first; of journals only their ends. Of runs on
/// this computer that nobody watches, `engine` is asked, which takes a moment: for a worker thread.
QVector<RunEntry> readRunEntries(const QString& runs, const QString& engine);

/// "Training", "Unknown since 14:05": the state of the run in the language of the program.
QString stateText(const RunEntry& entry);

} // namespace lockstep
