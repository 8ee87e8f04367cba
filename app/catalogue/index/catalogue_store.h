// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QByteArray>
#include <QString>
#include <QVariant>
#include <QVector>
#include <optional>
#include <vector>

namespace lockstep {

/// What the catalogue knew of a run when its folder looked like `stamp`.
struct StoredRun {
    QByteArray stamp;
    CatalogueRun run;
};

/// The catalogue of one runs folder on the disk: an SQLite file that holds nothing which the run folders do
/// not, so one that is damaged, or of another version, is begun anew. Where the disk takes none, it is kept
/// in memory. Several programs may have it open. Belongs to the thread that made it.
class CatalogueStore {
public:
    /// What `runsFolder` holds, in a file of the folder `cache`, which is made where it is missing.
    CatalogueStore(const QString& cache, const QString& runsFolder);
    ~CatalogueStore();
    CatalogueStore(const CatalogueStore&) = delete;
    CatalogueStore& operator=(const CatalogueStore&) = delete;

    /// Everything that is there, in no order.
    std::vector<StoredRun> load();
    /// All of them or none; also in the place of what was there of the same folders.
    void put(const std::vector<StoredRun>& runs);
    /// Forgets the runs of these folders.
    void remove(const QStringList& folders);

    /// Something that was there could not be used and was begun anew.
    bool wasDamaged() const { return m_wasDamaged; }

private:
    bool open(const QString& file);
    void close();
    void startAnew();
    bool hasSchema();
    enum class Outcome {
        Done,
        Busy, ///< another program has not let go of it for seconds: what was to be written is read again
              ///< another time
        Failed,
    };
    /// The statement once for each row; all of them or none.
    Outcome carryOut(const QString& statement, const QVector<QVariantList>& rows);
    /// The same; where the file cannot be used, it is begun anew.
    void change(const QString& statement, const QVector<QVariantList>& rows);
    std::optional<std::vector<StoredRun>> read();

    QString m_connection; ///< name within Qt
    QString m_runsFolder;
    QString m_file;
    bool m_wasDamaged = false;
};

} // namespace lockstep
