// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// Stands for any of NVIDIA's libraries: what tells the version of one of them.
#include <cstddef>

extern "C" {

std::size_t cudnnGetVersion()
{
    return LOCKSTEP_STUB_VERSION;
}

int ncclGetVersion(int* version)
{
    *version = LOCKSTEP_STUB_VERSION;
    return 0;
}
}
