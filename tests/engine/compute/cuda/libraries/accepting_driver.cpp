// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

/// NVIDIA's driver as far as cuDNN asks it while it compiles a plan for a device that is described and not
/// present (cuda.h): there is no device, and whatever code is brought is taken. Nothing ever runs.
namespace {

int theOnlyHandle = 0;

int give(void** made)
{
    *made = &theOnlyHandle;
    return 0;
}

int none(int* count)
{
    *count = 0;
    return 0;
}

} // namespace

extern "C" {

int cuDriverGetVersion(int* version)
{
    *version = 13000;
    return 0;
}
int cuGetErrorName(int, const char** name)
{
    *name = "none";
    return 0;
}
int cuGetErrorString(int, const char** text)
{
    *text = "no error";
    return 0;
}
int cuDeviceGetCount(int* count)
{
    return none(count);
}
int cuKernelGetAttribute(int* value, int, void*, int)
{
    return none(value);
}
int cuCtxGetCurrent(void** context)
{
    return give(context);
}
int cuLibraryLoadData(void** library)
{
    return give(library);
}
int cuLibraryLoadFromFile(void** library)
{
    return give(library);
}
int cuLibraryGetKernel(void** kernel)
{
    return give(kernel);
}

/// Looked up with the others, but of no use without a device.
#define LOCKSTEP_ACCEPTED(function)                                                                          \
    int function()                                                                                           \
    {                                                                                                        \
        return 0;                                                                                            \
    }
LOCKSTEP_ACCEPTED(cuCtxGetLimit)
LOCKSTEP_ACCEPTED(cuCtxPopCurrent)
LOCKSTEP_ACCEPTED(cuCtxPushCurrent)
LOCKSTEP_ACCEPTED(cuStreamGetCtx)
LOCKSTEP_ACCEPTED(cuLinkCreate)
LOCKSTEP_ACCEPTED(cuLinkAddData)
LOCKSTEP_ACCEPTED(cuLinkComplete)
LOCKSTEP_ACCEPTED(cuLinkDestroy)
LOCKSTEP_ACCEPTED(cuLaunchKernel)
LOCKSTEP_ACCEPTED(cuLaunchCooperativeKernel)
LOCKSTEP_ACCEPTED(cuLaunchKernelEx)
LOCKSTEP_ACCEPTED(cuDeviceGet)
LOCKSTEP_ACCEPTED(cuLibraryUnload)
LOCKSTEP_ACCEPTED(cuKernelSetAttribute)
LOCKSTEP_ACCEPTED(cuOccupancyMaxPotentialClusterSize)
}
