// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/share/run_export.h"

#include <QMenu>
#include <optional>

namespace lockstep {

/// What a run can be given to others as; an entry asks where to, and writes it.
class ShareMenu : public QMenu {
    Q_OBJECT
public:
    /// Dialogs appear over the window of `parent`.
    explicit ShareMenu(QWidget* parent);

    /// The run to give; empty: none.
    void setRun(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        ShareFormat format;
        QAction* action;
    };

    void retranslate();
    void ask(ShareFormat format);
    void askWhere(const RunFolder& folder, ShareFormat format, ArchiveContents contents);
    void write(const RunFolder& folder, ShareFormat format, const QString& path, ArchiveContents contents);

    QString m_folder;
    QVector<Entry> m_entries;
};

} // namespace lockstep
