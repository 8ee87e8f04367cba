// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/key_blob.h"

#include <QByteArray>
#include <QCryptographicHash>

namespace lockstep {

namespace {

/// A key blob is a row of length-prefixed fields, the first of which is its type, and nothing besides.
bool isKeyBlob(std::string_view blob, std::string_view type)
{
    BlobReader reader(blob);
    int fields = 0;
    for (std::string_view field; !reader.atEnd(); ++fields)
        if (!reader.takeText(field) || (fields == 0 && field != type))
            return false;
    return fields >= 2;
}

} // namespace

bool BlobReader::skip(std::size_t bytes)
{
    if (bytes > m_rest.size())
        return false;
    m_rest.remove_prefix(bytes);
    return true;
}

bool BlobReader::takeByte(unsigned char& value)
{
    if (m_rest.empty())
        return false;
    value = static_cast<unsigned char>(m_rest.front());
    return skip(1);
}

bool BlobReader::takeNumber(std::uint32_t& value)
{
    value = 0;
    for (int i = 0; i < 4; ++i) {
        unsigned char byte = 0;
        if (!takeByte(byte))
            return false;
        value = value << 8 | byte;
    }
    return true;
}

bool BlobReader::takeText(std::string_view& text)
{
    std::uint32_t size = 0;
    if (!takeNumber(size) || size > m_rest.size())
        return false;
    text = m_rest.substr(0, size);
    return skip(size);
}

std::optional<std::string> decodeBase64(std::string_view text)
{
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
                                       QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.isEmpty())
        return std::nullopt;
    return decoded.decoded.toStdString();
}

std::optional<HostKey> parseKey(std::string_view type, std::string_view base64)
{
    const auto blob = decodeBase64(base64);
    if (!blob || !isKeyBlob(*blob, type))
        return std::nullopt;
    return HostKey{std::string(type), *blob};
}

std::string fingerprintOf(std::string_view blob)
{
    const QByteArray hash = QCryptographicHash::hash(
        QByteArrayView(blob.data(), static_cast<qsizetype>(blob.size())), QCryptographicHash::Sha256);
    return "SHA256:" + hash.toBase64(QByteArray::OmitTrailingEquals).toStdString();
}

} // namespace lockstep
