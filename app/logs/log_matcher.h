// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QRegularExpression>
#include <QString>
#include <array>
#include <functional>

namespace lockstep {

/// What is looked for in logs.
struct LogQuery {
    QString text;
    bool isPattern = false;   ///< `text` is a regular expression (PCRE)
    bool matchesCase = false; ///< else letters match in either case; of a text, those of ASCII

    bool operator==(const LogQuery&) const = default;
};

/// Finds the lines that a query fits, in bytes. A value for one thread.
class LogMatcher {
public:
    static constexpr qsizetype kMostQuery = 1024; ///< bytes of UTF-8

    explicit LogMatcher(const LogQuery& query);

    /// Empty, too long, or no regular expression: it fits nothing.
    bool isValid() const { return m_isValid; }
    /// Why a regular expression is none, in English as PCRE says it; empty when it is one.
    QString error() const;
    /// The same for text as it is shown, to mark what fits.
    const QRegularExpression& pattern() const { return m_shown; }

    /// Tells where the query fits, from the first line to the last: in each line its first match alone.
    /// REQUIRES: `lines` are whole, but for the last one's end.
    void match(QByteArrayView lines, const std::function<void(qsizetype offset)>& fits) const;

private:
    qsizetype indexOf(QByteArrayView bytes, qsizetype from) const;
    void matchText(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const;
    void setNeedle(QByteArray needle, bool matchesCase);
    void matchAscii(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const;
    void matchAllAscii(QByteArrayView lines, qsizetype from,
                       const std::function<void(qsizetype)>& fits) const;
    void matchLine(QByteArrayView line, qsizetype begin, const std::function<void(qsizetype)>& fits) const;

    bool m_isValid = false;
    bool m_isPattern = false;
    bool m_staysInLine = false; ///< no match of the pattern reaches over the end of a line
    QRegularExpression m_shown;
    QRegularExpression m_pattern;
    QByteArray m_needle;                  ///< folded; of a pattern, a text without which it never fits
    std::array<char, 256> m_folded{};     ///< a letter of either case, or each byte itself
    std::array<qsizetype, 256> m_shift{}; ///< by the byte under the needle's last: how far it may move on
};

} // namespace lockstep
