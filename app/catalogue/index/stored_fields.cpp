// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/stored_fields.h"

#include <QDataStream>
#include <QIODevice>

namespace lockstep {

namespace {

constexpr auto kStreamVersion = QDataStream::Qt_6_4;
constexpr quint32 kMaxFields = 100'000;

QString shared(FieldNames& names, const QString& name)
{
    const auto known = names.constFind(name);
    return known != names.constEnd() ? *known : *names.insert(name);
}

} // namespace

QByteArray packed(const RunFields& fields)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(kStreamVersion);
    stream << static_cast<quint32>(fields.all().size());
    for (const RunField& field : fields.all())
        stream << field.name << field.text << field.number;
    return bytes;
}

std::optional<RunFields> unpacked(const QByteArray& bytes, FieldNames& names)
{
    QDataStream stream(bytes);
    stream.setVersion(kStreamVersion);
    quint32 count = 0;
    stream >> count;
    if (count > kMaxFields)
        return std::nullopt;
    QVector<RunField> fields;
    for (quint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        RunField field;
        stream >> field.name >> field.text >> field.number;
        field.name = shared(names, field.name);
        fields.append(std::move(field));
    }
    if (stream.status() != QDataStream::Ok || !stream.atEnd())
        return std::nullopt;
    return RunFields(std::move(fields));
}

} // namespace lockstep
