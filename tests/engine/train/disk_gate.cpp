// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/train/disk_gate.h"

#include "engine/protocol/mutex.h"

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep::testing {
namespace {

struct Gate {
    Mutex mutex;
    ConditionVariable changed;
    Disk disk LOCKSTEP_GUARDED_BY(mutex) = Disk::Quick;
    int waiting LOCKSTEP_GUARDED_BY(mutex) = 0;
};

Gate& gate()
{
    static Gate one;
    return one;
}

bool isOfACheckpoint(int descriptor)
{
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
    return path.string().find("/checkpoints/.saving") != std::string::npos;
}

/// False: the disk is full.
bool pass()
{
    Gate& g = gate();
    const MutexLock lock(g.mutex);
    ++g.waiting;
    g.changed.wait(g.mutex, [&g]() LOCKSTEP_REQUIRES(g.mutex) { return g.disk != Disk::Stuck; });
    --g.waiting;
    if (g.disk != Disk::FullOnce)
        return true;
    g.disk = Disk::Quick;
    return false;
}

} // namespace

void setDisk(Disk disk)
{
    Gate& g = gate();
    {
        const MutexLock lock(g.mutex);
        g.disk = disk;
    }
    g.changed.notifyAll();
}

bool someoneWaitsForTheDisk()
{
    Gate& g = gate();
    const MutexLock lock(g.mutex);
    return g.waiting > 0;
}

} // namespace lockstep::testing

extern "C" int fsync(int descriptor)
{
    if (!lockstep::testing::isOfACheckpoint(descriptor) || lockstep::testing::pass())
        return static_cast<int>(::syscall(SYS_fsync, descriptor));
    errno = ENOSPC;
    return -1;
}
