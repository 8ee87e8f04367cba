// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/process_identity.h"

#include "engine/core/text_of_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep {
namespace {

struct Stat {
    char state = 'Z';
    pid_t parent = 0;
    std::uint64_t startTime = 0;
};

std::optional<Stat> readStat(pid_t pid)
{
    const std::string text = textOfFile("/proc/" + std::to_string(pid) + "/stat");
    // The name in parentheses may itself hold spaces and parentheses.
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos || end + 2 >= text.size())
        return std::nullopt;
    std::vector<std::string> fields;
    for (std::size_t begin = end + 2; begin < text.size() && fields.size() < 20;) {
        const std::size_t stop = std::min(text.find(' ', begin), text.size());
        fields.push_back(text.substr(begin, stop - begin));
        begin = stop + 1;
    }
    if (fields.size() < 20)
        return std::nullopt;
    Stat stat;
    stat.state = fields[0].empty() ? 'Z' : fields[0][0];
    std::from_chars(fields[1].data(), fields[1].data() + fields[1].size(), stat.parent);
    std::from_chars(fields[19].data(), fields[19].data() + fields[19].size(), stat.startTime);
    return stat;
}

std::vector<pid_t> allPids()
{
    std::vector<pid_t> pids;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename().string();
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error == std::errc{} && end == name.data() + name.size())
            pids.push_back(pid);
    }
    return pids;
}

bool hasEnvironment(pid_t pid, const std::string& entry)
{
    struct stat owner {};
    const std::string folder = "/proc/" + std::to_string(pid);
    if (::stat(folder.c_str(), &owner) != 0 || owner.st_uid != ::geteuid())
        return false;
    std::string text(1, '\0');
    text += textOfFile(folder + "/environ");
    return text.find('\0' + entry + '\0') != std::string::npos;
}

void reapChildren(const std::vector<ProcessIdentity>& processes)
{
    for (const ProcessIdentity& process : processes)
        ::waitpid(process.pid, nullptr, WNOHANG);
}

} // namespace

std::string bootId()
{
    static const std::string id = [] {
        std::string text = textOfFile("/proc/sys/kernel/random/boot_id");
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        return text;
    }();
    return id;
}

std::optional<ProcessIdentity> identityOf(pid_t pid)
{
    const std::optional<Stat> stat = readStat(pid);
    if (!stat || stat->state == 'Z' || stat->state == 'X')
        return std::nullopt;
    return ProcessIdentity{pid, stat->startTime, bootId()};
}

bool isAlive(const ProcessIdentity& identity)
{
    return identityOf(identity.pid) == identity;
}

bool signalProcess(const ProcessIdentity& identity, int signal)
{
    // By number: <sys/pidfd.h> of glibc 2.36 cannot be used from C++.
    const Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, identity.pid, 0)));
    // The handle pins the process, so a number that was reused before it was opened shows now.
    if (!isAlive(identity))
        return false;
    if (handle)
        return ::syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) == 0;
    return ::kill(identity.pid, signal) == 0;
}

std::vector<ProcessIdentity> descendants()
{
    std::multimap<pid_t, pid_t> children;
    for (const pid_t pid : allPids()) {
        if (const std::optional<Stat> stat = readStat(pid))
            children.emplace(stat->parent, pid);
    }
    std::vector<pid_t> pids{::getpid()};
    for (std::size_t i = 0; i < pids.size(); ++i) {
        const auto [begin, end] = children.equal_range(pids[i]);
        for (auto it = begin; it != end; ++it)
            pids.push_back(it->second);
    }
    std::vector<ProcessIdentity> result;
    for (std::size_t i = 1; i < pids.size(); ++i) {
        if (auto identity = identityOf(pids[i]))
            result.push_back(std::move(*identity));
    }
    return result;
}

std::vector<ProcessIdentity> processesWithEnvironment(const std::string& entry)
{
    std::vector<ProcessIdentity> result;
    for (const pid_t pid : allPids()) {
        if (pid == ::getpid() || !hasEnvironment(pid, entry))
            continue;
        if (auto identity = identityOf(pid))
            result.push_back(std::move(*identity));
    }
    return result;
}

std::vector<ProcessIdentity> sweepProcesses(SweepScope scope, const std::string& mark,
                                            Clock::time_point deadline)
{
    while (true) {
        std::vector<ProcessIdentity> left;
        if (scope == SweepScope::MarkedAndDescendants)
            left = descendants();
        for (ProcessIdentity& process : processesWithEnvironment(mark)) {
            if (std::find(left.begin(), left.end(), process) == left.end())
                left.push_back(std::move(process));
        }
        for (const ProcessIdentity& process : left)
            signalProcess(process, SIGKILL);
        reapChildren(left);
        if (left.empty() || Clock::now() >= deadline)
            return left;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace lockstep
