// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/launcher_address.h"

#include "engine/core/error.h"
#include "engine/distributed/authentication.h"
#include "engine/host/data_ports.h"

#include <memory>
#include <netdb.h>
#include <sys/socket.h>

namespace lockstep {
namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// IPv4 before IPv6, so that all hosts choose alike. Empty: the name has none.
AddressList addressesOf(const std::string& name, int port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    for (const int family : {AF_INET, AF_INET6}) {
        hints.ai_family = family;
        addrinfo* found = nullptr;
        if (::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &hints, &found) == 0 && found)
            return {found, &::freeaddrinfo};
    }
    return {nullptr, &::freeaddrinfo};
}

std::string numeric(const sockaddr* address, socklen_t length)
{
    char host[NI_MAXHOST] = {};
    if (::getnameinfo(address, length, host, sizeof host, nullptr, 0, NI_NUMERICHOST) != 0)
        return {};
    return host;
}

/// This end of a way to the master; nothing is sent. Empty: there is no way.
std::string ownEndOfWayTo(const Endpoint& master)
{
    const AddressList to = addressesOf(master.address, master.port);
    if (!to)
        return {};
    const Descriptor socket(::socket(to->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket || ::connect(socket.get(), to->ai_addr, to->ai_addrlen) != 0)
        return {};
    return localEndpoint(socket.get()).address;
}

} // namespace

RendezvousOptions rendezvousFor(const RankEnvironment& environment, const RunToken& token)
{
    if (environment.masterAddress.empty())
        throw EngineError(
            ExitCode::Usage,
            Error{LOCKSTEP_TEXT(
                      "Nobody says where rank 0 runs. Set MASTER_ADDR to the name of its host for all "
                      "ranks, as in \"mpirun -x MASTER_ADDR=gpu-a\"."),
                  {},
                  {}});
    RendezvousOptions options;
    options.number = environment.rank;
    options.members = environment.worldSize;
    options.token = token;
    options.run = environment.job + "/" + std::to_string(environment.restarts);
    options.master.port = environment.masterPort > 0 ? environment.masterPort : portOfJob(token, options.run);
    const AddressList found = addressesOf(environment.masterAddress, options.master.port);
    if (!found)
        throw EngineError(ExitCode::HostUnreachable,
                          Error{LOCKSTEP_TEXT("The host of rank 0, %1, has no address on this host. Set "
                                              "MASTER_ADDR to an address that all ranks reach."),
                                {environment.masterAddress},
                                {}});
    options.master.address = numeric(found->ai_addr, found->ai_addrlen);
    return options;
}

std::string addressTowards(const Endpoint& master, const RankEnvironment& environment)
{
    const std::string own = ownEndOfWayTo(master);
    const bool isLoopback = own.starts_with("127.") || own == "::1";
    const bool spansHosts = environment.localWorldSize < environment.worldSize;
    return own.empty() || (isLoopback && spansHosts) ? firstRoutedAddress() : own;
}

int portOfJob(const RunToken& token, const std::string& job)
{
    const std::string message = "lockstep port of job " + job;
    const Digest digest =
        hmacSha256(token, {reinterpret_cast<const std::uint8_t*>(message.data()), message.size()});
    return 20000 + (digest[0] + 256 * digest[1]) % 10000;
}

} // namespace lockstep
