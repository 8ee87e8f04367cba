// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document_actions.h"

#include "app/document/recent_files.h"
#include "app/error_text.h"
#include "app/program_paths.h"
#include "app/theme/plain_text.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QStandardPaths>

namespace lockstep {

namespace {

const auto kSuffix = QLatin1String(".lockstep.json");

QString fileFilter()
{
    return DocumentActions::tr("Lockstep experiments (*.lockstep.json);;All files (*)");
}

/// A menu would take an ampersand of a name for a shortcut.
QString withoutMnemonic(const QString& name)
{
    return QString(name).replace(u'&', QStringLiteral("&&"));
}

} // namespace

DocumentActions::DocumentActions(ExperimentDocument& document, QWidget& window)
    : QObject(&window), m_document(document), m_window(window)
{
}

void DocumentActions::addTo(QMenu& menu)
{
    const auto add = [&](const QString& text, const QKeySequence& shortcut, auto slot) {
        QAction* action = menu.addAction(text);
        action->setShortcut(shortcut);
        connect(action, &QAction::triggered, this, slot);
    };
    add(tr("&New"), QKeySequence::New, [this] { makeNew(); });
    m_templateMenu = menu.addMenu(tr("New from &template"));
    connect(m_templateMenu, &QMenu::aboutToShow, this, &DocumentActions::fillTemplateMenu);
    add(tr("&Open…"), QKeySequence::Open, [this] { chooseAndOpen(); });
    m_recentMenu = menu.addMenu(tr("Open &recent"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &DocumentActions::fillRecentMenu);
    menu.addSeparator();
    add(tr("&Save"), QKeySequence::Save, [this] { save(); });
    add(tr("Save &as…"), QKeySequence::SaveAs, [this] { saveAs(); });
}

bool DocumentActions::mayLeave()
{
    if (!m_document.isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("“%1” has changes that are not saved.").arg(m_document.title()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(tr("They are lost if you do not save them."));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

void DocumentActions::makeNew()
{
    if (mayLeave())
        m_document.reset({});
}

void DocumentActions::chooseAndOpen()
{
    if (!mayLeave())
        return;
    const QString start = m_document.path().isEmpty()
                              ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                              : QFileInfo(m_document.path()).path();
    const QString path =
        QFileDialog::getOpenFileName(&m_window, tr("Open an experiment"), start, fileFilter());
    if (!path.isEmpty())
        openFile(path);
}

bool DocumentActions::openFile(const QString& path)
{
    if (const Result<void> opened = m_document.open(path); !opened) {
        removeRecentFile(path);
        showError(tr("Cannot open %1").arg(QFileInfo(path).fileName()), opened.error());
        return false;
    }
    addRecentFile(path);
    return true;
}

bool DocumentActions::openTemplate(const QString& path)
{
    const Result<void> opened = m_document.openTemplate(path);
    if (!opened)
        showError(tr("Cannot open the template %1").arg(QFileInfo(path).fileName()), opened.error());
    return opened.ok();
}

bool DocumentActions::save()
{
    if (m_document.path().isEmpty())
        return saveAs();
    const Result<void> saved = m_document.save(m_document.path());
    if (!saved)
        showError(tr("Not saved"), saved.error());
    return saved.ok();
}

bool DocumentActions::saveAs()
{
    QString start = m_document.path();
    if (start.isEmpty()) {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        start = QDir(folder).filePath(m_document.title() + kSuffix);
    }
    QString path = QFileDialog::getSaveFileName(&m_window, tr("Save the experiment"), start, fileFilter());
    if (path.isEmpty())
        return false;
    if (!path.endsWith(QLatin1String(".json")))
        path += kSuffix;
    if (const Result<void> saved = m_document.save(path); !saved) {
        showError(tr("Not saved"), saved.error());
        return false;
    }
    addRecentFile(path);
    return true;
}

void DocumentActions::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = recentFiles();
    for (const QString& path : files) {
        QAction* action = m_recentMenu->addAction(withoutMnemonic(QFileInfo(path).fileName()));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] {
            if (mayLeave())
                openFile(path);
        });
    }
    if (files.isEmpty()) {
        m_recentMenu->addAction(tr("No file yet"))->setEnabled(false);
        return;
    }
    m_recentMenu->addSeparator();
    connect(m_recentMenu->addAction(tr("Clear the list")), &QAction::triggered, this, &clearRecentFiles);
}

void DocumentActions::fillTemplateMenu()
{
    m_templateMenu->clear();
    const QDir folder(programPaths().templates);
    for (const QFileInfo& file :
         folder.entryInfoList({QLatin1Char('*') + kSuffix}, QDir::Files, QDir::Name)) {
        const Result<Experiment> experiment = readExperimentFile(file.filePath());
        if (!experiment)
            continue; // a broken one would only be a broken entry
        const QString path = file.filePath();
        connect(m_templateMenu->addAction(withoutMnemonic(templateText(experiment->name))),
                &QAction::triggered, this, [this, path] {
                    if (mayLeave())
                        openTemplate(path);
                });
    }
}

void DocumentActions::showError(const QString& title, const Error& error)
{
    QMessageBox box(QMessageBox::Warning, title, title, QMessageBox::Ok, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(wrappedText(errorMessage(error)));
    box.exec();
}

} // namespace lockstep
