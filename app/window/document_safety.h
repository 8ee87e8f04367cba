// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/autosave.h"
#include "app/document/file_watch.h"

#include <QObject>
#include <QWidget>

namespace lockstep {

class DocumentActions;

/// Sees to it that no work on a document is lost without a question: its unsaved changes outlive a crash, and
/// what other programs do to its file is told.
class DocumentSafety : public QObject {
    Q_OBJECT
public:
    /// Questions appear over `window`, which also owns this.
    DocumentSafety(ExperimentDocument& document, DocumentActions& actions, const QString& folder,
                   QWidget& window);

    /// Asks about the documents of programs that ended without asking; restores at most one.
    void offerAbandoned();
    /// Keeps what is not saved at once.
    void flush() { m_autosave.flush(); }

signals:
    /// The changes cannot be kept; a sentence.
    void failed(const QString& text);

private:
    /// Whether it was restored.
    bool offer(AbandonedDocument& abandoned);
    void tellOfFile(ExperimentDocument::FileState state);
    void tellOfOtherContent();
    void tellOfMissingFile();

    ExperimentDocument& m_document;
    DocumentActions& m_actions;
    QString m_folder;
    QWidget& m_window;
    Autosave m_autosave;
    FileWatch m_watch;
    bool m_isAsking = false;
};

} // namespace lockstep
