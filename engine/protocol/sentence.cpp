// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sentence.h"

#include <algorithm>

namespace lockstep {
namespace {

/// Of the quotes, braces and names around one part.
constexpr std::size_t kPartBytes = 32;

std::size_t bytesOf(const Sentence& sentence)
{
    std::size_t bytes = sentence.text.size() + kPartBytes;
    for (const Sentence& argument : sentence.arguments)
        bytes += bytesOf(argument);
    return bytes;
}

bool fits(const Sentence& sentence, int depth)
{
    return sentence.arguments.empty() ||
           (depth > 0 && sentence.arguments.size() <= kMaxSentenceArguments &&
            std::all_of(sentence.arguments.begin(), sentence.arguments.end(),
                        [depth](const Sentence& argument) { return fits(argument, depth - 1); }));
}

} // namespace

Sentence::Sentence(const Error& error)
    : text(error.text), arguments(error.arguments.begin(), error.arguments.end())
{
    if (!error.key.empty())
        *this = Sentence("%1: %2", {error.key, Sentence(std::move(text), std::move(arguments))});
}

std::string Sentence::english() const
{
    if (arguments.empty())
        return text;
    std::vector<std::string> fillings;
    fillings.reserve(arguments.size());
    for (const Sentence& argument : arguments)
        fillings.push_back(argument.english());
    return fillPlaceholders(text, fillings);
}

Sentence bounded(const Sentence& sentence, std::size_t maxBytes)
{
    if (fits(sentence, kMaxSentenceDepth) && bytesOf(sentence) <= maxBytes)
        return sentence;
    return sentence.english();
}

} // namespace lockstep
