// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/known_hosts.h"

#include "remote/ssh/config_match.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QFile>
#include <QMessageAuthenticationCode>
#include <algorithm>
#include <cctype>
#include <optional>

namespace lockstep {

namespace {

constexpr qint64 kMaxFileBytes = 64 << 20;
constexpr std::string_view kBlank = " \t";

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Cuts the first word off `rest`.
std::string_view takeWord(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlank));
    rest.remove_prefix(word.size());
    return word;
}

bool matchesPatternList(const std::string& name, std::string_view list)
{
    bool found = false;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::string_view pattern = list.substr(0, comma);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        const bool negated = pattern.starts_with('!');
        if (negated)
            pattern.remove_prefix(1);
        if (!matchesPattern(name, lower(std::string(pattern))))
            continue;
        if (negated)
            return false;
        found = true;
    }
    return found;
}

/// "|1|salt|hash"; nothing when it is no such thing.
std::optional<bool> matchesHash(const std::string& name, std::string_view field)
{
    if (!field.starts_with("|1|"))
        return std::nullopt;
    field.remove_prefix(3);
    const std::size_t bar = field.find('|');
    if (bar == std::string_view::npos)
        return std::nullopt;
    const auto salt = decodeBase64(field.substr(0, bar));
    const auto hash = decodeBase64(field.substr(bar + 1));
    if (!salt || !hash || salt->size() != 20 || hash->size() != 20)
        return std::nullopt;
    const QByteArray expected = QMessageAuthenticationCode::hash(
        QByteArray::fromStdString(name), QByteArray::fromStdString(*salt), QCryptographicHash::Sha1);
    return expected.toStdString() == *hash;
}

} // namespace

std::string knownHostsName(const std::string& host, int port)
{
    const std::string name = lower(host);
    return port == 22 ? name : "[" + name + "]:" + std::to_string(port);
}

KnownHosts KnownHosts::read(const std::vector<std::string>& files)
{
    KnownHosts answer;
    for (const std::string& path : files) {
        QFile file(QString::fromStdString(path));
        if (!file.exists())
            continue;
        if (!file.open(QIODevice::ReadOnly)) {
            answer.m_unreadable.push_back({path, 0, "", "", file.errorString().toStdString()});
            continue;
        }
        const QByteArray text = file.read(kMaxFileBytes + 1);
        if (file.error() != QFileDevice::NoError)
            answer.m_unreadable.push_back({path, 0, "", "", file.errorString().toStdString()});
        else if (text.size() > kMaxFileBytes)
            answer.m_unreadable.push_back({path, 0, "", "", LOCKSTEP_TEXT("larger than 64 MiB")});
        answer.add(path, std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    }
    return answer;
}

void KnownHosts::add(const std::string& file, std::string_view text)
{
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view content = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (content.ends_with('\r'))
            content.remove_suffix(1);
        content.remove_prefix(std::min(content.find_first_not_of(kBlank), content.size()));
        if (content.empty() || content.starts_with('#'))
            continue;
        Line line = parseLine(content);
        line.file = file;
        line.number = number;
        m_lines.push_back(std::move(line));
    }
}

KnownHosts::Line KnownHosts::parseLine(std::string_view text)
{
    Line line;
    std::string_view rest = text;
    if (text.find('\0') != std::string_view::npos) {
        line.marker = Marker::Damaged;
        line.damage = LOCKSTEP_TEXT("it holds a zero byte");
        return line;
    }
    std::string_view word = takeWord(rest);
    if (word.starts_with('@')) {
        line.marker = word == "@revoked"          ? Marker::Revoked
                      : word == "@cert-authority" ? Marker::Authority
                                                  : Marker::Damaged;
        if (line.marker == Marker::Damaged)
            line.damage = LOCKSTEP_TEXT("unknown marker");
        word = takeWord(rest);
    }
    line.hosts = word;
    line.key.type = takeWord(rest);
    const std::string_view base64 = takeWord(rest);
    if (line.key.type.empty() || base64.empty())
        line.damage = LOCKSTEP_TEXT("it ends before the key");
    else if (auto key = parseKey(line.key.type, base64))
        line.key = std::move(*key);
    else
        line.damage = LOCKSTEP_TEXT("its key cannot be decoded");
    // Lines of the first SSH protocol (bits, exponent, modulus) say nothing about today's keys.
    const bool ssh1 = !line.key.type.empty() && std::ranges::all_of(line.key.type, [](unsigned char c) {
        return std::isdigit(c) != 0;
    });
    if (ssh1 && line.marker == Marker::None && !line.hosts.starts_with('|'))
        line.hosts = "!*";
    return line;
}

