// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/revoked_keys.h"

#include <QCryptographicHash>
#include <QFile>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kMaxBytes = 64 << 20;
constexpr std::string_view kBlankOrReturn = " \t\r";
constexpr std::string_view kListMagic("SSHKRL\n\0", 8);

Error unreadable(const std::string& reason)
{
    return {"%1", {reason}, ""};
}

std::string_view takeWordOfLine(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlankOrReturn), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlankOrReturn));
    rest.remove_prefix(word.size());
    return word;
}

Result<bool> isInLines(std::string_view text, const HostKey& key)
{
    bool found = false;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const std::string_view type = takeWordOfLine(line);
        if (type.empty() || type.starts_with('#'))
            continue;
        const auto listed = parseKey(type, takeWordOfLine(line));
        if (!listed)
            return unreadable(LOCKSTEP_TEXT("a line of it is no public key"));
        found = found || listed->blob == key.blob;
    }
    return found;
}

/// A key revocation list: a head, then sections, each a kind and a row of fields.
class RevocationList {
public:
    explicit RevocationList(const HostKey& key)
        : m_key(key), m_sha1(hash(QCryptographicHash::Sha1)), m_sha256(hash(QCryptographicHash::Sha256))
    {
    }

    Result<bool> search(std::string_view text) const
    {
        const Error damaged = unreadable(LOCKSTEP_TEXT("the list is damaged"));
        BlobReader reader(text);
        std::uint32_t format = 0;
        std::string_view reserved, comment;
        constexpr std::size_t kVersionDateFlags = 3 * 8;
        if (!reader.skip(kListMagic.size()) || !reader.takeNumber(format) ||
            !reader.skip(kVersionDateFlags) || !reader.takeText(reserved) || !reader.takeText(comment))
            return damaged;
        if (format != 1)
            return unreadable(LOCKSTEP_TEXT("the list is of a newer format"));
        bool found = false;
        while (!reader.atEnd()) {
            unsigned char kind = 0;
            std::string_view content;
            if (!reader.takeByte(kind) || !reader.takeText(content))
                return damaged;
            const auto listed = isInSection(static_cast<Section>(kind), content);
            if (!listed)
                return damaged;
            found = found || *listed;
        }
        return found;
    }

private:
    enum class Section : unsigned char { Certificates = 1, Keys = 2, Sha1 = 3, Signature = 4, Sha256 = 5 };

    std::string hash(QCryptographicHash::Algorithm algorithm) const
    {
        const QByteArrayView blob(m_key.blob.data(), static_cast<qsizetype>(m_key.blob.size()));
        return QCryptographicHash::hash(blob, algorithm).toStdString();
    }

    std::optional<bool> isInSection(Section section, std::string_view content) const
    {
        switch (section) {
        case Section::Certificates:
            return false; // about certificates, which are refused in any case
        case Section::Signature:
            return false; // OpenSSH does not ask for one either
        case Section::Keys:
            return contains(content, m_key.blob);
        case Section::Sha1:
            return contains(content, m_sha1);
        case Section::Sha256:
            return contains(content, m_sha256);
        }
        return std::nullopt;
    }

    static std::optional<bool> contains(std::string_view fields, std::string_view wanted)
    {
        bool found = false;
        BlobReader reader(fields);
        for (std::string_view field; !reader.atEnd(); found = found || field == wanted)
            if (!reader.takeText(field))
                return std::nullopt;
        return found;
    }

    const HostKey& m_key;
    std::string m_sha1;
    std::string m_sha256;
};

} // namespace

Result<bool> isRevokedIn(std::string_view text, const HostKey& key)
{
    return text.starts_with(kListMagic) ? RevocationList(key).search(text) : isInLines(text, key);
}

Result<bool> isRevokedBy(const std::string& path, const HostKey& key)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file.errorString().toStdString());
    const QByteArray text = file.read(kMaxBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return unreadable(file.errorString().toStdString());
    if (text.size() > kMaxBytes)
        return unreadable(LOCKSTEP_TEXT("larger than 64 MiB"));
    return isRevokedIn(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), key);
}

} // namespace lockstep
