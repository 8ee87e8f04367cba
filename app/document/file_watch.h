// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace lockstep {

/// Notices when another program changes or removes the file of a document. Lives on the GUI thread.
class FileWatch : public QObject {
    Q_OBJECT
public:
    explicit FileWatch(ExperimentDocument& document, QObject* parent = nullptr);

signals:
    /// The file is another now, or gone; said once for each such change, shortly after it has settled.
    void changedByOthers(ExperimentDocument::FileState state);

private:
    void follow();
    void poll();

    ExperimentDocument& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    QByteArray m_said; ///< the content, or nothing for an absent file, that was announced last
    bool m_hasSaid = false;
};

} // namespace lockstep