KnownHosts::Match KnownHosts::matches(const Line& line, const std::string& name)
{
    if (line.hosts.empty())
        return Match::Perhaps;
    if (line.hosts.starts_with('|')) {
        const auto hashed = matchesHash(name, line.hosts);
        if (!hashed)
            return Match::Perhaps;
        return *hashed ? Match::Yes : Match::No;
    }
    return matchesPatternList(name, line.hosts) ? Match::Yes : Match::No;
}

KnownHostsLine KnownHosts::describe(const Line& line)
{
    return {line.file, line.number, line.key.type, line.key.blob.empty() ? "" : fingerprintOf(line.key.blob),
            line.damage.empty() ? LOCKSTEP_TEXT("its host name cannot be read") : line.damage};
}

HostKeyAnswer KnownHosts::check(const std::string& host, int port, const HostKey& key) const
{
    return checkName(knownHostsName(host, port), lower(host), key);
}

HostKeyAnswer KnownHosts::checkAlias(const std::string& alias, const std::string& host,
                                     const HostKey& key) const
{
    return checkName(alias, lower(host), key);
}

HostKeyAnswer KnownHosts::checkName(const std::string& name, const std::string& bare,
                                    const HostKey& key) const
{
    HostKeyAnswer answer;
    answer.lines = m_unreadable;
    answer.verdict = m_unreadable.empty() ? HostKeyVerdict::Unknown : HostKeyVerdict::Unverifiable;
    bool trusted = false;
    const auto raise = [&answer](HostKeyVerdict verdict, const Line& line) {
        if (verdict > answer.verdict)
            answer.lines.clear();
        if (verdict >= answer.verdict)
            answer.lines.push_back(describe(line));
        answer.verdict = std::max(answer.verdict, verdict);
    };
    for (const Line& line : m_lines) {
        const Match match = matches(line, name);
        const bool damaged = !line.damage.empty() || line.marker == Marker::Damaged;
        // A key revoked for the host is revoked on every port.
        if (line.marker == Marker::Revoked && !damaged && line.key.blob == key.blob &&
            (match != Match::No || matches(line, bare) != Match::No))
            raise(HostKeyVerdict::Revoked, line);
        else if (match == Match::Perhaps || (match == Match::Yes && damaged))
            raise(HostKeyVerdict::Unverifiable, line);
        else if (match == Match::No || line.marker == Marker::Revoked)
            continue;
        else if (line.marker == Marker::Authority)
            raise(HostKeyVerdict::Authority, line);
        else if (line.key.blob == key.blob)
            trusted = true;
        else
            raise(line.key.type == key.type ? HostKeyVerdict::Changed : HostKeyVerdict::OtherType, line);
    }
    // One right key is enough, whatever other keys are listed: several machines may answer to one name.
    if (trusted && answer.verdict < HostKeyVerdict::Unverifiable)
        return {HostKeyVerdict::Trusted, {}};
    return answer;
}

std::vector<std::string> KnownHosts::keyTypes(const std::string& host, int port) const
{
    std::vector<std::string> types;
    const std::string name = knownHostsName(host, port);
    for (const Line& line : m_lines)
        if (line.marker == Marker::None && line.damage.empty() && matches(line, name) == Match::Yes &&
            std::ranges::find(types, line.key.type) == types.end())
            types.push_back(line.key.type);
    return types;
}

std::string KnownHosts::plainLines() const
{
    std::string text;
    for (const Line& line : m_lines)
        if (line.marker == Marker::None && line.damage.empty())
            text += line.hosts + " " + line.key.type + " " +
                    QByteArray::fromStdString(line.key.blob).toBase64().toStdString() + "\n";
    return text;
}

} // namespace lockstep
