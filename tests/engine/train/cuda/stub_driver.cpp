// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// NVIDIA's driver on a host without a GPU, as far as the CUDA runtime asks it before it gives up (cuda.h:
/// the driver is of CUDA 13, and says CUDA_ERROR_NO_DEVICE).
extern "C" {

int cuInit(unsigned)
{
    return 100;
}

int cuDriverGetVersion(int* version)
{
    *version = 13000;
    return 0;
}
}
