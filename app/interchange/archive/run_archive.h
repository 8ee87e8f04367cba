// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/transfer_progress.h"
#include "engine/protocol/result.h"

#include <QString>

/// A run as one file, for another desktop: a ZIP archive whose first entry, lockstep-run.json, lists the
/// others in their order with sizes and SHA-256. FORMAT.md is the specification.
namespace lockstep {

/// What goes into the archive besides the experiment, the journals, labels and notes.
struct ArchiveContents {
    bool logs = true;         ///< of ranks and hosts
    bool checkpoints = false; ///< that are on this computer
};

/// Bytes of the files of a run. The archive is smaller: numbers and logs shrink to a part of that.
struct ArchiveSizes {
    qint64 always = 0;
    qint64 logs = 0;
    qint64 checkpoints = 0;

    qint64 of(ArchiveContents contents) const
    {
        return always + (contents.logs ? logs : 0) + (contents.checkpoints ? checkpoints : 0);
    }
};
ArchiveSizes archiveSizes(const QString& runFolder);

/// Writes the run of this folder, its journals and logs as far as they go now. The file appears when it is
/// whole. Takes its time: for a worker.
Result<void> packRun(const QString& runFolder, const QString& file, ArchiveContents contents,
                     TransferProgress& progress);

/// Puts the run of such a file below `runs` and returns its folder. It counts as ended: nobody connects to
/// its hosts because it is opened. Where its id is taken it gets another. The file may be anybody's: names,
/// sizes and checksums are held to the list, sizes to the room on the disk, and after an error nothing is
/// left. Takes its time: for a worker.
Result<QString> unpackRun(const QString& file, const QString& runs, TransferProgress& progress);

} // namespace lockstep
