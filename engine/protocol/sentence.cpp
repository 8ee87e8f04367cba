// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sentence.h"

#include "engine/protocol/result.h"

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

} // namespace

Sentence::Sentence(const Error& error) : text(error.text), arguments(error.arguments)
{
    if (!error.key.empty())
        *this =
            Sentence(LOCKSTEP_TEXT("%1: %2"), {error.key, Sentence(std::move(text), std::move(arguments))});
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

std::string fillPlaceholders(std::string_view text, const std::vector<std::string>& arguments)
{
    std::string filled;
    filled.reserve(text.size() + 32);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool placeholder =
            text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const auto index = placeholder ? static_cast<std::size_t>(text[i + 1] - '1') : arguments.size();
        if (index < arguments.size()) {
            filled += arguments[index];
            ++i;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

Sentence inARow(std::vector<Sentence> sentences, const std::string& separator)
{
    if (sentences.size() > kMaxSentenceArguments) {
        const auto rest = sentences.begin() + kMaxSentenceArguments - 1;
        Sentence last = inARow({rest, sentences.end()}, separator);
        sentences.erase(rest, sentences.end());
        sentences.push_back(std::move(last));
    }
    std::string places;
    for (std::size_t i = 1; i <= sentences.size(); ++i)
        places += (i == 1 ? "%" : separator + "%") + std::to_string(i);
    return {std::move(places), std::move(sentences)};
}

Sentence shallow(const Sentence& sentence, int depth)
{
    if (sentence.arguments.empty())
        return sentence;
    if (depth == 0 || sentence.arguments.size() > kMaxSentenceArguments)
        return sentence.english();
    Sentence kept = sentence;
    for (Sentence& argument : kept.arguments)
        argument = shallow(argument, depth - 1);
    return kept;
}

Sentence bounded(const Sentence& sentence, std::size_t maxBytes)
{
    Sentence kept = shallow(sentence);
    return bytesOf(kept) <= maxBytes ? kept : sentence.english();
}

} // namespace lockstep
