// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/text_pattern.h"

#include <QRegularExpression>
#include <algorithm>

namespace lockstep {

TextPattern::TextPattern(const QString& textWithPlaces) : text(textWithPlaces)
{
    static const QRegularExpression place(QStringLiteral("%([1-9n])"));
    qsizetype from = 0;
    for (auto it = place.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        parts.append(text.mid(from, match.capturedStart() - from));
        places.push_back(match.captured(1).toInt()); // "n" is no number: 0
        from = match.capturedEnd();
    }
    parts.append(text.mid(from));
    for (const QString& part : parts)
        letters += std::count_if(part.begin(), part.end(), [](QChar c) { return c.isLetter(); });
}

std::optional<TextArguments> argumentsOf(const TextPattern& pattern, const QString& sentence)
{
    const QStringList& parts = pattern.parts;
    if (!sentence.startsWith(parts.first()) || !sentence.endsWith(parts.last()))
        return std::nullopt;
    if (pattern.places.empty())
        return sentence == pattern.text ? std::optional<TextArguments>(TextArguments()) : std::nullopt;
    TextArguments arguments;
    qsizetype at = parts.first().size();
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
        const auto next = static_cast<qsizetype>(i) + 1;
        const QString& part = parts[next];
        const bool isLast = next == parts.size() - 1;
        const qsizetype end = isLast ? sentence.size() - part.size() : sentence.indexOf(part, at);
        if (end < at)
            return std::nullopt;
        const QString found = sentence.mid(at, end - at);
        QString& argument = arguments[static_cast<std::size_t>(pattern.places[i])];
        if (!argument.isEmpty() && argument != found)
            return std::nullopt;
        argument = found;
        at = end + part.size();
    }
    return arguments;
}

} // namespace lockstep
