// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/archive/run_archive.h"

#include <QDialog>

class QCheckBox;
class QLabel;

namespace lockstep {

/// Asks what goes along when a run becomes one file, and says how much that is.
class ArchiveDialog : public QDialog {
    Q_OBJECT
public:
    explicit ArchiveDialog(const ArchiveSizes& sizes, QWidget* parent = nullptr);

    ArchiveContents contents() const;

private:
    void showSize();

    ArchiveSizes m_sizes;
    QCheckBox* m_logs;
    QCheckBox* m_checkpoints;
    QLabel* m_size;
};

} // namespace lockstep
