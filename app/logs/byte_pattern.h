// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <memory>

namespace lockstep {

/// A text or a regular expression that is looked for in UTF-8 as it is stored, with PCRE2, compiled to
/// machine code where the system allows it. Bytes that are no UTF-8 fit nothing, and do no harm. A value for
/// one thread.
class BytePattern {
public:
    enum class Kind { Text, Expression };

    /// `pattern`: UTF-8; letters match in either case unless `matchesCase`.
    BytePattern(QByteArrayView pattern, Kind kind, bool matchesCase);
    BytePattern(BytePattern&&) noexcept;
    BytePattern& operator=(BytePattern&&) noexcept;
    ~BytePattern();

    /// What is no regular expression fits nothing.
    bool isValid() const;
    /// Where its first match at `from` or later begins; -1: nowhere, or it would take too long to tell.
    qsizetype indexIn(QByteArrayView bytes, qsizetype from = 0) const;

private:
    struct Compiled;
    std::unique_ptr<Compiled> m_compiled;
};

} // namespace lockstep
