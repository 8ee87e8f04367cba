// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/kernel_routes.h"

#include <arpa/inet.h>
#include <bit>
#include <cstdint>
#include <net/route.h>
#include <optional>
#include <sstream>

namespace lockstep {
namespace {

struct Route {
    std::string interface;
    std::uint32_t destination = 0, mask = 0; ///< in network byte order
    unsigned metric = 0;
};

std::optional<Route> parseRoute(const std::string& line)
{
    Route route;
    std::uint32_t gateway = 0;
    unsigned flags = 0, references = 0, uses = 0;
    std::istringstream fields(line);
    fields >> route.interface >> std::hex >> route.destination >> gateway >> flags >> std::dec >>
        references >> uses >> route.metric >> std::hex >> route.mask;
    const bool leads = (flags & RTF_UP) != 0 && (flags & RTF_REJECT) == 0;
    return fields && leads ? std::optional(route) : std::nullopt;
}

std::string prefixOf(const Route& route)
{
    char text[INET_ADDRSTRLEN] = {};
    ::inet_ntop(AF_INET, &route.destination, text, sizeof text);
    return std::string(text) + '/' + std::to_string(std::popcount(route.mask));
}

} // namespace

std::map<std::string, std::vector<std::string>> kernelRoutes(std::string_view table)
{
    std::map<std::string, Route> best; // by prefix
    std::istringstream lines{std::string(table)};
    for (std::string line; std::getline(lines, line);) {
        const auto route = parseRoute(line);
        if (!route)
            continue; // the heading
        const auto [known, isNew] = best.try_emplace(prefixOf(*route), *route);
        if (!isNew && route->metric < known->second.metric)
            known->second = *route;
    }
    std::map<std::string, std::vector<std::string>> routes;
    for (const auto& [prefix, route] : best)
        routes[route.interface].push_back(prefix);
    return routes;
}

} // namespace lockstep
