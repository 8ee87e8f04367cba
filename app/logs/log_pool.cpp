// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_pool.h"

namespace lockstep {

QThreadPool& logPool()
{
    static struct Pool : QThreadPool {
        // Disks serve few readers well, and the index of one log should not wait for the search of another.
        Pool()
        {
            setMaxThreadCount(4);
            setThreadPriority(QThread::LowPriority);
        }
    } pool;
    return pool;
}

} // namespace lockstep
