// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include <sys/syscall.h>
#include <unistd.h>

/// To be preloaded into an engine: a disk that takes LOCKSTEP_TEST_DISK_MS milliseconds for every file of a
/// checkpoint that is forced to it.
namespace {

void wait(int descriptor)
{
    char path[4096] = {};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const char* const delay = std::getenv("LOCKSTEP_TEST_DISK_MS");
    if (delay == nullptr || ::readlink(link.c_str(), path, sizeof path - 1) < 0)
        return;
    if (std::string(path).find("/checkpoints/.saving/") != std::string::npos)
        ::usleep(static_cast<useconds_t>(std::atoi(delay)) * 1000);
}

} // namespace

extern "C" int fsync(int descriptor)
{
    wait(descriptor);
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
