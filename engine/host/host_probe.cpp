// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/host_probe.h"

#include "engine/compute/device_kinds.h"
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/cuda_plugin.h"
#include "engine/core/key_lines.h"
#include "engine/core/processor.h"
#include "engine/core/processor_facts.h"
#include "engine/core/text_of_file.h"
#include "engine/host/host_names.h"
#include "engine/host/kernel_routes.h"
#include "engine/host/run_store.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <filesystem>
#include <ifaddrs.h>
#include <map>
#include <net/if.h>
#include <netdb.h>
#include <sstream>
#include <sys/utsname.h>

namespace lockstep {
namespace {

std::int64_t memoryBytes(const std::string& memoryInformation, std::string_view key)
{
    std::istringstream words(valueOfLine(memoryInformation, key, ':'));
    std::int64_t kibibytes = 0;
    words >> kibibytes;
    return kibibytes * 1024;
}

/// The runs folder may not exist yet; its nearest existing parent lies on the same disk.
std::int64_t freeDiskBytes()
{
    for (std::filesystem::path path = lockstepHome(); path.has_relative_path(); path = path.parent_path()) {
        std::error_code error;
        const auto space = std::filesystem::space(path, error);
        if (!error)
            return static_cast<std::int64_t>(space.available);
    }
    std::error_code error;
    const auto space = std::filesystem::space("/", error);
    return error ? 0 : static_cast<std::int64_t>(space.available);
}

GpuSupport gpuSupport()
{
    GpuSupport support;
    const BuildFacts& facts = buildFacts();
    if (!hasCudaPlugin())
        return support;
    support.cuda = std::to_string(facts.cudaMajor);
    for (const int architecture : facts.architectures)
        support.capabilities.push_back(std::to_string(architecture / 10) + '.' +
                                       std::to_string(architecture % 10));
    if (auto obstacle = cudaObstacle())
        support.refusal = std::move(*obstacle);
    return support;
}

} // namespace

std::vector<NetworkInterface> probeInterfaces()
{
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0)
        return {};
    std::vector<NetworkInterface> interfaces;
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
        const bool up = (entry->ifa_flags & IFF_UP) != 0;
        const int family = entry->ifa_addr == nullptr ? AF_UNSPEC : entry->ifa_addr->sa_family;
        if (!up || (family != AF_INET && family != AF_INET6))
            continue;
        std::array<char, NI_MAXHOST> text{};
        const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
        if (::getnameinfo(entry->ifa_addr, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0)
            continue;
        auto known = std::find_if(interfaces.begin(), interfaces.end(),
                                  [&](const NetworkInterface& i) { return i.name == entry->ifa_name; });
        if (known == interfaces.end())
            known = interfaces.insert(interfaces.end(), NetworkInterface{entry->ifa_name, {}, {}});
        known->addresses.emplace_back(text.data());
    }
    ::freeifaddrs(list);
    auto routes = kernelRoutes(textOfFile("/proc/net/route"));
    for (NetworkInterface& interface : interfaces)
        interface.routes = std::move(routes[interface.name]);
    return interfaces;
}

std::string prettySystemName(std::string_view osRelease)
{
    return valueOfLine(osRelease, "PRETTY_NAME", '=');
}

HostReport probeHost()
{
    HostReport report;
    report.engine = LOCKSTEP_VERSION;
    report.hostName = hostName();
    utsname names{};
    if (::uname(&names) == 0)
        report.kernel = std::string(names.sysname) + " " + names.release + " " + names.machine;
    report.system = prettySystemName(textOfFile("/etc/os-release"));
    const ProcessorFacts processor = thisProcessor();
    report.processor = processor.model;
    report.instructionSets = processor.instructionSets;
    report.cores = usableCores();
    const std::string memory = textOfFile("/proc/meminfo");
    report.memoryBytes = memoryBytes(memory, "MemTotal");
    report.memoryAvailableBytes = memoryBytes(memory, "MemAvailable");
    report.diskFreeBytes = freeDiskBytes();
    report.interfaces = probeInterfaces();
    probeGpus(report);
    report.gpuSupport = gpuSupport();
    report.sshAddress = sshServerAddress();
    report.deviceKinds.clear();
    for (const DeviceKind kind : servedDeviceKinds())
        report.deviceKinds.emplace_back(toString(kind));
    return report;
}

} // namespace lockstep
