// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_book.h"

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/run_files.h"
#include "remote/private_files.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

constexpr int kVersion = 1;
constexpr qint64 kMaxBytes = 4 << 20;

QJsonObject objectOf(const CheckpointVerdict& verdict)
{
    QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(verdict.damage))).object();
    object[QStringLiteral("checked")] = verdict.when.toUTC().toString(Qt::ISODateWithMs);
    return object;
}

std::optional<CheckpointVerdict> verdictOf(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    const QJsonObject sentence{
        {QStringLiteral("text"), object.value(QStringLiteral("text"))},
        {QStringLiteral("arguments"), object.value(QStringLiteral("arguments")).toArray()}};
    const auto damage =
        parseMessage<Sentence>(QJsonDocument(sentence).toJson(QJsonDocument::Compact).toStdString());
    const QDateTime when =
        QDateTime::fromString(object.value(QStringLiteral("checked")).toString(), Qt::ISODateWithMs);
    if (!damage || !when.isValid())
        return std::nullopt;
    return CheckpointVerdict{*damage, when};
}

} // namespace

CheckpointBook CheckpointBook::open(const QString& runFolder)
{
    CheckpointBook book;
    book.m_path = runFolder + QStringLiteral("/checkpoints.json");
    QFile file(book.m_path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxBytes)
        return book;
    const QJsonObject document = QJsonDocument::fromJson(file.readAll()).object();
    if (document.value(QStringLiteral("version")).toInt() != kVersion)
        return book;
    const QJsonObject entries = document.value(QStringLiteral("checkpoints")).toObject();
    for (auto each = entries.begin(); each != entries.end(); ++each) {
        if (!stepOfCheckpointFolder(each.key().toStdString()))
            continue;
        const QJsonObject object = each.value().toObject();
        Entry& entry = book.m_entries[each.key()];
        entry.copy = verdictOf(object.value(QStringLiteral("copy")));
        entry.host = verdictOf(object.value(QStringLiteral("host")));
        entry.fingerprint = object.value(QStringLiteral("fingerprint")).toString();
        entry.checkedAttempt = object.value(QStringLiteral("checked_attempt")).toInt();
        entry.discardedAttempt = object.value(QStringLiteral("discarded_attempt")).toInt();
    }
    return book;
}

std::optional<CheckpointVerdict> CheckpointBook::copyVerdict(const QString& checkpoint,
                                                             const QString& fingerprint) const
{
    const Entry entry = m_entries.value(checkpoint);
    return !fingerprint.isEmpty() && entry.fingerprint == fingerprint ? entry.copy : std::nullopt;
}

std::optional<CheckpointVerdict> CheckpointBook::hostVerdict(const QString& checkpoint, int attempt) const
{
    const Entry entry = m_entries.value(checkpoint);
    return entry.checkedAttempt == attempt ? entry.host : std::nullopt;
}

bool CheckpointBook::isDiscarded(const QString& checkpoint, int attempt) const
{
    return m_entries.value(checkpoint).discardedAttempt >= attempt;
}

Result<void> CheckpointBook::setCopyVerdict(const QString& checkpoint, const CheckpointVerdict& verdict,
                                            const QString& fingerprint)
{
    m_entries[checkpoint].copy = verdict;
    m_entries[checkpoint].fingerprint = fingerprint;
    return save();
}

Result<void> CheckpointBook::setHostVerdict(const QString& checkpoint, const CheckpointVerdict& verdict,
                                            int attempt)
{
    m_entries[checkpoint].host = verdict;
    m_entries[checkpoint].checkedAttempt = attempt;
    return save();
}

Result<void> CheckpointBook::setDiscarded(const QString& checkpoint, int attempt)
{
    m_entries[checkpoint].discardedAttempt = attempt;
    return save();
}

Result<void> CheckpointBook::save() const
{
    QJsonObject entries;
    for (auto each = m_entries.begin(); each != m_entries.end(); ++each) {
        QJsonObject object{{QStringLiteral("fingerprint"), each->fingerprint},
                           {QStringLiteral("checked_attempt"), each->checkedAttempt},
                           {QStringLiteral("discarded_attempt"), each->discardedAttempt}};
        if (each->copy)
            object[QStringLiteral("copy")] = objectOf(*each->copy);
        if (each->host)
            object[QStringLiteral("host")] = objectOf(*each->host);
        entries[each.key()] = object;
    }
    const QJsonObject document{{QStringLiteral("version"), kVersion},
                               {QStringLiteral("checkpoints"), entries}};
    if (const auto reason = replacePrivateFile(m_path, QJsonDocument(document).toJson()))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {m_path.toStdString(), *reason}, {}};
    return {};
}

} // namespace lockstep
