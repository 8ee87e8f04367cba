// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/near_names.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace lockstep {
namespace {

constexpr std::size_t kMostNear = 4;
constexpr std::size_t kLongestName = 64; ///< nobody means a longer one
constexpr std::size_t kLeastPart = 3;    ///< of a name, to stand for it
constexpr std::size_t kCharactersPerEdit = 4;

std::string bareName(std::string_view name)
{
    std::string bare;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z')
            bare += static_cast<char>(c - 'A' + 'a');
        else if (c != '-' && c != '_' && c != ' ')
            bare += c;
    }
    return bare;
}

/// How many characters are to be put in, left out or changed (Levenshtein).
std::size_t editsBetween(std::string_view one, std::string_view other)
{
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < one.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> nearNames(std::string_view found, const std::vector<std::string>& known)
{
    const std::string wanted = bareName(found.substr(0, kLongestName));
    if (wanted.empty())
        return {};
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : known) {
        const std::string bare = bareName(name);
        if (bare == wanted)
            return {name};
        const std::size_t edits = editsBetween(wanted, bare);
        const bool isPart = wanted.size() >= kLeastPart && (bare.find(wanted) != std::string::npos ||
                                                            wanted.find(bare) != std::string::npos);
        if (isPart || edits <= std::max<std::size_t>(1, wanted.size() / kCharactersPerEdit))
            near.emplace_back(edits, name);
    }
    std::stable_sort(near.begin(), near.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(near.size(), kMostNear); ++i)
        names.push_back(std::move(near[i].second));
    return names;
}

} // namespace lockstep
