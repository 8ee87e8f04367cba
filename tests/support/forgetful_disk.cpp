// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// For LD_PRELOAD: a program that forgets to force things to the disk, LOCKSTEP_TEST_FORGETS says which of
// them: "files" or "folders". What a test of power cuts is to notice.
#include <cstdlib>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

bool isForgotten(int descriptor)
{
    const char* const forgets = std::getenv("LOCKSTEP_TEST_FORGETS");
    struct stat status {};
    if (forgets == nullptr || ::fstat(descriptor, &status) != 0)
        return false;
    return std::string_view(forgets) == (S_ISDIR(status.st_mode) ? "folders" : "files");
}

} // namespace

extern "C" {

int fsync(int descriptor)
{
    return isForgotten(descriptor) ? 0 : static_cast<int>(::syscall(SYS_fsync, descriptor));
}

int fdatasync(int descriptor)
{
    return isForgotten(descriptor) ? 0 : static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}
}
