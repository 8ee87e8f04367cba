// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/transfer_progress.h"
#include "app/metrics/foreign_curves.h"
#include "engine/protocol/result.h"

#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tensorboard {

/// Whether a file's name is one that TensorBoard would read.
bool isEventFile(const QString& path);

/// The scalars of an event file, or of all event files below a folder, in any depth, as they grow: as in
/// TensorBoard a folder with event files is a run, and stands where a rank does. A tag is a metric by its
/// name. Where a step comes again, the later number counts: a program that started again goes on from there.
/// A negative step, and what is no single number, is passed over. Damage ends its file; what came before it
/// counts, and a note says so. For a worker; not thread-safe.
class EventFolder {
public:
    explicit EventFolder(QString path);

    /// Reads what was written since it was asked last, to new files too. Whether there was something.
    bool update(TransferProgress& progress);
    /// All numbers so far. Runs keep their places when others come.
    ForeignCurves curves() const;
    /// Why there are no numbers at all; nothing when there are.
    std::optional<Error> nothingFound() const;

private:
    /// By step: a later number takes the place of the one before.
    using Points = std::map<std::int64_t, double>;
    /// What the files of one folder hold.
    struct Run {
        QString name;
        std::map<std::string, Points, std::less<>> tags;
        std::map<std::int64_t, std::int64_t> wallMs; ///< by step, of its last number
    };
    struct File {
        std::size_t run = 0;         ///< into m_runs
        qint64 position = 0;         ///< up to which it was read
        qint64 size = 0;             ///< that it had then
        bool isOver = false;         ///< it is damaged: nothing behind that can be found
        std::optional<Error> note{}; ///< what could not be read of it
    };

    void findFiles(const TransferProgress& progress);
    std::size_t runOf(const QString& folder);
    void read(const QString& path, File& file, TransferProgress& progress);

    QString m_path;
    std::vector<Run> m_runs;
    std::map<QString, File> m_files; ///< by path: names begin with the time that a file was made at
};

} // namespace lockstep::tensorboard
