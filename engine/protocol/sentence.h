// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Marks an English text for translation and yields it unchanged. The desktop looks it up in the
/// context "Error"; the engine, which has no Qt, prints it as it is.
#define LOCKSTEP_TEXT(text) text

namespace lockstep {

struct Error;

/// What a person is told, kept apart from its wording so that the window can say it in the reader's language.
///
/// `text` is a constant marked with LOCKSTEP_TEXT, holding %1 ... %9, or the words of someone else (the
/// system, a library, a rank's last line) as they came. What fills the places are sentences again: mostly
/// bare names and numbers, now and then one that has places itself ("Rank %1 ended with exit code %2: %3").
struct Sentence {
    std::string text;
    std::vector<Sentence> arguments;

    Sentence() = default;
    Sentence(std::string words) : text(std::move(words)) {}
    Sentence(std::string_view words) : text(words) {}
    Sentence(const char* words) : text(words) {}
    Sentence(std::string words, std::vector<Sentence> fillings)
        : text(std::move(words)), arguments(std::move(fillings))
    {
    }
    /// An error about a key begins with it: "%1: %2".
    Sentence(const Error& error);

    bool empty() const { return text.empty(); }
    /// With every place filled; one without an argument stays as it is.
    std::string english() const;

    bool operator==(const Sentence&) const = default;
};

/// Replaces %1 ... %9 in `text` by `arguments`; a placeholder without an argument stays as it is.
std::string fillPlaceholders(std::string_view text, const std::vector<std::string>& arguments);

/// As deep as sentences stand in each other, and as many as fill one; what is read may not exceed either.
inline constexpr int kMaxSentenceDepth = 6;
inline constexpr std::size_t kMaxSentenceArguments = 9;

/// One after another, in groups where there are more than one sentence may hold.
Sentence inARow(std::vector<Sentence> sentences, const std::string& separator = " ");

/// The same sentence, at most `depth` deep: what lies deeper, or has too many arguments, becomes its English
/// words, which have lost no more than their translation.
Sentence shallow(const Sentence& sentence, int depth = kMaxSentenceDepth);
/// Shallow, and within `maxBytes` (escaped or not, as the text of all parts and 32 bytes for each), else
/// English words as a whole.
Sentence bounded(const Sentence& sentence, std::size_t maxBytes);

} // namespace lockstep
