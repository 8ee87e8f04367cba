// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/arrivals.h"

#include "app/interchange/share/transfer_dialog.h"
#include "app/interchange/tensorboard/event_folder.h"
#include "app/runs/foreign_page.h"
#include "app/settings/own_window.h"
#include "app/text/inert_text.h"
#include "app/window/file_drop.h"

#include <QFileDialog>
#include <QFileInfo>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{1100, 760};

ForeignPage& newPage(QWidget& window)
{
    auto* page = new ForeignPage(&window);
    page->setWindowFlag(Qt::Window);
    standAlone(*page, kFirstSize);
    return *page;
}

} // namespace

ArrivalKind arrivalKind(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return QFileInfo::exists(path + QStringLiteral("/run.json")) ? ArrivalKind::Run : ArrivalKind::Events;
    if (path.endsWith(QLatin1String(".lockstep-run"), Qt::CaseInsensitive))
        return ArrivalKind::Archive;
    if (tensorboard::isEventFile(path))
        return ArrivalKind::Events;
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) ? ArrivalKind::Experiment
                                                                      : ArrivalKind::Log;
}

Arrivals::Arrivals(QWidget& window, std::function<QString()> runsFolder)
    : QObject(&window), m_window(window), m_runsFolder(std::move(runsFolder))
{
    connect(new FileDrop(window), &FileDrop::fileDropped, this, &Arrivals::open);
}

void Arrivals::open(const QString& path)
{
    switch (arrivalKind(path)) {
    case ArrivalKind::Experiment:
        emit experimentArrived(path);
        break;
    case ArrivalKind::Run:
        emit runArrived(path);
        break;
    case ArrivalKind::Archive:
        importRun(path);
        break;
    case ArrivalKind::Events:
        openEvents(path);
        break;
    case ArrivalKind::Log:
        openLogs({path});
        break;
    }
}

void Arrivals::openLogs(const QStringList& files)
{
    if (files.isEmpty())
        return;
    ForeignPage& page = newPage(m_window);
    page.openLogs(files);
    page.QWidget::show();
}

void Arrivals::openEvents(const QString& path)
{
    if (path.isEmpty())
        return;
    ForeignPage& page = newPage(m_window);
    page.openEvents(path);
    page.QWidget::show();
}

void Arrivals::importRun(const QString& file)
{
    if (file.isEmpty())
        return;
    auto* dialog = new TransferDialog(std::make_unique<RunImport>(file, m_runsFolder()), tr("Import a run"),
                                      tr("Reading %1…").arg(inertString(QFileInfo(file).fileName())),
                                      TransferDialog::Offer::Nothing, &m_window);
    connect(dialog, &TransferDialog::succeeded, this, &Arrivals::runArrived);
    dialog->begin();
}

void Arrivals::chooseLogs()
{
    const QString filter = tr("Logs (*.log *.txt worklog.* *.json *.out);;All files (*)");
    openLogs(QFileDialog::getOpenFileNames(&m_window, tr("Open a log"), QString(), filter));
}

void Arrivals::chooseEvents()
{
    openEvents(
        QFileDialog::getExistingDirectory(&m_window, tr("Open a folder of TensorBoard's event files")));
}

void Arrivals::chooseRun()
{
    importRun(QFileDialog::getOpenFileName(&m_window, tr("Import a run"), QString(),
                                           tr("Runs of Lockstep (*.lockstep-run)")));
}

} // namespace lockstep
