// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document_safety.h"

#include "app/text/error_text.h"
#include "app/text/moment_text.h"
#include "app/text/plain_text.h"
#include "app/window/document_actions.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>

namespace lockstep {

DocumentSafety::DocumentSafety(ExperimentDocument& document, DocumentActions& actions, const QString& folder,
                               QWidget& window)
    : QObject(&window), m_document(document), m_actions(actions), m_folder(folder), m_window(window),
      m_autosave(document, folder), m_watch(document)
{
    connect(&m_autosave, &Autosave::failed, this, [this](const QString& reason) {
        emit failed(tr("Unsaved changes would not survive a crash: %1").arg(reason));
    });
    connect(&m_watch, &FileWatch::changedByOthers, this, &DocumentSafety::tellOfFile);
}

void DocumentSafety::offerAbandoned()
{
    for (AbandonedDocument& abandoned : abandonedDocuments(m_folder)) {
        if (offer(abandoned))
            return; // the others wait for the next start
    }
}

bool DocumentSafety::offer(AbandonedDocument& abandoned)
{
    QMessageBox box(QMessageBox::Question, tr("Unsaved changes were rescued"),
                    tr("Lockstep ended unexpectedly while “%1” had unsaved changes.").arg(abandoned.title),
                    QMessageBox::NoButton, &m_window);
    box.setTextFormat(Qt::PlainText);
    const QString when = momentText(abandoned.time);
    const bool isWhole = abandoned.experiment.ok();
    box.setInformativeText(isWhole ? tr("They were kept at %1. Restore them?").arg(when)
                                   : errorSentence(abandoned.experiment.error()));
    const QPushButton* restore = isWhole ? box.addButton(tr("Restore"), QMessageBox::AcceptRole) : nullptr;
    const QPushButton* discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box.setEscapeButton(box.addButton(tr("Later"), QMessageBox::RejectRole));
    box.exec();
    if (restore && box.clickedButton() == restore) {
        if (!m_actions.mayLeave())
            return false;
        m_document.restore(*abandoned.experiment, abandoned.path, abandoned.fileHash);
        m_autosave.flush(); // under this program's name, before the other copy goes
        abandoned.discard();
        return true;
    }
    if (box.clickedButton() == discard)
        abandoned.discard();
    return false;
}

void DocumentSafety::tellOfFile(ExperimentDocument::FileState state)
{
    if (m_isAsking)
        return;
    const QScopedValueRollback asking(m_isAsking, true);
    if (state == ExperimentDocument::FileState::Gone)
        tellOfMissingFile();
    else
        tellOfOtherContent();
}

void DocumentSafety::tellOfOtherContent()
{
    QMessageBox box(QMessageBox::Question, tr("The file was changed"),
                    tr("Another program changed “%1”.").arg(m_document.title()), QMessageBox::NoButton,
                    &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(
        m_document.isModified()
            ? tr("Loading it drops your own unsaved changes. Keeping yours replaces the file when you save.")
            : tr("Load it as it is now, or keep what you see here? What you keep replaces the file when you "
                 "save."));
    const QPushButton* load = box.addButton(tr("Load the file"), QMessageBox::AcceptRole);
    QPushButton* keep = box.addButton(tr("Keep mine"), QMessageBox::RejectRole);
    box.setEscapeButton(keep);
    box.setDefaultButton(keep);
    box.exec();
    const bool isLoaded = box.clickedButton() == load && m_actions.openFile(m_document.path());
    if (!isLoaded)
        m_document.acceptFile();
}

void DocumentSafety::tellOfMissingFile()
{
    m_document.acceptFile(); // unsaved from now on, whatever is answered
    QMessageBox box(QMessageBox::Warning, tr("The file is gone"),
                    tr("“%1” was moved or deleted by another program.").arg(m_document.title()),
                    QMessageBox::NoButton, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Your experiment is still here. Write it to its place again?"));
    const QPushButton* save = box.addButton(tr("Save it again"), QMessageBox::AcceptRole);
    box.setEscapeButton(box.addButton(tr("Not now"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() == save)
        m_actions.save();
}

} // namespace lockstep
