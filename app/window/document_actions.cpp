// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document_actions.h"

#include "app/document/kept_copies.h"
#include "app/document/recent_files.h"
#include "app/settings/program_paths.h"
#include "app/start/start_gallery.h"
#include "app/start/templates.h"
#include "app/text/error_text.h"
#include "app/text/moment_text.h"
#include "app/text/plain_text.h"
#include "app/window/commands_dialog.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
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
    add(tr("&Begin with…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N), [this] { showGallery(); });
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
        return offerKeptCopy(path, opened.error());
    }
    addRecentFile(path);
    return true;
}

bool DocumentActions::offerKeptCopy(const QString& path, const Error& error)
{
    const QString title = tr("Cannot open %1").arg(QFileInfo(path).fileName());
    const QString copy = keptCopy(defaultCopiesFolder(), path);
    const Result<Experiment> experiment = readExperimentFile(copy);
    if (!experiment) {
        showError(title, error);
        return false;
    }
    QMessageBox box(QMessageBox::Warning, title, title, QMessageBox::Cancel, &m_window);
    box.setTextFormat(Qt::PlainText);
    const QString when = momentText(QFileInfo(copy).lastModified());
    box.setInformativeText(errorMessage(error) + QStringLiteral("\n\n") +
                           tr("Lockstep has kept a copy of what it saved there at %1. Open that instead? The "
                              "file stays as it is until you save.")
                               .arg(when));
    const QPushButton* open = box.addButton(tr("Open the copy"), QMessageBox::AcceptRole);
    box.exec();
    if (box.clickedButton() != open)
        return false;
    m_document.restore(*experiment, QFileInfo(path).absoluteFilePath(), {});
    m_document.acceptFile(); // the damaged file was just told about
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
    if (m_document.fileState() == ExperimentDocument::FileState::Changed) {
        QMessageBox box(QMessageBox::Question, tr("The file was changed"),
                        tr("Another program changed “%1” since you opened it.").arg(m_document.title()),
                        QMessageBox::Cancel, &m_window);
        box.setTextFormat(Qt::PlainText);
        box.setInformativeText(tr("Saving replaces what the other program wrote."));
        const QPushButton* replace = box.addButton(tr("Replace it"), QMessageBox::DestructiveRole);
        const QPushButton* elsewhere = box.addButton(tr("Save as…"), QMessageBox::ActionRole);
        box.exec();
        if (box.clickedButton() == elsewhere)
            return saveAs();
        if (box.clickedButton() != replace)
            return false;
    }
    return saveTo(m_document.path());
}

bool DocumentActions::saveTo(const QString& path)
{
    if (const Result<void> saved = m_document.save(path); !saved) {
        showError(tr("Not saved"), saved.error());
        return false;
    }
    addRecentFile(path);
    if (const Result<QByteArray> bytes = readExperimentBytes(path))
        keepCopy(defaultCopiesFolder(), path, *bytes);
    return true;
}

void DocumentActions::showCommands()
{
    CommandsDialog(m_document.experiment(), m_document.path(), &m_window).exec();
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
    return saveTo(path);
}

void DocumentActions::fillRecentMenu()
{
    m_recentMenu->clear();
    const QStringList files = recentFiles();
    for (const QString& path : files) {
        QAction* action = m_recentMenu->addAction(withoutMnemonic(QFileInfo(path).fileName()));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { leaveForFile(path); });
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
    for (const Template& entry : availableTemplates(programPaths().templates)) {
        QAction* action = m_templateMenu->addAction(withoutMnemonic(entry.name));
        action->setToolTip(wrappedText(entry.note));
        connect(action, &QAction::triggered, this, [this, path = entry.path] { leaveForTemplate(path); });
    }
}

void DocumentActions::leaveForFile(const QString& path)
{
    if (mayLeave())
        openFile(path);
}

void DocumentActions::leaveForTemplate(const QString& path)
{
    if (mayLeave())
        openTemplate(path);
}

void DocumentActions::leaveForExperiment(const Experiment& experiment)
{
    if (mayLeave())
        m_document.reset(experiment);
}

void DocumentActions::showGallery()
{
    StartGallery gallery(programPaths().templates, recentFiles(), &m_window);
    gallery.exec();
    switch (gallery.choice()) {
    case StartGallery::Choice::None:
        break;
    case StartGallery::Choice::Empty:
        makeNew();
        break;
    case StartGallery::Choice::Template:
        leaveForTemplate(gallery.path());
        break;
    case StartGallery::Choice::File:
        leaveForFile(gallery.path());
        break;
    case StartGallery::Choice::Browse:
        chooseAndOpen();
        break;
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
