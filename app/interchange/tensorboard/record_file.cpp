// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/tensorboard/record_file.h"

#include "engine/protocol/journal.h"

#include <QtEndian>
#include <array>

namespace lockstep::tensorboard {

namespace {

constexpr qint64 kLengthBytes = 8;
constexpr qint64 kCrcBytes = 4;
constexpr qint64 kHeadBytes = kLengthBytes + kCrcBytes;

template <typename Number>
void appendNumber(QByteArray& out, Number number)
{
    std::array<char, sizeof(Number)> bytes;
    qToLittleEndian(number, bytes.data());
    out.append(bytes.data(), sizeof(Number));
}

} // namespace

std::uint32_t maskedCrc(std::string_view bytes)
{
    const std::uint32_t crc = crc32c(bytes);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

void appendRecord(QByteArray& out, std::string_view record)
{
    const qsizetype begin = out.size();
    appendNumber<quint64>(out, record.size());
    appendNumber<quint32>(out, maskedCrc({out.constData() + begin, static_cast<std::size_t>(kLengthBytes)}));
    out.append(record.data(), static_cast<qsizetype>(record.size()));
    appendNumber<quint32>(out, maskedCrc(record));
}

Result<RecordFileReader> RecordFileReader::open(const QString& path, qint64 position)
{
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadOnly) || !file->seek(position))
        return Error{LOCKSTEP_TEXT("Cannot read %1: %2."),
                     {path.toStdString(), file->errorString().toStdString()},
                     {}};
    return RecordFileReader(std::move(file), position);
}

bool RecordFileReader::read(qint64 bytes)
{
    m_bytes.resize(bytes);
    return m_file->read(m_bytes.data(), bytes) == bytes;
}

Error RecordFileReader::damage() const
{
    return {
        LOCKSTEP_TEXT(
            "%1 is damaged, or no event file of TensorBoard: the record at byte %2 has a wrong checksum."),
        {m_file->fileName().toStdString(), std::to_string(m_position)},
        {}};
}

Result<std::optional<std::string_view>> RecordFileReader::next()
{
    const auto cutOff = [this]() -> std::optional<std::string_view> {
        m_cutOff = m_file->size() - m_position;
        return std::nullopt;
    };
    if (!read(kHeadBytes))
        return cutOff();
    const auto length = qFromLittleEndian<quint64>(m_bytes.constData());
    if (qFromLittleEndian<quint32>(m_bytes.constData() + kLengthBytes) !=
        maskedCrc({m_bytes.constData(), static_cast<std::size_t>(kLengthBytes)}))
        return damage();
    if (length > kMaxRecordBytes)
        return Error{LOCKSTEP_TEXT("%1 holds a record of %2 bytes at byte %3; at most %4 are read."),
                     {m_file->fileName().toStdString(), std::to_string(length), std::to_string(m_position),
                      std::to_string(kMaxRecordBytes)},
                     {}};
    const auto bytes = static_cast<qint64>(length);
    if (m_position + kHeadBytes + bytes + kCrcBytes > m_file->size() || !read(bytes + kCrcBytes))
        return cutOff();
    const std::string_view record(m_bytes.constData(), static_cast<std::size_t>(length));
    if (qFromLittleEndian<quint32>(m_bytes.constData() + bytes) != maskedCrc(record))
        return damage();
    m_position += kHeadBytes + bytes + kCrcBytes;
    return std::optional(record);
}

} // namespace lockstep::tensorboard
