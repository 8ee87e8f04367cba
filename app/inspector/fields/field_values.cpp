// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/field_values.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

namespace lockstep {

Result<Experiment> withText(const Experiment& experiment, const QString& key, const QString& text)
{
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return withValue(experiment, key.toStdString(), list.mid(1, list.size() - 2).toStdString());
}

Result<Experiment> withNumber(const Experiment& experiment, const QString& key, const QString& text)
{
    return withValue(experiment, key.toStdString(), text.trimmed().toStdString());
}

QString numberText(double value)
{
    return QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace lockstep
