// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/run_labels.h"

#include "remote/private_files.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

constexpr int kLabelsVersion = 1;
/// Every character of the longest notes may be an escape of six bytes.
constexpr qint64 kMaxLabelsBytes = 1 << 20;
constexpr int kMaxSweepLength = 64;

QString fileOf(const QString& runFolder)
{
    return runFolder + u'/' + kLabelsFile;
}

} // namespace

QStringList tagsIn(const QString& text)
{
    QStringList tags;
    for (const QString& part : text.split(u',')) {
        const QString tag = part.simplified().left(kMaxTagLength);
        if (!tag.isEmpty() && !tags.contains(tag, Qt::CaseInsensitive) && tags.size() < kMaxTags)
            tags.append(tag);
    }
    return tags;
}

RunLabels readLabels(const QString& runFolder)
{
    QFile file(fileOf(runFolder));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxLabelsBytes)
        return {};
    const QJsonObject object = QJsonDocument::fromJson(file.read(kMaxLabelsBytes)).object();
    QStringList tags;
    for (const auto& tag : object.value(QStringLiteral("tags")).toArray())
        tags.append(tag.toString());
    return {tagsIn(tags.join(u',')), object.value(QStringLiteral("notes")).toString().left(kMaxNotesLength),
            object.value(QStringLiteral("sweep")).toString().left(kMaxSweepLength)};
}

Result<void> writeLabels(const QString& runFolder, const RunLabels& labels)
{
    const QJsonObject object{
        {QStringLiteral("version"), kLabelsVersion},
        {QStringLiteral("tags"), QJsonArray::fromStringList(tagsIn(labels.tags.join(u',')))},
        {QStringLiteral("notes"), labels.notes.left(kMaxNotesLength)},
        {QStringLiteral("sweep"), labels.sweep.left(kMaxSweepLength)}};
    const QString path = fileOf(runFolder);
    if (const auto reason = replacePrivateFile(path, QJsonDocument(object).toJson()))
        return Error{LOCKSTEP_TEXT("%1 cannot be written: %2."), {path.toStdString(), *reason}, ""};
    return {};
}

} // namespace lockstep
