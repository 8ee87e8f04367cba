// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config_match.h"

#include <algorithm>
#include <cctype>

namespace lockstep {

namespace {

std::string lower(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// "a,b,!c"
bool matchesList(const std::string& text, std::string_view list)
{
    bool found = false;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        std::string_view pattern = list.substr(0, comma);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        const bool isNegated = pattern.starts_with('!');
        if (isNegated)
            pattern.remove_prefix(1);
        if (!matchesPattern(text, pattern))
            continue;
        if (isNegated)
            return false;
        found = true;
    }
    return found;
}

Matches from(bool matches)
{
    return matches ? Matches::Yes : Matches::No;
}

Matches matchesCriterion(const ConfigSubject& subject, const std::string& name, const std::string& value)
{
    if (name == "host")
        return from(matchesList(subject.hostName.empty() ? subject.target.host : subject.hostName, value));
    if (name == "originalhost")
        return from(matchesList(subject.target.host, value));
    if (name == "user")
        return from(
            matchesList(subject.target.user.empty() ? subject.localUser : subject.target.user, value));
    if (name == "localuser")
        return from(matchesList(subject.localUser, value));
    return Matches::Perhaps; // exec, localnetwork, tagged, and what newer versions know
}

} // namespace

bool matchesPattern(std::string_view text, std::string_view pattern)
{
    std::size_t t = 0, p = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == text[t] && pattern[p] != '*'))) {
            ++t;
            ++p;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    return std::ranges::all_of(pattern.substr(p), [](char c) { return c == '*'; });
}

Matches matchesHosts(const ConfigSubject& subject, const std::vector<std::string>& patterns)
{
    bool found = false;
    for (std::string_view pattern : patterns) {
        const bool isNegated = pattern.starts_with('!');
        if (isNegated)
            pattern.remove_prefix(1);
        if (!matchesPattern(subject.target.host, pattern))
            continue;
        if (isNegated)
            return Matches::No;
        found = true;
    }
    return from(found);
}

Matches matchesCriteria(const ConfigSubject& subject, const std::vector<std::string>& criteria,
                        bool& wantsFinalPass)
{
    Matches answer = Matches::Yes;
    for (std::size_t i = 0; i < criteria.size(); ++i) {
        std::string name = lower(criteria[i]);
        const bool isNegated = name.starts_with('!');
        if (isNegated)
            name.erase(0, 1);
        Matches one = Matches::Yes; // all
        if (name == "final" || name == "canonical") {
            wantsFinalPass = wantsFinalPass || name == "final";
            one = from(subject.isFinalPass);
        } else if (name != "all") {
            // The value is the next word, or follows "=".
            const std::size_t equals = criteria[i].find('=');
            const bool isJoined = equals != std::string::npos;
            if (isJoined)
                name.resize(equals - (isNegated ? 1 : 0));
            else if (++i == criteria.size())
                return Matches::Perhaps;
            one = matchesCriterion(subject, name, isJoined ? criteria[i].substr(equals + 1) : criteria[i]);
        }
        if (isNegated && one != Matches::Perhaps)
            one = from(one == Matches::No);
        answer = std::min(answer, one);
    }
    return criteria.empty() ? Matches::No : answer;
}

} // namespace lockstep
