// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/run_launch.h"

#include "engine/protocol/start_table.h"
#include "remote/run/routed_addresses.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <sys/random.h>

namespace lockstep {

namespace {

bool isIpv4(const std::string& address)
{
    return address.find(':') == std::string::npos;
}

/// IPv4 first: link-local IPv6 addresses do not connect without a scope.
Result<std::string> addressOfInterface(const Host& host, const HostReport& report)
{
    std::string known;
    for (const NetworkInterface& interface : report.interfaces) {
        known += (known.empty() ? "" : ", ") + interface.name;
        if (interface.name != host.interface || interface.addresses.empty())
            continue;
        const auto found = std::ranges::find_if(interface.addresses, isIpv4);
        return found != interface.addresses.end() ? *found : interface.addresses.front();
    }
    return Error{LOCKSTEP_TEXT("Host %1 has no network interface \"%2\" with an address; it has %3. Choose "
                               "another one or leave the field empty."),
                 {host.name, host.interface, known.empty() ? LOCKSTEP_TEXT("none") : known},
                 ""};
}

/// `ourEnd`: as HostWelcome::localAddress, of whichever host tells it.
Result<AddressSeeker> seekerOf(const Host& host, const HostWelcome& welcome, const std::string& ourEnd)
{
    if (!host.interface.empty()) {
        const auto address = addressOfInterface(host, welcome.report);
        if (!address)
            return address.error();
        return AddressSeeker{&welcome.report, address.value(), true};
    }
    if (host.connection == Connection::Local && !welcome.peerAddress.empty()) // of a rehearsal
        return AddressSeeker{&welcome.report, welcome.peerAddress, true};
    if (host.connection == Connection::Local)
        return AddressSeeker{&welcome.report, ourEnd, false};
    const std::string& told = welcome.report.sshAddress;
    return AddressSeeker{&welcome.report, told.empty() ? welcome.peerAddress : told, false};
}

} // namespace

Result<std::map<std::size_t, std::string>> bindAddresses(const Topology& topology,
                                                         const std::map<std::size_t, HostWelcome>& welcomes)
{
    std::string ourEnd;
    bool isAlone = true; // nobody else takes part
    for (const auto& [index, welcome] : welcomes) {
        if (topology.hosts[index].connection != Connection::Ssh)
            continue;
        isAlone = welcomes.size() == 1;
        if (ourEnd.empty())
            ourEnd = welcome.localAddress;
    }
    std::map<std::size_t, AddressSeeker> seekers;
    for (const auto& [index, welcome] : welcomes) {
        auto seeker = seekerOf(topology.hosts[index], welcome, ourEnd);
        if (!seeker)
            return seeker.error();
        if (isAlone && !seeker->isChosen)
            seeker->address = "127.0.0.1";
        seekers[index] = std::move(*seeker);
    }
    if (!isAlone)
        if (auto routed = routedAddresses(seekers))
            return std::move(*routed);
    std::map<std::size_t, std::string> addresses;
    for (const auto& [index, seeker] : seekers) {
        if (seeker.address.empty())
            return Error{
                LOCKSTEP_TEXT("The other hosts are reached over a jump host, so it is not known how "
                              "they reach %1. Choose the network interface of %1 that they can reach."),
                {topology.hosts[index].name},
                ""};
        addresses[index] = seeker.address;
    }
    return addresses;
}

Result<StartRequest> startRequest(const std::string& run, const Experiment& experiment,
                                  const std::map<std::size_t, SubmittedReply>& replies)
{
    Result<StartRequest> request = startTable(run, experiment, replies);
    if (!request)
        return request;
    auto token = drawToken();
    if (!token)
        return token.error();
    request->token = std::move(token.value());
    return request;
}

Result<std::string> drawToken()
{
    unsigned char bytes[32];
    if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
        return Error{LOCKSTEP_TEXT("The system gives no random numbers: %1."), {std::strerror(errno)}, ""};
    std::string token;
    for (const unsigned char byte : bytes) {
        token += "0123456789abcdef"[byte >> 4];
        token += "0123456789abcdef"[byte & 15];
    }
    ::explicit_bzero(bytes, sizeof bytes);
    return token;
}

} // namespace lockstep
