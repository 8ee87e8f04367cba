// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_store.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <atomic>
#include <memory>

namespace lockstep {

/// The part of the catalogue that lives on its thread: it alone touches the index and the run folders. Its
/// signals are those of Catalogue.
class CatalogueWorker : public QObject {
    Q_OBJECT
public:
    /// `cancelled` outlives this; once it is set, nothing but labels is written.
    CatalogueWorker(QString engine, QString cache, const std::atomic<bool>& cancelled);

    void open(const QString& runsFolder);
    void scan();
    void setLabels(const QString& runFolder, const RunLabels& labels);
    void remove(const QStringList& runFolders);

signals:
    void opened(const QVector<lockstep::CatalogueRun>& runs);
    void changed(const QVector<lockstep::CatalogueRun>& runs, const QStringList& gone);
    void progress(int done, int total);
    void scanned();
    void rebuilt();
    void failed(const lockstep::Error& error);

private:
    /// What is remembered of a folder between two scans.
    struct Known {
        QByteArray stamp;
        bool isSettled = false; ///< it has ended, so that only its files can change what is true of it
    };

    QStringList changedFolders(const QStringList& present) const;
    void forgetAllBut(const QStringList& present);
    void read(const QStringList& folders);
    void take(std::vector<StoredRun>& batch);
    bool mayRemove(const QString& runFolder, RunEntryReader& reader) const;

    QString m_engine;
    QString m_cache;
    const std::atomic<bool>& m_cancelled;
    QString m_runsFolder;
    std::unique_ptr<CatalogueStore> m_store;
    QHash<QString, Known> m_known; ///< by folder
};

} // namespace lockstep
