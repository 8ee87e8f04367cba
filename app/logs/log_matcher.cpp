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

/// Whether a regular expression surely matches within a line alone: it negates nothing, and names no class,
/// escape or option that a newline could fit.
bool staysInLine(const QString& pattern)
{
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const QStringView rest = QStringView(pattern).sliced(at);
        if (rest.startsWith(u"[^") || rest.startsWith(u"[:") || rest.startsWith(u"(?") ||
            rest.startsWith(u'\n'))
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

/// The longest text that stands in everything that a regular expression matches; empty where there is none,
/// or where it is not seen at once. REQUIRES: staysInLine(pattern).
QByteArray requiredText(const QString& pattern)
{
    constexpr QStringView kUncertain = u"|(";
    constexpr QStringView kNoText = u".^$)]}+";
    QByteArray longest;
    QByteArray text;
    const auto end = [&] {
        longest = text.size() > longest.size() ? text : longest;
        text.clear();
    };
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const QChar symbol = pattern[at];
        if (kUncertain.contains(symbol))
            return {};
        if (symbol == u'[' || symbol == u'{' || symbol == u'?' || symbol == u'*') {
            // What stands before a count may be missing.
            if (symbol != u'[')
                text.chop(1);
            end();
            const qsizetype begin = at;
            if (symbol == u'[' || symbol == u'{')
                at = pattern.indexOf(symbol == u'[' ? u']' : u'}', at + 2);
            // Classes within classes, and brackets that close none.
            const QStringView inside = QStringView(pattern).sliced(begin + 1, std::max(begin, at) - begin);
            if (at < 0 || inside.contains(u'[') || inside.contains(u'\\'))
                return {};
        } else if (symbol == u'\\') {
            end();
            ++at;
        } else if (kNoText.contains(symbol) || symbol.unicode() >= 0x80) {
            end();
        } else {
            text += symbol.toLatin1();
        }
    }
    end();
    return longest;
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
    }
    const QByteArray required = m_isPattern && m_staysInLine ? requiredText(query.text) : QByteArray();
    setNeedle(m_isPattern ? required : needle, query.matchesCase);
}

void LogMatcher::setNeedle(QByteArray needle, bool matchesCase)
{
    if (needle.isEmpty())
        return;
    for (std::size_t byte = 0; byte < m_folded.size(); ++byte) {
        const bool isCapital = byte >= 'A' && byte <= 'Z' && !matchesCase;
        m_folded[byte] = static_cast<char>(isCapital ? byte + ('a' - 'A') : byte);
    }
    m_needle = std::move(needle);
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

/// A character is a byte. Where lines that hold what the pattern requires are rare, they alone are looked at.
void LogMatcher::matchAscii(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    constexpr qsizetype kRare = 1024;       ///< bytes from one of them to the next, in the mean
    constexpr qsizetype kSample = 32 << 10; ///< bytes that tell
    if (m_needle.size() < 3)
        return matchAllAscii(lines, 0, fits);
    qsizetype candidates = 0;
    for (qsizetype found = indexOf(lines, 0); found >= 0; ++candidates) {
        const qsizetype begin = lines.first(found).lastIndexOf('\n') + 1;
        if (begin >= kSample && begin < candidates * kRare)
            return matchAllAscii(lines, begin, fits);
        const qsizetype newline = lines.indexOf('\n', found);
        const qsizetype end = newline < 0 ? lines.size() : newline;
        matchLine(lines.sliced(begin, end - begin), begin, fits);
        found = newline < 0 ? -1 : indexOf(lines, newline);
    }
}

/// All lines from one on at once.
void LogMatcher::matchAllAscii(QByteArrayView lines, qsizetype from,
                               const std::function<void(qsizetype)>& fits) const
{
    const QString text = QString::fromLatin1(lines);
    for (qsizetype at = from; at < text.size();) {
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
