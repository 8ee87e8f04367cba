// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/conditions_probe.h"

#include "engine/core/text_of_file.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace lockstep {
namespace {

std::optional<std::int64_t> numberAt(std::string_view text)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

/// 0 where there is none.
std::int64_t limitOf(__rlimit_resource resource)
{
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return 0;
    return static_cast<std::int64_t>(
        std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<std::int64_t>::max()));
}

/// Threads of this user: the folders in /proc/ID/task.
std::int64_t ownTasks()
{
    std::int64_t tasks = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator process("/proc", error), end; !error && process != end;
         process.increment(error)) {
        struct stat status {};
        if (!numberAt(process->path().filename().native()) || ::stat(process->path().c_str(), &status) != 0 ||
            status.st_uid != ::getuid())
            continue;
        std::error_code gone; // it may end meanwhile
        for (std::filesystem::directory_iterator task(process->path() / "task", gone); !gone && task != end;
             task.increment(gone))
            ++tasks;
    }
    return tasks;
}

/// By the limit of the user, which does not hold root back.
std::int64_t tasksLeftOfUser()
{
    const std::int64_t most = limitOf(RLIMIT_NPROC);
    if (most == 0 || ::geteuid() == 0)
        return -1;
    return std::max<std::int64_t>(0, most - ownTasks());
}

/// By the limit of the container, or of the session that a login has.
std::int64_t tasksLeftOfGroup()
{
    // "0::/user.slice/..." names the group below the mount, of which a container sees its own part as a
    // whole.
    const std::string groups = textOfFile("/proc/self/cgroup");
    const std::size_t begin = groups.rfind("0::");
    std::int64_t left = -1;
    std::string group = begin == std::string::npos ? "/" : groups.substr(begin + 3);
    group.resize(std::min(group.size(), group.find('\n')));
    for (std::filesystem::path path = group;; path = path.parent_path()) {
        const std::string folder = "/sys/fs/cgroup" + path.string();
        const std::int64_t here =
            tasksLeftOf(textOfFile(folder + "/pids.max"), textOfFile(folder + "/pids.current"));
        if (here >= 0)
            left = left < 0 ? here : std::min(left, here);
        if (!path.has_relative_path())
            return left;
    }
}

} // namespace

std::int64_t tasksLeftOf(std::string_view most, std::string_view present)
{
    const auto limit = numberAt(most); // else "max", or no such file
    const auto tasks = numberAt(present);
    return limit && tasks ? std::max<std::int64_t>(0, *limit - *tasks) : -1;
}

HostConditions probeConditions()
{
    HostConditions conditions;
    using std::chrono::system_clock;
    conditions.wallMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(system_clock::now().time_since_epoch()).count();
    conditions.openFiles = limitOf(RLIMIT_NOFILE);
    const std::int64_t ofUser = tasksLeftOfUser();
    const std::int64_t ofGroup = tasksLeftOfGroup();
    conditions.tasksLeft = ofUser < 0 || ofGroup < 0 ? std::max(ofUser, ofGroup) : std::min(ofUser, ofGroup);
    struct statvfs shared {};
    if (::statvfs("/dev/shm", &shared) == 0)
        conditions.sharedMemoryFreeBytes =
            static_cast<std::int64_t>(shared.f_bavail) * static_cast<std::int64_t>(shared.f_frsize);
    utsname names{};
    if (::uname(&names) == 0)
        conditions.machine = names.machine;
    return conditions;
}

} // namespace lockstep
