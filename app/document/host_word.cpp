// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/host_word.h"

#include "app/document/node_names.h"
#include "engine/protocol/address_parts.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>

namespace lockstep {

namespace {

constexpr std::size_t kMaxAddress = 255;
constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kMaxUser = 64;
constexpr int kLeastPort = 1024; ///< below it, but for 22, a number behind a host is a count

std::optional<int> numberIn(std::string_view digits)
{
    int number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || failure != std::errc{} || end != digits.data() + digits.size() || number < 1)
        return std::nullopt;
    return number;
}

bool isIpv6(const std::string& text)
{
    in6_addr address{};
    return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

std::string quad(in_addr address)
{
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, &address, text.data(), text.size());
    return text.data();
}

/// Resolvers read 116 as 0.0.0.116 and 10.1 as 10.0.0.1, as inet_aton(3) does; nobody means that.
Result<void> checkNumbers(const std::string& address)
{
    in_addr read{};
    if (inet_aton(address.c_str(), &read) == 0)
        return {};
    if (quad(read) != address)
        return Error{
            LOCKSTEP_TEXT("%1 would be taken for the address %2; write all four numbers, or a name."),
            {address, quad(read)},
            ""};
    if ((ntohl(read.s_addr) >> 24) == 0)
        return Error{LOCKSTEP_TEXT("%1 is the address of no host."), {address}, ""};
    return {};
}

bool isNameLetter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
}

/// Letters, digits, - and _ in labels of at most 63, the last of which is no number. (RFC 1123, 2.1)
bool isName(std::string_view name)
{
    if (name.size() > kMaxAddress)
        return false;
    if (name.ends_with('.'))
        name.remove_suffix(1);
    for (;;) {
        const std::string_view label = name.substr(0, name.find('.'));
        if (label.empty() || label.size() > kMaxLabel || label.starts_with('-') || label.ends_with('-') ||
            !std::ranges::all_of(label, isNameLetter))
            return false;
        if (label.size() == name.size())
            return label.find_first_not_of("0123456789") != std::string_view::npos;
        name.remove_prefix(label.size() + 1);
    }
}

Result<void> checkAddress(const std::string& address)
{
    if (isIpv6(address))
        return {};
    in_addr read{};
    if (inet_aton(address.c_str(), &read) != 0)
        return checkNumbers(address);
    if (!isName(address))
        return Error{LOCKSTEP_TEXT("“%1” is neither the name nor the address of a host."), {address}, ""};
    return {};
}

bool isUser(std::string_view user)
{
    return !user.empty() && user.size() <= kMaxUser && !user.starts_with('-') &&
           std::ranges::all_of(user, [](char letter) {
               return isNameLetter(letter) || letter == '.' || letter == '+' || letter == '\\';
           });
}

Result<ListedHost> readNumber(ListedHost listed, std::string_view digits)
{
    const auto number = numberIn(digits);
    const bool isPort =
        !listed.user.empty() || number.value_or(0) == listed.port || number.value_or(0) >= kLeastPort;
    if (!number || (isPort && !portIn(digits)))
        return Error{LOCKSTEP_TEXT("Found “%1” behind the colon, expected a port or a number of ranks."),
                     {std::string(digits)},
                     ""};
    (isPort ? listed.port : listed.ranks) = *number;
    return listed;
}

} // namespace

std::optional<int> portIn(std::string_view digits)
{
    constexpr int kLastPort = 65535;
    const auto number = numberIn(digits);
    return number && *number <= kLastPort ? number : std::nullopt;
}

bool isNumericHost(const std::string& address)
{
    in_addr read{};
    return inet_pton(AF_INET, address.c_str(), &read) == 1 || isIpv6(address);
}

Result<std::vector<ListedHost>> readHostWord(std::string_view word)
{
    const AddressParts parts = partsOfAddress(word);
    ListedHost listed;
    if (parts.user) {
        listed.user = *parts.user;
        if (!isUser(listed.user))
            return Error{LOCKSTEP_TEXT("“%1” is no user's name."), {listed.user}, ""};
    }
    if (parts.port) {
        auto numbered = readNumber(listed, *parts.port);
        if (!numbered)
            return numbered.error();
        listed = std::move(*numbered);
    }
    const auto names = expandNodeNames(parts.host);
    if (!names)
        return names.error();
    std::vector<ListedHost> hosts;
    for (const std::string& name : *names) {
        listed.address = name;
        if (const auto checked = checkAddress(name); !checked)
            return checked.error();
        hosts.push_back(listed);
    }
    return hosts;
}

} // namespace lockstep
