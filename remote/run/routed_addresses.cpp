// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/routed_addresses.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <vector>

namespace lockstep {

namespace {

using Addresses = std::map<std::size_t, std::string>;

/// In host byte order; none for IPv6, of which the reports tell no routes.
std::optional<std::uint32_t> ipv4(const std::string& text)
{
    in_addr address{};
    return ::inet_pton(AF_INET, text.c_str(), &address) == 1 ? std::optional(ntohl(address.s_addr))
                                                             : std::nullopt;
}

/// How many leading bits a prefix ("10.1.0.0/16") that holds this address has; -1: it does not.
int matchedBits(const std::string& prefix, std::uint32_t address)
{
    const std::size_t slash = prefix.find('/');
    const auto network = ipv4(prefix.substr(0, slash));
    int bits = -1;
    if (!network || slash == std::string::npos)
        return -1;
    std::from_chars(prefix.data() + slash + 1, prefix.data() + prefix.size(), bits);
    if (bits < 0 || bits > 32)
        return -1;
    const std::uint32_t mask = bits == 0 ? 0 : ~std::uint32_t{0} << (32 - bits);
    return (address & mask) == (*network & mask) ? bits : -1;
}

/// The interface by which what is sent to an address leaves; nullptr: none is known.
struct Way {
    const NetworkInterface* interface = nullptr;
    int bits = -1; ///< of the prefix that names it; 0: it is that to any address
};

Way wayTo(const std::string& address, const HostReport& report)
{
    const auto target = ipv4(address);
    Way way;
    for (const NetworkInterface& interface : report.interfaces)
        for (const std::string& prefix : interface.routes)
            if (const int bits = target ? matchedBits(prefix, *target) : -1; bits > way.bits)
                way = {&interface, bits};
    return way;
}

bool isEndOfWay(const std::string& own, const std::string& other, const HostReport& report, int leastBits)
{
    const Way way = wayTo(other, report);
    return way.bits >= leastBits &&
           std::ranges::find(way.interface->addresses, own) != way.interface->addresses.end();
}

bool fit(std::size_t one, const std::string& address, std::size_t other, const std::string& otherAddress,
         const std::map<std::size_t, AddressSeeker>& hosts)
{
    const AddressSeeker &host = hosts.at(one), &otherHost = hosts.at(other);
    const bool areKnown = address == host.address && otherAddress == otherHost.address;
    const int leastBits = areKnown ? 0 : 1;
    return isEndOfWay(address, otherAddress, *host.report, leastBits) &&
           isEndOfWay(otherAddress, address, *otherHost.report, leastBits);
}

bool fitAll(const Addresses& addresses, const std::map<std::size_t, AddressSeeker>& hosts)
{
    for (auto one = addresses.begin(); one != addresses.end(); ++one)
        for (auto other = std::next(one); other != addresses.end(); ++other)
            if (!fit(one->first, one->second, other->first, other->second, hosts))
                return false;
    return true;
}

/// What each host may be found at, its own choice first. An address that several have, such as that of a
/// bridge for containers, leads from each to itself.
std::map<std::size_t, std::vector<std::string>>
candidatesOf(const std::map<std::size_t, AddressSeeker>& hosts)
{
    std::map<std::string, int> owners;
    for (const auto& [index, host] : hosts)
        for (const NetworkInterface& interface : host.report->interfaces)
            for (const std::string& address : interface.addresses)
                ++owners[address];
    std::map<std::size_t, std::vector<std::string>> candidates;
    for (const auto& [index, host] : hosts) {
        std::vector<std::string>& own = candidates[index];
        if (!host.address.empty())
            own.push_back(host.address);
        for (const NetworkInterface& interface : host.report->interfaces)
            for (const std::string& address : interface.addresses)
                if (!host.isChosen && ipv4(address) && !address.starts_with("127.") && owners[address] == 1 &&
                    address != host.address)
                    own.push_back(address);
    }
    return candidates;
}

} // namespace

std::optional<Addresses> routedAddresses(const std::map<std::size_t, AddressSeeker>& hosts)
{
    if (hosts.size() < 2 || std::ranges::none_of(hosts, [](const auto& one) {
            return one.second.address.empty() || ipv4(one.second.address);
        }))
        return std::nullopt;
    const auto candidates = candidatesOf(hosts);
    const auto& [first, firstHost] = *hosts.begin();
    for (const std::string& address : candidates.at(first)) {
        Addresses found{{first, address}};
        for (const auto& [other, own] : candidates) {
            const auto fitting = std::ranges::find_if(
                own, [&](const std::string& one) { return fit(first, address, other, one, hosts); });
            if (other != first && fitting != own.end())
                found[other] = *fitting;
        }
        if (found.size() == hosts.size() && fitAll(found, hosts))
            return found;
    }
    return std::nullopt;
}

} // namespace lockstep
