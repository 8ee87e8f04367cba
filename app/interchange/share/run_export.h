// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/archive/run_archive.h"
#include "app/interchange/share/transfer.h"
#include "app/summary/run_loader.h"

namespace lockstep {

/// As what a run is given to others.
enum class ShareFormat {
    Html,      ///< a report for browsers
    Pdf,       ///< the same for print
    Archive,   ///< the run as one file for another desktop
    Csv,       ///< every number, a line each
    JsonLines, ///< the same as JSON
    Events,    ///< a folder for TensorBoard
};

/// ".html"; empty: a folder.
QString suffixOf(ShareFormat format);

/// Writes a run, as far as it has come, for others.
class RunExport : public Transfer {
    Q_OBJECT
public:
    /// `contents`: of an archive. After an error nothing is at `path` that was not there before.
    RunExport(RunFolder folder, ShareFormat format, QString path, ArchiveContents contents = {});
    void start() override;

private:
    void writeLoaded(LoadedRun run);
    void writeReport(LoadedRun run);
    void writeNumbers(LoadedRun run);

    RunFolder m_folder;
    ShareFormat m_format;
    QString m_path;
    ArchiveContents m_contents;
    RunLoader m_loader;
};

} // namespace lockstep
