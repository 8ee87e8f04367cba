// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/archive/archive_listing.h"

#include "remote/sha256_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

namespace lockstep {

namespace {

const auto kVersionKey = QStringLiteral("lockstep_run");
const auto kFiles = QStringLiteral("files");
const auto kFileName = QStringLiteral("name");
const auto kBytes = QStringLiteral("bytes");
const auto kSha256 = QStringLiteral("sha256");
/// JSON's numbers are doubles.
constexpr double kMaxFileBytes = 9007199254740992.0;

Error badListing(const QString& where, const char* reason)
{
    return {LOCKSTEP_TEXT("%1 is no run of Lockstep, or damaged: %2."),
            {where.toStdString(), Sentence{reason, {}}},
            {}};
}

bool isSize(const QJsonValue& value)
{
    const double size = value.toDouble(-1);
    return size >= 0 && size < kMaxFileBytes && size == static_cast<double>(static_cast<qint64>(size));
}

} // namespace

bool isSharedName(const QString& name)
{
    static const QRegularExpression kShared(QRegularExpression::anchoredPattern(
        QStringLiteral("experiment\\.lockstep\\.json|run\\.json|labels\\.json|notes\\.json"
                       "|attempt-[0-9]{1,9}/(rank|host)-[0-9]{1,9}\\.(jsonl|log)"
                       "|checkpoints/step-[0-9]{8,18}/(manifest\\.json|(model|optimizer)\\.safetensors)")));
    return kShared.match(name).hasMatch();
}

qint64 ArchiveListing::totalBytes() const
{
    qint64 total = 0;
    for (const ArchivedFile& file : files)
        total += file.bytes;
    return total;
}

QByteArray ArchiveListing::toJson() const
{
    QJsonArray list;
    for (const ArchivedFile& file : files)
        list.append(QJsonObject{{kFileName, file.name},
                                {kBytes, static_cast<double>(file.bytes)},
                                {kSha256, QString::fromLatin1(file.sha256)}});
    return QJsonDocument(QJsonObject{{kVersionKey, kVersion}, {kFiles, list}}).toJson(QJsonDocument::Compact);
}

Result<ArchiveListing> ArchiveListing::parse(const QByteArray& json, const QString& where)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (const int version = object.value(kVersionKey).toInt(); version > kVersion)
        return Error{
            LOCKSTEP_TEXT("%1 was written by a newer Lockstep (version %2 of the format, expected %3)."),
            {where.toStdString(), std::to_string(version), std::to_string(kVersion)},
            {}};
    else if (version != kVersion)
        return badListing(where, LOCKSTEP_TEXT("its list cannot be read"));
    ArchiveListing listing;
    QSet<QString> names;
    double total = 0;
    for (const QJsonValue& value : object.value(kFiles).toArray()) {
        const QJsonObject file = value.toObject();
        const QString name = file.value(kFileName).toString();
        const QString sha256 = file.value(kSha256).toString();
        if (!isSharedName(name) || names.contains(name))
            return badListing(where, LOCKSTEP_TEXT("it lists a file that no run has, or one twice"));
        if (!isSize(file.value(kBytes)) || !isSha256(sha256.toStdString()))
            return badListing(where, LOCKSTEP_TEXT("it lists a size or a checksum that is none"));
        names.insert(name);
        total += file.value(kBytes).toDouble();
        listing.files.append({name, static_cast<qint64>(file.value(kBytes).toDouble()), sha256.toLatin1()});
    }
    if (total >= kMaxFileBytes)
        return badListing(where, LOCKSTEP_TEXT("it lists a size or a checksum that is none"));
    return listing;
}

} // namespace lockstep
