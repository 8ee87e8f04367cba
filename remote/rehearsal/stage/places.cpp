// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/places.h"

#include "engine/protocol/descriptor.h"
#include "engine/protocol/imitation.h"
#include "remote/rehearsal/stage_order.h"

#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

constexpr const char* kHome = "LOCKSTEP_HOME";

} // namespace

Places::Places(std::size_t count, std::string disk, Networks networks)
    : m_count(count), m_disk(std::move(disk)), m_networks(networks)
{
}

std::string Places::homeOf(std::size_t place) const
{
    return m_disk + "/place-" + std::to_string(place);
}

std::string Places::brakeOf(std::size_t place) const
{
    return homeOf(place) + "/slow-data";
}

bool Places::enter(std::size_t place) const
{
    return ::setenv(kHome, homeOf(place).c_str(), 1) == 0 &&
           ::setenv(kSlowData, brakeOf(place).c_str(), 1) == 0 &&
           (m_networks == Networks::Shared || ::setns(networkDescriptorOf(place), CLONE_NEWNET) == 0);
}

std::vector<pid_t> Places::processesIn(std::size_t place) const
{
    std::vector<pid_t> processes;
    for (const pid_t process : allProcesses())
        if (holds(place, process))
            processes.push_back(process);
    return processes;
}

bool Places::holds(std::size_t place, pid_t process) const
{
    if (m_networks == Networks::Own) {
        struct stat wanted {};
        struct stat network {};
        return ::fstat(networkDescriptorOf(place), &wanted) == 0 &&
               ::stat(("/proc/" + std::to_string(process) + "/ns/net").c_str(), &network) == 0 &&
               network.st_ino == wanted.st_ino && network.st_dev == wanted.st_dev;
    }
    const std::string environment = '\0' + toldOf(process, "environ");
    return environment.find('\0' + std::string(kHome) + "=" + homeOf(place) + '\0') != std::string::npos;
}

std::vector<pid_t> allProcesses()
{
    std::vector<pid_t> processes;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
    while (const dirent* const entry = folder ? ::readdir(folder.get()) : nullptr)
        if (const pid_t process = std::atoi(entry->d_name); process > 0)
            processes.push_back(process);
    return processes;
}

std::string toldOf(pid_t process, const char* file)
{
    const std::string path = "/proc/" + std::to_string(process) + "/" + file;
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    char buffer[4096];
    ssize_t size = 0;
    while ((size = ::read(descriptor.get(), buffer, sizeof buffer)) > 0)
        text.append(buffer, static_cast<std::size_t>(size));
    return size == 0 ? text : std::string();
}

} // namespace lockstep
