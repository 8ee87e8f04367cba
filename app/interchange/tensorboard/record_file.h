// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <cstdint>
#include <optional>
#include <string_view>

/// TensorFlow's files of records (tensorflow/core/lib/io/record_writer.h): of each record its length in eight
/// bytes, the masked CRC-32C of those, its bytes, and their masked CRC-32C; all numbers little-endian.
namespace lockstep::tensorboard {

/// No event that holds numbers comes near it.
inline constexpr std::uint64_t kMaxRecordBytes = 64u << 20;

/// CRC-32C, turned and moved, so that a checksum of data that holds checksums stays a good one.
std::uint32_t maskedCrc(std::string_view bytes);

/// `record` in its frame.
void appendRecord(QByteArray& out, std::string_view record);

/// Reads one record after the other. Not thread-safe.
class RecordFileReader {
public:
    /// From this position on, where a record begins.
    static Result<RecordFileReader> open(const QString& path, qint64 position = 0);

    /// The next record, valid until the next call; nothing at the end of the file. A record that is cut off
    /// is the end: its writer may still be at it. An error where a checksum is wrong or a record too long,
    /// for what follows cannot be found then.
    Result<std::optional<std::string_view>> next();

    qint64 position() const { return m_position; }
    qint64 size() const { return m_file->size(); }
    /// Bytes of a record that is cut off at the end; known once next() has brought nothing.
    qint64 bytesCutOff() const { return m_cutOff; }

private:
    RecordFileReader(std::unique_ptr<QFile> file, qint64 position)
        : m_file(std::move(file)), m_position(position)
    {
    }
    bool read(qint64 bytes);
    Error damage() const;

    std::unique_ptr<QFile> m_file;
    QByteArray m_bytes;
    qint64 m_position = 0; ///< of the record that comes next
    qint64 m_cutOff = 0;
};

} // namespace lockstep::tensorboard
