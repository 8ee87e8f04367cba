// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <array>
#include <optional>
#include <vector>

namespace lockstep {

/// A text with its places: "Rank %1 has lost rank %2." is the parts "Rank ", " has lost rank ", "." and 1, 2.
/// The place of a number that decides between singular and plural, %n, is 0.
struct TextPattern {
    explicit TextPattern(const QString& text);

    QString text;
    QStringList parts;
    std::vector<int> places;
    qsizetype letters = 0; ///< in the parts: what tells this text from others
};

/// By place; one that the pattern lacks is empty.
using TextArguments = std::array<QString, 10>;

/// What stands in the places of `pattern` when the whole sentence was made from it.
std::optional<TextArguments> argumentsOf(const TextPattern& pattern, const QString& sentence);

} // namespace lockstep
