// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_matcher.h"

namespace lockstep {

namespace {

QRegularExpression shownPattern(const LogQuery& query)
{
    return QRegularExpression(query.isPattern ? query.text : QRegularExpression::escape(query.text),
                              query.matchesCase ? QRegularExpression::NoPatternOption
                                                : QRegularExpression::CaseInsensitiveOption);
}

BytePattern patternOf(const LogQuery& query)
{
    return BytePattern(query.text.toUtf8(),
                       query.isPattern ? BytePattern::Kind::Expression : BytePattern::Kind::Text,
                       query.matchesCase);
}

bool isShort(const QString& text)
{
    return !text.isEmpty() && text.toUtf8().size() <= LogMatcher::kMostQuery;
}

} // namespace

LogMatcher::LogMatcher(const LogQuery& query)
    : m_isPattern(query.isPattern), m_shown(shownPattern(query)), m_pattern(patternOf(query)),
      m_isValid(isShort(query.text) && m_shown.isValid() && m_pattern.isValid())
{
}

QString LogMatcher::error() const
{
    return m_isPattern && !m_shown.isValid() ? m_shown.errorString() : QString();
}

void LogMatcher::match(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    if (!m_isValid)
        return;
    if (m_isPattern)
        return matchLines(lines, fits);
    // A text holds no newline, so all lines are looked through at once.
    for (qsizetype at = m_pattern.indexIn(lines); at >= 0;) {
        fits(at);
        const qsizetype newline = lines.indexOf('\n', at);
        at = newline < 0 ? -1 : m_pattern.indexIn(lines, newline);
    }
}

/// Each by itself: a newline would fit many an expression, but belongs to no line.
void LogMatcher::matchLines(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const
{
    for (qsizetype begin = 0; begin < lines.size();) {
        const qsizetype newline = lines.indexOf('\n', begin);
        const qsizetype end = newline < 0 ? lines.size() : newline;
        if (const qsizetype at = m_pattern.indexIn(lines.sliced(begin, end - begin)); at >= 0)
            fits(begin + at);
        begin = end + 1;
    }
}

} // namespace lockstep
