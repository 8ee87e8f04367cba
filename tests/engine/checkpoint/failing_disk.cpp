// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/failing_disk.h"

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {
namespace {

struct Disk {
    int callsLeft = 0; ///< before the one that fails; 0: none does
    int error = 0;
    DiskFailure failure = DiskFailure::Once;
    DiskReport report;
    std::set<ino_t> notForced; ///< files that could not be forced to the disk
};

Disk& disk()
{
    static Disk one;
    return one;
}

bool isFile(int descriptor)
{
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/// Sets errno where the call of now is one that fails.
bool fails()
{
    Disk& d = disk();
    if (d.callsLeft == 0 || --d.callsLeft > 0)
        return false;
    d.callsLeft = d.failure == DiskFailure::FromNow ? 1 : 0;
    ++d.report.failed;
    errno = d.error;
    return true;
}

int force(long number, int descriptor)
{
    struct stat status {};
    ::fstat(descriptor, &status);
    Disk& d = disk();
    d.report.forcedAgain += d.notForced.contains(status.st_ino) ? 1 : 0;
    if (!fails())
        return static_cast<int>(::syscall(number, descriptor));
    d.notForced.insert(status.st_ino);
    return -1;
}

} // namespace

void failDisk(int call, int error, DiskFailure failure)
{
    disk() = {.callsLeft = call, .error = error, .failure = failure, .report = {}, .notForced = {}};
}

DiskReport mendDisk()
{
    const DiskReport report = disk().report;
    disk() = {};
    return report;
}

} // namespace lockstep

using lockstep::fails;

extern "C" {

int fsync(int descriptor)
{
    return lockstep::force(SYS_fsync, descriptor);
}

int fdatasync(int descriptor)
{
    return lockstep::force(SYS_fdatasync, descriptor);
}

ssize_t write(int descriptor, const void* bytes, std::size_t count)
{
    if (lockstep::isFile(descriptor) && fails())
        return -1;
    return ::syscall(SYS_write, descriptor, bytes, count);
}

int open(const char* path, int flags, ...)
{
    std::va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    if ((flags & O_CREAT) != 0 && fails())
        return -1;
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

/// A close that fails closes all the same.
int close(int descriptor)
{
    const bool isWritten = (::fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_WRONLY;
    const bool failed = isWritten && lockstep::isFile(descriptor) && fails();
    const int error = errno;
    const auto result = static_cast<int>(::syscall(SYS_close, descriptor));
    if (!failed)
        return result;
    errno = error;
    return -1;
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept
{
    return fails() ? -1 : static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, 0));
}

int rename(const char* from, const char* to) noexcept
{
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    return fails() ? -1 : static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}

int mkdir(const char* path, mode_t mode) noexcept
{
    return fails() ? -1 : static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}
}
