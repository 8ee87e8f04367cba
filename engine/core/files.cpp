// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/files.h"

#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace lockstep {

int replaceFile(int folder, const std::string& name, std::string_view content)
{
    const std::string temporary = "." + name + ".new";
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
    Descriptor file(::openat(folder, temporary.c_str(), kFlags, 0600));
    if (!file)
        return errno;
    if (const int reason = writeWhole(file.get(), content); reason != 0)
        return reason;
    if (const int reason = putInPlace(std::move(file), folder, temporary, name); reason != 0)
        return reason;
    return ::fsync(folder) != 0 ? errno : 0;
}

int putInPlace(Descriptor file, int folder, const std::string& from, const std::string& to)
{
    // After a failed fsync the kernel may have dropped the bytes, so trying again would only hide the loss.
    if (::fsync(file.get()) != 0 || ::close(file.release()) != 0 ||
        ::renameat(folder, from.c_str(), folder, to.c_str()) != 0)
        return errno;
    return 0;
}

std::string withHome(const std::string& path)
{
    if (!path.starts_with("~/"))
        return path;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return home + path.substr(1);
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    return found != nullptr ? found->pw_dir + path.substr(1) : path;
}

std::int64_t wallMilliseconds()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string timeStamp()
{
    const std::int64_t now = wallMilliseconds();
    const auto seconds = static_cast<std::time_t>(now / 1000);
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
    const std::string milliseconds = std::to_string(1000 + now % 1000).substr(1);
    return std::string(text.data(), size) + "." + milliseconds + " ";
}

} // namespace lockstep
