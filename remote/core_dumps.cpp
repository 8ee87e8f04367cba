// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/core_dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

namespace lockstep {

void forbidCoreDumps()
{
    // The limit alone does not count where the kernel hands dumps to a program.
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::prctl(PR_SET_DUMPABLE, 0);
}

} // namespace lockstep
