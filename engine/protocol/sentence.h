// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

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

/// As deep as sentences stand in each other, and as many as fill one; what is read may not exceed either.
inline constexpr int kMaxSentenceDepth = 4;
inline constexpr std::size_t kMaxSentenceArguments = 9;

/// The same sentence within the limits and `maxBytes` (escaped or not, as the text of all parts and 32 bytes
/// for each). One beyond them becomes its English words, which have lost no more than their translation.
Sentence bounded(const Sentence& sentence, std::size_t maxBytes);

} // namespace lockstep
