// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/node_names.h"

#include "engine/protocol/topology.h"

#include <charconv>
#include <optional>

namespace lockstep {

namespace {

constexpr std::size_t kMaxDigits = 9;

Error noRange(std::string_view range)
{
    return {LOCKSTEP_TEXT("[%1] is no list of numbers: expected ranges such as 01-04,07."),
            {std::string(range)},
            ""};
}

std::optional<unsigned> nodeNumber(std::string_view digits)
{
    unsigned number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || digits.size() > kMaxDigits || failure != std::errc{} ||
        end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

std::string padded(unsigned number, std::size_t width)
{
    const std::string digits = std::to_string(number);
    return std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits;
}

/// The numbers of "01-03,07", each as wide as the first of its range.
Result<std::vector<std::string>> numbersOf(std::string_view ranges)
{
    std::vector<std::string> numbers;
    for (const std::string_view range : splitNodeList(ranges)) {
        const std::size_t dash = range.find('-');
        const std::string_view from = range.substr(0, dash);
        const auto first = nodeNumber(from);
        const auto last = dash == std::string_view::npos ? first : nodeNumber(range.substr(dash + 1));
        if (!first || !last || *last < *first || *last - *first >= kMaxHosts)
            return noRange(ranges);
        for (unsigned number = *first; number <= *last; ++number)
            numbers.push_back(padded(number, from.size()));
    }
    if (numbers.empty())
        return noRange(ranges);
    return numbers;
}

} // namespace

std::vector<std::string_view> splitNodeList(std::string_view list)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const bool ends = i == list.size() || (list[i] == ',' && depth <= 0);
        if (ends) {
            if (i > begin)
                parts.push_back(list.substr(begin, i - begin));
            begin = i + 1;
        } else if (list[i] == '[') {
            ++depth;
        } else if (list[i] == ']') {
            --depth;
        }
    }
    return parts;
}

Result<std::vector<std::string>> expandNodeNames(std::string_view expression)
{
    std::vector<std::string> names{""};
    while (!expression.empty()) {
        const std::size_t open = expression.find_first_of("[]");
        for (std::string& name : names)
            name += expression.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = expression.find(']', open);
        if (expression[open] == ']' || close == std::string_view::npos)
            return Error{
                LOCKSTEP_TEXT("A square bracket in %1 has no partner."), {std::string(expression)}, ""};
        const auto numbers = numbersOf(expression.substr(open + 1, close - open - 1));
        if (!numbers)
            return numbers.error();
        if (names.size() * numbers->size() > kMaxHosts)
            return Error{LOCKSTEP_TEXT("More than %1 hosts, which is the most that a drawing holds."),
                         {std::to_string(kMaxHosts)},
                         ""};
        std::vector<std::string> longer;
        for (const std::string& name : names) {
            for (const std::string& number : *numbers)
                longer.push_back(name + number);
        }
        names = std::move(longer);
        expression.remove_prefix(close + 1);
    }
    return names;
}

} // namespace lockstep
