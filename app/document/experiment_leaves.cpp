// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/experiment_leaves.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

void collect(ExperimentLeaves& leaves, const QString& key, const QJsonValue& value)
{
    if (!value.isObject()) {
        leaves[key] = value;
        return;
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member)
        collect(leaves, key.isEmpty() ? member.key() : key + u'.' + member.key(), *member);
}

} // namespace

ExperimentLeaves leavesOf(const Experiment& experiment)
{
    QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(experiment))).object();
    document.remove(QStringLiteral("topology"));
    ExperimentLeaves leaves;
    collect(leaves, {}, document);
    return leaves;
}

QString jsonText(const QJsonValue& value)
{
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

} // namespace lockstep
