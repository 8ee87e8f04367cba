// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearsal/stage/namespaces.h"

#include "engine/protocol/descriptor.h"
#include "remote/rehearsal/stage_order.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

void require(bool done, const char* what)
{
    if (!done)
        throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

void writeFile(const char* path, const std::string& text)
{
    const Descriptor file(::open(path, O_WRONLY | O_CLOEXEC));
    require(file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()), path);
}

/// One user, ourselves, who is root in here: it takes that to shape a network.
void mapOwnUser(uid_t user, gid_t group)
{
    writeFile("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
    writeFile("/proc/self/setgroups", "deny");
    writeFile("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

} // namespace

void enterOwnWorld(bool keepsUsers)
{
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    const int users = keepsUsers ? 0 : CLONE_NEWUSER;
    require(::unshare(users | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID) == 0, "unshare");
    if (!keepsUsers)
        mapOwnUser(user, group);
    require(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "mount --make-rprivate /");
}

void makeNetworks(std::size_t places)
{
    // A descriptor for each place, besides those of the programs that are started.
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    for (std::size_t place = 0; place < places; ++place) {
        require(::unshare(CLONE_NEWNET) == 0, "unshare");
        const Descriptor network(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
        const int wanted = networkDescriptorOf(place);
        require(network && ::dup3(network.get(), wanted, O_CLOEXEC) == wanted, "/proc/self/ns/net");
    }
}

void mountOwnFiles()
{
    constexpr unsigned long kHarmless = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    require(::mount("proc", "/proc", "proc", kHarmless, nullptr) == 0, "mount /proc");
    require(::mount("tmpfs", kStageDisk, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0700") == 0, "mount /dev/shm");
}

} // namespace lockstep
