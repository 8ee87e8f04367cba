// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/host_sentences.h"

#include <algorithm>
#include <cstddef>

namespace lockstep {

namespace {

constexpr std::size_t kMostNames = 4;

/// "cpu-1, cpu-2, cpu-3 and 7 more". Whole sentences for each count: languages join names in their own ways.
Sentence listed(const std::vector<std::string>& names)
{
    static constexpr const char* kTexts[] = {
        LOCKSTEP_TEXT("%1 and %2"),
        LOCKSTEP_TEXT("%1, %2 and %3"),
        LOCKSTEP_TEXT("%1, %2, %3 and %4"),
    };
    if (names.size() == 1)
        return names.front();
    if (names.size() <= kMostNames)
        return {kTexts[names.size() - 2], {names.begin(), names.end()}};
    const std::size_t more = names.size() - (kMostNames - 1);
    return {LOCKSTEP_TEXT("%1, %2, %3 and %4 more hosts"),
            {names[0], names[1], names[2], std::to_string(more)}};
}

/// "gpu-1:22", "anna@[::1]:2222": as SshTarget::address() has it; no path, and nothing with words.
bool isAddress(const std::string& text)
{
    const std::size_t colon = text.rfind(':');
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return colon != std::string::npos && colon > 0 && colon + 1 < text.size() &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colon) + 1, text.end(), isDigit) &&
           text.find_first_of(" /%\"") == std::string::npos;
}

} // namespace

Sentence onHosts(const std::vector<std::string>& names, const Sentence& what)
{
    return {LOCKSTEP_TEXT("On %1: %2"), {listed(names), what}};
}

Sentence withoutAddress(const Sentence& sentence)
{
    if (sentence.arguments.empty() && isAddress(sentence.text))
        return LOCKSTEP_TEXT("the host");
    Sentence without(sentence.text);
    for (const Sentence& argument : sentence.arguments)
        without.arguments.push_back(withoutAddress(argument));
    return without;
}

std::vector<SharedSentence> sharedSentences(const std::vector<HostSentence>& told)
{
    std::vector<SharedSentence> shared;
    std::vector<Sentence> keys;
    for (const auto& [host, what] : told) {
        const Sentence key = withoutAddress(what);
        const auto known = std::ranges::find(keys, key);
        const auto index = static_cast<std::size_t>(known - keys.begin());
        if (known == keys.end()) {
            keys.push_back(key);
            shared.push_back({{}, what});
        } else if (shared[index].what != what)
            shared[index].what = key;
        shared[index].hosts.push_back(host);
    }
    return shared;
}

} // namespace lockstep
