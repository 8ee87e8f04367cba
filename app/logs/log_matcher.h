// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/byte_pattern.h"

#include <QByteArrayView>
#include <QRegularExpression>
#include <QString>
#include <functional>

namespace lockstep {

/// What is looked for in logs.
struct LogQuery {
    QString text;
    bool isPattern = false;   ///< `text` is a regular expression (PCRE)
    bool matchesCase = false; ///< else letters match in either case

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
    void matchLines(QByteArrayView lines, const std::function<void(qsizetype)>& fits) const;

    bool m_isPattern;
    QRegularExpression m_shown;
    BytePattern m_pattern;
    bool m_isValid;
};

} // namespace lockstep
