// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/home_processes.h"

#include "engine/host/run_store.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

bool isOfThisUser(const std::string& process)
{
    struct stat owner {};
    return ::stat(process.c_str(), &owner) == 0 && owner.st_uid == ::geteuid();
}

/// The run folder below `home` whose mark the process bears; empty: none.
std::string markedFolder(const std::string& process, const std::string& home)
{
    std::ifstream file(process + "/environ", std::ios::binary);
    const std::string begin = std::string(kRunMark) + home + "/runs/";
    for (std::string entry; std::getline(file, entry, '\0');)
        if (entry.starts_with(begin))
            return entry.substr(kRunMark.size());
    return {};
}

/// The last column of proc(5)'s maps is the path as the kernel knows it, without symbolic links.
std::vector<std::string> mappedFiles(const std::string& process, const std::string& home)
{
    std::vector<std::string> files;
    std::ifstream file(process + "/maps");
    for (std::string line; std::getline(file, line);) {
        const std::size_t path = line.find('/');
        if (path == std::string::npos || line.compare(path, home.size() + 1, home + "/") != 0)
            continue;
        if (files.empty() || files.back() != std::string_view(line).substr(path))
            files.push_back(line.substr(path));
    }
    return files;
}

} // namespace

std::vector<HomeProcess> homeProcesses(const std::string& home)
{
    std::error_code ignored;
    const fs::path real = fs::canonical(home, ignored);
    const std::string mapped = ignored ? home : real.string();
    std::vector<HomeProcess> found;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename().string();
        pid_t pid = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        const std::string process = entry.path().string();
        if (error != std::errc{} || end != name.data() + name.size() || !isOfThisUser(process))
            continue;
        const auto identity = identityOf(pid);
        if (!identity)
            continue;
        HomeProcess one;
        one.identity = *identity;
        one.runFolder = markedFolder(process, home);
        one.files = mappedFiles(process, mapped);
        if (!one.runFolder.empty() || !one.files.empty())
            found.push_back(std::move(one));
    }
    return found;
}

} // namespace lockstep
