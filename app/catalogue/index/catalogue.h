// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QObject>
#include <QStringList>
#include <QThread>
#include <QVector>
#include <atomic>

namespace lockstep {

class CatalogueWorker;

/// All runs of a runs folder: at once what the index on the disk knows of them, then what their folders say
/// that have changed since. Everything is read and written by a thread of its own; the signals come on the
/// thread of this object. Runs that have not ended are asked after at every scan.
class Catalogue : public QObject {
    Q_OBJECT
public:
    /// `engine`: of this computer, asked for runs that nobody watches. `cache`: where the index is kept;
    /// empty: the cache folder of the program.
    explicit Catalogue(QString engine, QString cache = {}, QObject* parent = nullptr);
    /// Labels are written, what is being read is left; an answer of the engine that is on its way is waited
    /// for.
    ~Catalogue() override;

    /// Begins with the runs of another folder. -> opened, then as scan().
    void open(const QString& runsFolder);
    /// Looks at the folders again. -> changed ..., scanned.
    void scan();
    /// -> changed, or failed.
    void setLabels(const QString& runFolder, const RunLabels& labels);
    /// Deletes the folders of these runs for good. One that goes on, or that a program watches, stays. ->
    /// changed, or failed for each that stays.
    void remove(const QStringList& runFolders);

signals:
    /// The index has been read: everything that was shown before is of no more use.
    void opened(const QVector<lockstep::CatalogueRun>& runs);
    /// `runs`: new or otherwise than before; `gone`: folders that are runs no longer.
    void changed(const QVector<lockstep::CatalogueRun>& runs, const QStringList& gone);
    /// Folders that are read, while that takes long; at most every 100 ms.
    void progress(int done, int total);
    void scanned();
    /// The index was damaged and is made anew, of which nothing is lost.
    void rebuilt();
    void failed(const lockstep::Error& error);

private:
    QThread m_thread;
    std::atomic<bool> m_cancelled = false;
    CatalogueWorker* m_worker; ///< lives on m_thread
};

} // namespace lockstep
