// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/catalogue.h"

#include "app/catalogue/index/catalogue_worker.h"

#include <QStandardPaths>

namespace lockstep {

namespace {

QString cacheFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/lockstep/catalogue");
}

} // namespace

Catalogue::Catalogue(QString engine, QString cache, QObject* parent)
    : QObject(parent),
      m_worker(new CatalogueWorker(std::move(engine), cache.isEmpty() ? cacheFolder() : std::move(cache),
                                   m_cancelled))
{
    qRegisterMetaType<QVector<CatalogueRun>>();
    qRegisterMetaType<Error>();
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    // What was on its way when another folder was opened comes before opened(), which puts it aside.
    connect(m_worker, &CatalogueWorker::opened, this, &Catalogue::opened);
    connect(m_worker, &CatalogueWorker::changed, this, &Catalogue::changed);
    connect(m_worker, &CatalogueWorker::progress, this, &Catalogue::progress);
    connect(m_worker, &CatalogueWorker::scanned, this, &Catalogue::scanned);
    connect(m_worker, &CatalogueWorker::rebuilt, this, &Catalogue::rebuilt);
    connect(m_worker, &CatalogueWorker::failed, this, &Catalogue::failed);
    m_thread.setObjectName(QStringLiteral("catalogue"));
    m_thread.start(QThread::LowPriority);
}

Catalogue::~Catalogue()
{
    m_cancelled = true;
    // Behind everything that was asked for: labels are still written, the rest returns at once.
    QMetaObject::invokeMethod(m_worker, [thread = &m_thread] { thread->quit(); });
    m_thread.wait();
}

void Catalogue::open(const QString& runsFolder)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, runsFolder] { worker->open(runsFolder); });
}

void Catalogue::scan()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->scan(); });
}

void Catalogue::setLabels(const QString& runFolder, const RunLabels& labels)
{
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker, runFolder, labels] { worker->setLabels(runFolder, labels); });
}

void Catalogue::remove(const QStringList& runFolders)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, runFolders] { worker->remove(runFolders); });
}

} // namespace lockstep
