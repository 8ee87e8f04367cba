// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/tcp_connect.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <thread>

namespace lockstep {

namespace {

struct AddressListDeleter {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, AddressListDeleter>;

/// A look-up in progress. Shared with the thread that makes it, because getaddrinfo() can neither be given a
/// deadline nor be interrupted: when nobody waits any more, that thread is left to finish alone.
struct Lookup {
    std::string host;
    std::string port;
    AddressList addresses;
    int code = 0;
    WakeFlag done;

    void run(int flags)
    {
        addrinfo hints{};
        hints.ai_family = AF_UNSPEC;
        hints.ai_socktype = SOCK_STREAM;
        hints.ai_flags = flags | AI_NUMERICSERV;
        addrinfo* list = nullptr;
        code = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
        addresses.reset(list);
    }
};

Error cannotConnect(const SshTarget& target, const std::string& reason)
{
    return {
        LOCKSTEP_TEXT("Cannot connect to %1: %2. Check the address and the port, and that the host is on and "
                      "runs an SSH server."),
        {target.address(), reason},
        ""};
}

Result<AddressList> resolve(const SshTarget& target, Deadline deadline, const WakeFlag& interrupt)
{
    const auto lookup = std::make_shared<Lookup>();
    lookup->host = target.host;
    lookup->port = std::to_string(target.port);
    lookup->run(AI_NUMERICHOST);
    if (lookup->code == 0)
        return std::move(lookup->addresses);
    std::thread([lookup] {
        lookup->run(0);
        lookup->done.raise();
    }).detach();
    std::vector<pollfd> descriptors{{lookup->done.descriptor(), POLLIN, 0}};
    switch (waitFor(descriptors, deadline, interrupt)) {
    case Waited::Interrupted:
        return cannotConnect(target, LOCKSTEP_TEXT("interrupted"));
    case Waited::TimedOut:
        return cannotConnect(target, LOCKSTEP_TEXT("the name service does not answer"));
    case Waited::Ready:
        break;
    }
    if (lookup->code != 0)
        return cannotConnect(target, ::gai_strerror(lookup->code));
    return std::move(lookup->addresses);
}

void setOptions(int socket)
{
    const auto set = [socket](int level, int option, int value) {
        ::setsockopt(socket, level, option, &value, sizeof value);
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 5);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, 20'000);
}

/// The error of the attempt, 0 after success.
int connectOne(const addrinfo& address, Descriptor& socket, Deadline deadline, const WakeFlag& interrupt)
{
    socket.reset(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP));
    if (!socket)
        return errno;
    setOptions(socket.get());
    if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    std::vector<pollfd> descriptors{{socket.get(), POLLOUT, 0}};
    switch (waitFor(descriptors, deadline, interrupt)) {
    case Waited::Interrupted:
        return ECANCELED;
    case Waited::TimedOut:
        return ETIMEDOUT;
    case Waited::Ready:
        break;
    }
    int code = 0;
    socklen_t size = sizeof code;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &code, &size);
    // A refused connection says ECONNREFUSED. This one was accepted and ended at once, which is for whoever
    // reads from it to find.
    return code == ECONNRESET ? 0 : code;
}

std::string numeric(const sockaddr_storage& address, socklen_t size)
{
    char text[NI_MAXHOST] = {};
    if (address.ss_family != AF_INET && address.ss_family != AF_INET6)
        return {};
    if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, text, sizeof text, nullptr, 0,
                      NI_NUMERICHOST) != 0)
        return {};
    return text;
}

} // namespace

std::string SshTarget::address() const
{
    const bool colon = host.find(':') != std::string::npos;
    return (colon ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string SshTarget::userAddress() const
{
    return user.empty() ? address() : user + "@" + address();
}

Result<void> checkTarget(const SshTarget& target)
{
    const auto allowedInHost = [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::strchr("._:%-", c);
    };
    if (target.host.empty())
        return Error{LOCKSTEP_TEXT("It has no address yet; enter a host name or an IP address."), {}, ""};
    if (target.host.size() > 255 || target.host.front() == '-' ||
        target.host.find('\0') != std::string::npos || !std::ranges::all_of(target.host, allowedInHost))
        return Error{
            LOCKSTEP_TEXT("\"%1\" is no host name or address. Use letters, digits, '.', '-' and '_', or a "
                          "numeric address; write an international name in its \"xn--\" form."),
            {target.host.substr(0, 80)},
            ""};
    const auto badInUser = [](unsigned char c) { return c <= ' ' || c == 0x7f; };
    if (target.user.size() > 255 || target.user.starts_with('-') ||
        std::ranges::any_of(target.user, badInUser))
        return Error{LOCKSTEP_TEXT("\"%1\" is no user name: "
                                   "it must not begin with '-' or hold blanks or control characters."),
                     {target.user.substr(0, 80)},
                     ""};
    if (target.port < 1 || target.port > 65535)
        return Error{LOCKSTEP_TEXT("%1 is no port; expected a number from 1 to 65535."),
                     {std::to_string(target.port)},
                     ""};
    return {};
}

Result<Descriptor> connectTcp(const SshTarget& target, Deadline deadline, const WakeFlag& interrupt)
{
    const auto addresses = resolve(target, deadline, interrupt);
    if (!addresses)
        return addresses.error();
    int left = 0;
    for (const addrinfo* address = addresses.value().get(); address != nullptr; address = address->ai_next)
        ++left;
    int code = 0;
    for (const addrinfo* address = addresses.value().get(); address != nullptr; address = address->ai_next) {
        // Each address gets an equal share of the time left, so that a dead first one leaves room for the
        // others.
        const Deadline share = Clock::now() + (deadline - Clock::now()) / left--;
        Descriptor socket;
        code = connectOne(*address, socket, share, interrupt);
        if (code == 0)
            return socket;
        if (code == ECANCELED)
            break;
    }
    return cannotConnect(target, std::strerror(code));
}

std::string localAddressOf(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return {};
    return numeric(address, size);
}

std::string peerAddressOf(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return {};
    return numeric(address, size);
}

} // namespace lockstep
