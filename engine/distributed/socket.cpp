// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/socket.h"

#include "engine/core/error.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

namespace {

struct Address {
    sockaddr_storage storage{};
    socklen_t length = 0;
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

// Numeric only: a name server is no part of the data path. getaddrinfo() also understands "fe80::1%eth0".
Address parseAddress(const std::string& text, int port)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const bool portFits = port >= 0 && port <= 65535;
    if (!portFits || getaddrinfo(text.c_str(), std::to_string(port).c_str(), &hints, &found) != 0 || !found)
        throw EngineError(
            ExitCode::Usage,
            {LOCKSTEP_TEXT("\"%1\", port %2, is no address: expected a numeric IPv4 or IPv6 address "
                           "and a port from 0 to 65535."),
             {text, std::to_string(port)},
             {}});
    Address address;
    std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
    address.length = found->ai_addrlen;
    freeaddrinfo(found);
    return address;
}

Descriptor openSocket(int family)
{
    Descriptor descriptor(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!descriptor)
        throw EngineError(ExitCode::Failure,
                          {LOCKSTEP_TEXT("Cannot open a network socket: %1. Raise the limit of open files "
                                         "(ulimit -n) or end other programs."),
                           {std::strerror(errno)},
                           {}});
    return descriptor;
}

} // namespace

Descriptor listenOn(const std::string& address, int port)
{
    Address at = parseAddress(address, port);
    Descriptor descriptor = openSocket(at.storage.ss_family);
    const int on = 1;
    ::setsockopt(descriptor.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at.storage.ss_family == AF_INET6)
        ::setsockopt(descriptor.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    constexpr int kBacklog = 1024; // strangers fill it too; a full one costs our own ranks a second each
    if (::bind(descriptor.get(), at.get(), at.length) != 0 || ::listen(descriptor.get(), kBacklog) != 0)
        throw EngineError(ExitCode::HostUnreachable,
                          {LOCKSTEP_TEXT("Cannot listen on %1, port %2: %3. Choose an address of this host "
                                         "(`ip address` lists them)."),
                           {address, std::to_string(port), std::strerror(errno)},
                           {}});
    return descriptor;
}

Endpoint localEndpoint(int descriptor)
{
    Address address;
    address.length = sizeof address.storage;
    char host[NI_MAXHOST] = {};
    char service[NI_MAXSERV] = {};
    if (::getsockname(descriptor, address.get(), &address.length) != 0 ||
        ::getnameinfo(address.get(), address.length, host, sizeof host, service, sizeof service,
                      NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        throw EngineError(
            ExitCode::Failure,
            {LOCKSTEP_TEXT("Descriptor %1 is no bound network socket: the process that starts ranks "
                           "must hand over the socket it listens on."),
             {std::to_string(descriptor)},
             {}});
    return {host, std::stoi(service)};
}

Descriptor startConnecting(const Endpoint& endpoint, int segmentBytes)
{
    Address to = parseAddress(endpoint.address, endpoint.port);
    Descriptor descriptor = openSocket(to.storage.ss_family);
    if (segmentBytes > 0)
        ::setsockopt(descriptor.get(), IPPROTO_TCP, TCP_MAXSEG, &segmentBytes, sizeof segmentBytes);
    if (::connect(descriptor.get(), to.get(), to.length) != 0 && errno != EINPROGRESS && errno != EINTR) {
        const int reason = errno;
        descriptor.reset();
        errno = reason;
    }
    return descriptor;
}

int connectError(int descriptor)
{
    int error = 0;
    socklen_t length = sizeof error;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
        return errno;
    return error;
}

void prepareForMessages(int descriptor)
{
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags >= 0)
        ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

std::string toString(const Endpoint& endpoint)
{
    const bool isIpv6 = endpoint.address.find(':') != std::string::npos;
    const std::string host = isIpv6 ? "[" + endpoint.address + "]" : endpoint.address;
    return host + ":" + std::to_string(endpoint.port);
}

} // namespace lockstep
