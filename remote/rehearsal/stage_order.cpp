// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage_order.h"

#include <charconv>

namespace lockstep {

namespace {

/// Beyond the descriptors that a program has anyhow.
constexpr int kFirstNetworkDescriptor = 64;

/// The text up to the next NUL, which is taken off as well; nothing where there is none.
std::optional<std::string_view> takeText(std::string_view& rest)
{
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return text;
}

std::optional<std::size_t> takeNumber(std::string_view& rest)
{
    const auto text = takeText(rest);
    std::size_t number = 0;
    if (!text || text->empty())
        return std::nullopt;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    const bool isNumber = error == std::errc() && end == text->data() + text->size();
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace

std::string coreText(const std::vector<std::size_t>& cores)
{
    std::string text;
    for (const std::size_t core : cores)
        text += (text.empty() ? "" : " ") + std::to_string(core);
    return text;
}

std::string toDatagram(const StageOrder& order)
{
    std::string bytes;
    const auto add = [&bytes](std::string_view text) {
        bytes += text;
        bytes += '\0';
    };
    add(std::to_string(static_cast<int>(order.kind)));
    add(std::to_string(order.place));
    add(std::to_string(order.words.size()));
    for (const std::string& word : order.words)
        add(word);
    return bytes + order.input;
}

std::optional<StageOrder> orderFrom(std::string_view datagram)
{
    const auto kind = takeNumber(datagram);
    const auto place = takeNumber(datagram);
    const auto count = takeNumber(datagram);
    if (!kind || *kind > static_cast<std::size_t>(StageOrder::Kind::Wire) || !place || !count ||
        *count == 0 || *count > datagram.size())
        return std::nullopt;
    StageOrder order{static_cast<StageOrder::Kind>(*kind), *place, {}, {}};
    for (std::size_t i = 0; i < *count; ++i) {
        const auto word = takeText(datagram);
        if (!word)
            return std::nullopt;
        order.words.emplace_back(*word);
    }
    order.input = datagram;
    return order;
}

int networkDescriptorOf(std::size_t place)
{
    return kFirstNetworkDescriptor + static_cast<int>(place);
}

std::string networkFileOf(std::size_t place)
{
    // The stage is the first process of its process namespace.
    return "/proc/1/fd/" + std::to_string(networkDescriptorOf(place));
}

} // namespace lockstep
