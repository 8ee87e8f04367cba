// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/autosave.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kDelayMs = 1500;
const auto kSuffix = QLatin1String(".recovery.json");
const auto kLockSuffix = QLatin1String(".lock");

const auto kPath = QLatin1String("path");
const auto kTitle = QLatin1String("title");
const auto kTime = QLatin1String("time");
const auto kHash = QLatin1String("file_sha256");
const auto kDocument = QLatin1String("document");

std::unique_ptr<QLockFile> makeLock(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + kLockSuffix);
    lock->setStaleLockTime(0); // however old: it is stale when its process is gone
    return lock;
}

AbandonedDocument readAbandoned(const QString& path)
{
    AbandonedDocument found;
    found.file = path;
    found.time = QFileInfo(path).lastModified();
    found.title = QFileInfo(path).fileName();
    QFile file(path);
    // A document is at most this long, and its escapes at most double it.
    const qint64 limit = 2 * static_cast<qint64>(kMaxExperimentBytes) + 65536;
    const QJsonObject object =
        file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.read(limit)).object() : QJsonObject();
    if (object.isEmpty()) {
        found.experiment = Error{LOCKSTEP_TEXT("The rescued copy %1 is damaged."), {path.toStdString()}, {}};
        return found;
    }
    found.path = object.value(kPath).toString();
    found.title = object.value(kTitle).toString();
    found.fileHash = QByteArray::fromHex(object.value(kHash).toString().toLatin1());
    found.experiment = parseExperiment(object.value(kDocument).toString().toStdString());
    return found;
}

} // namespace

QString defaultRecoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/lockstep/recovery");
}

Autosave::Autosave(ExperimentDocument& document, const QString& folder, QObject* parent)
    : QObject(parent), m_document(document), m_folder(folder),
      m_file(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &Autosave::flush);
    connect(&m_document, &ExperimentDocument::changed, this, &Autosave::follow);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &Autosave::follow);
}

Autosave::~Autosave()
{
    remove();
}

void Autosave::follow()
{
    if (!m_document.isModified())
        remove();
    else if (!m_delay.isActive())
        m_delay.start();
}

void Autosave::remove()
{
    m_delay.stop();
    if (!m_lock)
        return;
    QFile::remove(m_file);
    m_lock.reset(); // which removes the lock's file
}

void Autosave::flush()
{
    m_delay.stop();
    if (!m_document.isModified())
        return;
    QDir().mkpath(m_folder);
    if (!m_lock) {
        m_lock = makeLock(m_file);
        m_lock->tryLock(0);
    }
    const QJsonObject object{{kPath, m_document.path()},
                             {kTitle, m_document.title()},
                             {kTime, QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
                             {kHash, QString::fromLatin1(m_document.fileHash().toHex())},
                             {kDocument, QString::fromStdString(toJson(m_document.experiment()))}};
    const QByteArray bytes = QJsonDocument(object).toJson(QJsonDocument::Compact);
    QSaveFile file(m_file);
    const bool isKept = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!isKept && !m_hasFailed)
        emit failed(file.errorString());
    m_hasFailed = !isKept;
}

void AbandonedDocument::discard()
{
    QFile::remove(file);
    lock.reset();
}

std::vector<AbandonedDocument> abandonedDocuments(const QString& folder)
{
    std::vector<AbandonedDocument> found;
    for (const QFileInfo& info :
         QDir(folder).entryInfoList({QLatin1Char('*') + kSuffix}, QDir::Files, QDir::Time)) {
        std::unique_ptr<QLockFile> lock = makeLock(info.filePath());
        if (!lock->tryLock(0))
            continue;
        if (!info.exists())
            continue; // its program has just left in peace
        found.push_back(readAbandoned(info.filePath()));
        found.back().lock = std::move(lock);
    }
    return found;
}

} // namespace lockstep
