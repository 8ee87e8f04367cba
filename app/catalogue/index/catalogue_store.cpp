// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/catalogue_store.h"

#include "app/catalogue/index/stored_fields.h"
#include "engine/protocol/attach_messages.h"
#include "remote/private_files.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

namespace lockstep {

namespace {

/// Counted up whenever the tables, or what is in them, are others.
constexpr int kSchemaVersion = 2;
/// Another program writes a batch in much less.
constexpr int kBusyMs = 5000;

const QString kTable = QStringLiteral(
    "CREATE TABLE run (folder TEXT PRIMARY KEY, stamp BLOB NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,"
    " created_ms INTEGER NOT NULL, phase INTEGER NOT NULL, exit_code INTEGER NOT NULL, reason TEXT NOT NULL,"
    " attempt INTEGER NOT NULL, hosts INTEGER NOT NULL, ranks INTEGER NOT NULL, accuracy REAL,"
    " unknown_since_ms INTEGER, tags TEXT NOT NULL, notes TEXT NOT NULL, sweep TEXT NOT NULL,"
    " bytes INTEGER NOT NULL, fields BLOB NOT NULL) WITHOUT ROWID");
const QString kPut = QStringLiteral(
    "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
const QString kRemove = QStringLiteral("DELETE FROM run WHERE folder = ?");
const QString kSelect = QStringLiteral(
    "SELECT folder, stamp, id, name, created_ms, phase, exit_code, reason, attempt, hosts, ranks, accuracy,"
    " unknown_since_ms, tags, notes, sweep, bytes, fields FROM run");

/// Another program writes; the file is sound.
bool isBusyError(const QSqlError& error)
{
    return error.nativeErrorCode() == QLatin1String("5") || error.nativeErrorCode() == QLatin1String("6");
}

QString nameOf(const QString& runsFolder)
{
    const QByteArray hash =
        QCryptographicHash::hash(QDir(runsFolder).absolutePath().toUtf8(), QCryptographicHash::Sha256);
    return QStringLiteral("runs-%1.sqlite").arg(QString::fromLatin1(hash.toHex().left(16)));
}

/// A text that is not there at all would be bound as NULL.
QString present(const QString& text)
{
    return text.isNull() ? QStringLiteral("") : text;
}

QVariantList rowOf(const StoredRun& stored)
{
    const CatalogueRun& run = stored.run;
    const RunEntry& entry = run.entry;
    return {QFileInfo(entry.folder).fileName(),
            stored.stamp,
            present(entry.info.id),
            present(entry.info.name),
            entry.info.created.toMSecsSinceEpoch(),
            static_cast<int>(entry.info.phase),
            entry.info.exitCode,
            entry.info.reason.empty() ? QStringLiteral("")
                                      : QString::fromStdString(toJson(entry.info.reason)),
            entry.info.attempt,
            entry.hosts,
            entry.ranks,
            entry.accuracy ? QVariant(*entry.accuracy) : QVariant(),
            entry.unknownSince ? QVariant(entry.unknownSince->toMSecsSinceEpoch()) : QVariant(),
            present(run.labels.tags.join(u',')),
            present(run.labels.notes),
            present(run.labels.sweep),
            run.bytes,
            packed(run.fields)};
}

/// Nothing where a value cannot have been written by this program.
std::optional<StoredRun> runIn(const QSqlQuery& row, const QDir& runs, FieldNames& names)
{
    int column = 0;
    const auto next = [&] { return row.value(column++); };
    StoredRun stored;
    RunEntry& entry = stored.run.entry;
    RunLabels& labels = stored.run.labels;
    entry.folder = runs.filePath(next().toString());
    stored.stamp = next().toByteArray();
    entry.info.id = next().toString();
    entry.info.name = next().toString();
    entry.info.created = QDateTime::fromMSecsSinceEpoch(next().toLongLong());
    const int phase = next().toInt();
    entry.info.phase = static_cast<RunPhase>(phase);
    entry.info.exitCode = next().toInt();
    if (const QString reason = next().toString(); !reason.isEmpty())
        if (auto sentence = parseMessage<Sentence>(reason.toStdString()))
            entry.info.reason = std::move(sentence.value());
    entry.info.attempt = next().toInt();
    entry.hosts = next().toInt();
    entry.ranks = next().toInt();
    if (const QVariant accuracy = next(); !accuracy.isNull())
        entry.accuracy = accuracy.toDouble();
    if (const QVariant since = next(); !since.isNull())
        entry.unknownSince = QDateTime::fromMSecsSinceEpoch(since.toLongLong());
    labels.tags = next().toString().split(u',', Qt::SkipEmptyParts);
    labels.notes = next().toString();
    labels.sweep = next().toString();
    stored.run.bytes = next().toLongLong();
    auto fields = unpacked(next().toByteArray(), names);
    if (!fields || phase < 0 || phase > static_cast<int>(RunPhase::Failed))
        return std::nullopt;
    stored.run.fields = std::move(*fields);
    stored.run.words = searchedWords(stored.run);
    return stored;
}

} // namespace

CatalogueStore::CatalogueStore(const QString& cache, const QString& runsFolder)
    : m_connection(QStringLiteral("catalogue-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_runsFolder(runsFolder),
      m_file(makePrivateFolder(cache) ? QDir(cache).filePath(nameOf(runsFolder)) : QString())
{
    if (!open(m_file))
        startAnew();
}

CatalogueStore::~CatalogueStore()
{
    close();
}

bool CatalogueStore::open(const QString& file)
{
    if (file.isEmpty())
        return false;
    QSqlDatabase base = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    base.setDatabaseName(file);
    base.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(kBusyMs));
    if (!base.open())
        return false;
    QSqlQuery query(base);
    // What a power cut takes is found again in the run folders: nothing needs to wait for the disk.
    return query.exec(QStringLiteral("PRAGMA journal_mode=WAL")) &&
           query.exec(QStringLiteral("PRAGMA synchronous=OFF")) && hasSchema();
}

bool CatalogueStore::hasSchema()
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return false;
    const int version = query.value(0).toInt();
    query.finish();
    if (version == kSchemaVersion)
        return true;
    return query.exec(QStringLiteral("DROP TABLE IF EXISTS run")) && query.exec(kTable) &&
           query.exec(QStringLiteral("PRAGMA user_version=%1").arg(kSchemaVersion));
}

void CatalogueStore::close()
{
    QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

void CatalogueStore::startAnew()
{
    close();
    if (!m_file.isEmpty()) {
        m_wasDamaged = QFile::exists(m_file);
        for (const char* part : {"", "-wal", "-shm"})
            QFile::remove(m_file + QLatin1String(part));
        if (open(m_file))
            return;
    }
    close();
    m_file = QStringLiteral(":memory:");
    open(m_file);
}

std::vector<StoredRun> CatalogueStore::load()
{
    if (auto runs = read())
        return std::move(*runs);
    startAnew();
    return {};
}

std::optional<std::vector<StoredRun>> CatalogueStore::read()
{
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    if (!query.exec(kSelect))
        return std::nullopt;
    const QDir runs(m_runsFolder);
    FieldNames names;
    std::vector<StoredRun> found;
    while (query.next()) {
        auto run = runIn(query, runs, names);
        if (!run)
            return std::nullopt;
        found.push_back(std::move(*run));
    }
    // A damaged page ends the rows without saying so in any other way.
    if (query.lastError().isValid())
        return std::nullopt;
    return found;
}

void CatalogueStore::put(const std::vector<StoredRun>& runs)
{
    QVector<QVariantList> rows;
    for (const StoredRun& run : runs)
        rows.append(rowOf(run));
    change(kPut, rows);
}

void CatalogueStore::remove(const QStringList& folders)
{
    QVector<QVariantList> rows;
    for (const QString& folder : folders)
        rows.append({QFileInfo(folder).fileName()});
    change(kRemove, rows);
}

void CatalogueStore::change(const QString& statement, const QVector<QVariantList>& rows)
{
    if (rows.isEmpty() || carryOut(statement, rows) != Outcome::Failed)
        return;
    startAnew();
    carryOut(statement, rows);
}

CatalogueStore::Outcome CatalogueStore::carryOut(const QString& statement, const QVector<QVariantList>& rows)
{
    QSqlDatabase base = QSqlDatabase::database(m_connection, false);
    QSqlQuery query(base);
    bool isDone = base.transaction() && query.prepare(statement);
    for (const QVariantList& row : rows) {
        for (qsizetype i = 0; i < row.size(); ++i)
            query.bindValue(static_cast<int>(i), row[i]);
        isDone = isDone && query.exec();
    }
    const bool isBusy = isBusyError(query.lastError()) || isBusyError(base.lastError());
    query.finish();
    if (isDone && base.commit())
        return Outcome::Done;
    base.rollback();
    return isBusy ? Outcome::Busy : Outcome::Failed;
}

} // namespace lockstep
