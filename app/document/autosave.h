// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

namespace lockstep {

/// The user's folder for documents whose changes are not saved yet.
QString defaultRecoveryFolder();

/// Keeps the unsaved changes of a document on the disk, a few seconds behind, so that they outlive a crash.
/// Saved or left in peace, the document leaves nothing there. Lives on the GUI thread.
class Autosave : public QObject {
    Q_OBJECT
public:
    Autosave(ExperimentDocument& document, const QString& folder, QObject* parent = nullptr);
    ~Autosave() override;

    /// Writes what there is to write at once.
    void flush();
    QString file() const { return m_file; }

signals:
    /// The changes cannot be kept; said once, until it works again.
    void failed(const QString& reason);

private:
    void follow();
    void remove();

    ExperimentDocument& m_document;
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock; ///< tells others that this process lives
    QTimer m_delay;
    bool m_hasFailed = false;
};

/// A document whose program ended without asking. Nobody else can take it while this value lives.
struct AbandonedDocument {
    QString file;  ///< in the recovery folder
    QString path;  ///< of the document; empty: it never had a file
    QString title; ///< what people called it
    QDateTime time;
    QByteArray fileHash;
    /// The experiment, or why it cannot be read.
    Result<Experiment> experiment = Error{};
    std::unique_ptr<QLockFile> lock;

    /// Removes it from the folder.
    void discard();
};

/// The abandoned documents of a folder, newest first. Those of programs that still run are left alone.
std::vector<AbandonedDocument> abandonedDocuments(const QString& folder);

} // namespace lockstep
