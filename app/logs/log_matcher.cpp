// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_matcher.h"

#include <algorithm>

namespace lockstep {

namespace {

std::size_t index(char byte)
{
    return static_cast<unsigned char>(byte);
}

bool isAscii(QByteArrayView bytes)
{
    unsigned char all = 0;
    for (const char byte : bytes)
        all |= static_cast<unsigned char>(byte);
    return all < 0x80;
}

/// Whether a regular expression surely matches within a line alone: it negates nothing, and names no space,
/// escape or option that a newline could fit.
bool staysInLine(const QString& pattern)
{
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const QStringView rest = QStringView(pattern).sliced(at);
        if (rest.startsWith(u"[^") || rest.startsWith(u"(?") || rest.startsWith(u'\n'))
            return false;
        if (rest.startsWith(u'\\')) {
            constexpr QStringView kHarmless = u"dwbS.()[]{}*+?|^$/-:\\\"'=<>,;%#@!~&_";
            if (rest.size() < 2 || !kHarmless.contains(rest[1]))
                return false;
            ++at;
        }
    }
    return true;
}

QRegularExpression compiled(const LogQuery& query, QRegularExpression::PatternOptions options)
{
    if (!query.matchesCase)
        options |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(query.isPattern ? query.text : QRegularExpression::escape(query.text), options);
}

} // namespace

LogMatcher::LogMatcher(const LogQuery& query)
    : m_isPattern(query.isPattern), m_shown(compiled(query, {})),
      m_pattern(compiled(query, QRegularExpression::MultilineOption))
{
    const QByteArray needle = query.text.toUtf8();
    m_isValid = !needle.isEmpty() && needle.size() <= kMostQuery && m_shown.isValid();
    if (!m_isValid)
        return;
    if (m_isPattern) {
        m_staysInLine = staysInLine(query.text);
        m_pattern.optimize();
        return;
    }
    for (std::size_t byte = 0; byte < m_folded.size(); ++byte) {
        const bool isCapital = byte >= 'A' && byte <= 'Z' && !query.matchesCase;
        m_folded[byte] = static_cast<char>(isCapital ? byte + ('a' - 'A') : byte);
    }
    m_needle = needle;
    for (char& byte : m_needle)
        byte = m_folded[index(byte)];
    for (std::size_t byte = 0; byte < m_shift.size(); ++byte) {
        const qsizetype last = m_needle.first(m_needle.size() - 1).lastIndexOf(m_folded[byte]);
        m_shift[byte] = m_needle.size() - 1 - last;
    }
}

QString LogMatcher::error() const
{
    return m_isPattern && !m_shown.isValid() ? m_shown.errorString() : QString();
}

/// Horspool's search: most bytes of a text are never looked at.
qsizetype LogMatcher::indexOf(QByteArrayView bytes, qsizetype from) const
{
    const qsizetype length = m_needle.size();
    const char last = m_needle.back();
    const char* const data = bytes.data();
    for (qsizetype at = from + length - 1; at < bytes.size(); at += m_shift[index(data[at])]) {
        if (m_folded[index(data[at])] != last)
            continue;
        const char* begin = data + at - length + 1;
        if (std::equal(m_needle.begin(), m_needle.end(), begin,
                       [this](char wanted, char found) { return wanted == m_folded[index(found)]; }))
            return at - length + 1;
    }
    return -1;
}

void LogMatcher::match(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    if (!m_isValid)
        return;
    if (!m_isPattern)
        return matchText(lines, fits);
    if (m_staysInLine && isAscii(lines))
        return matchAscii(lines, fits);
    for (qsizetype begin = 0; begin < lines.size();) {
        const qsizetype newline = lines.indexOf('\n', begin);
        const qsizetype end = newline < 0 ? lines.size() : newline;
        matchLine(lines.sliced(begin, end - begin), begin, fits);
        begin = end + 1;
    }
}

void LogMatcher::matchText(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    for (qsizetype at = indexOf(lines, 0); at >= 0;) {
        fits(at);
        const qsizetype newline = lines.indexOf('\n', at);
        at = newline < 0 ? -1 : indexOf(lines, newline);
    }
}

/// All lines at once: a character is a byte.
void LogMatcher::matchAscii(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    const QString text = QString::fromLatin1(lines);
    for (qsizetype at = 0; at < text.size();) {
        const QRegularExpressionMatch match = m_pattern.match(text, at);
        if (!match.hasMatch())
            return;
        if (match.capturedStart() >= text.size())
            return;
        fits(match.capturedStart());
        const qsizetype newline = text.indexOf(u'\n', match.capturedStart());
        if (newline < 0)
            return;
        at = newline + 1;
    }
}

void LogMatcher::matchLine(QByteArrayView line, qsizetype begin,
                           const std::function<void(qsizetype)>& fits) const
{
    const QString text = QString::fromUtf8(line);
    const QRegularExpressionMatch match = m_pattern.match(text);
    if (!match.hasMatch())
        return;
    // Broken UTF-8 counts otherwise than it is stored.
    const qsizetype offset = QStringView(text).first(match.capturedStart()).toUtf8().size();
    fits(begin + std::min(offset, line.size()));
}

} // namespace lockstep
