// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/nccl_environment.h"

#include "engine/protocol/mutex.h"

#include <cstdlib>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

namespace lockstep::cuda {
namespace {

constexpr const char* kInterface = "NCCL_SOCKET_IFNAME";

/// The environment is the process's, and ranks may be threads of one.
Mutex environmentMutex;

struct FreeAddresses {
    void operator()(ifaddrs* addresses) const { ::freeifaddrs(addresses); }
};

bool isIpv6(const std::string& address)
{
    return address.find(':') != std::string::npos;
}

bool hasAddress(const sockaddr& candidate, const std::string& numeric)
{
    if (candidate.sa_family == AF_INET) {
        in_addr wanted{};
        const auto& known = reinterpret_cast<const sockaddr_in&>(candidate);
        return ::inet_pton(AF_INET, numeric.c_str(), &wanted) == 1 && wanted.s_addr == known.sin_addr.s_addr;
    }
    if (candidate.sa_family == AF_INET6) {
        in6_addr wanted{};
        const auto& known = reinterpret_cast<const sockaddr_in6&>(candidate);
        return ::inet_pton(AF_INET6, numeric.c_str(), &wanted) == 1 &&
               std::memcmp(&wanted, &known.sin6_addr, sizeof wanted) == 0;
    }
    return false;
}

void setUnlessSet(const char* name, const std::string& value)
{
    ::setenv(name, value.c_str(), 0);
}

} // namespace

std::string interfaceOf(const std::string& address)
{
    // A link-local address names its interface itself, and others may have the same one.
    const std::size_t zone = address.find('%');
    if (zone != std::string::npos)
        return address.substr(zone + 1);
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0)
        return {};
    const std::unique_ptr<ifaddrs, FreeAddresses> owned(all);
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next)
        if (each->ifa_addr != nullptr && hasAddress(*each->ifa_addr, address))
            return each->ifa_name;
    return {};
}

void prepareNcclEnvironment(const std::string& address, bool deterministic)
{
    const std::string interface = interfaceOf(address);
    const MutexLock lock(environmentMutex);
    // A call that blocks inside NCCL could be neither watched nor broken off.
    ::setenv("NCCL_COMM_BLOCKING", "0", 1);
    if (!interface.empty()) {
        // "=": this name, not all that begin with it.
        setUnlessSet(kInterface, "=" + interface);
        setUnlessSet("NCCL_SOCKET_FAMILY", isIpv6(address) ? "AF_INET6" : "AF_INET");
    }
    if (deterministic) {
        setUnlessSet("NCCL_ALGO", "Ring");
        setUnlessSet("NCCL_PROTO", "Simple");
    }
}

Sentence ncclInterface()
{
    const MutexLock lock(environmentMutex);
    const char* const value = std::getenv(kInterface);
    if (value == nullptr)
        return Sentence(LOCKSTEP_TEXT("chosen by NCCL"));
    return *value == '=' ? value + 1 : value;
}

} // namespace lockstep::cuda
