// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cpu/amx/convolution.h"

#include "engine/compute/cpu/amx/passes.h"

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockstep {
namespace {

bool processorHasAmx()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0)
        return false;
    constexpr unsigned kBf16 = 1u << 22;
    constexpr unsigned kTiles = 1u << 24;
    return (edx & kBf16) != 0 && (edx & kTiles) != 0 && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bf16");
}

/// Linux saves the tiles of those threads only that asked for it (since 5.16); for all threads of the process
/// at once.
bool kernelLetsUse()
{
    constexpr long kRequestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM
    constexpr long kTileData = 18;              // XFEATURE_XTILEDATA
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

} // namespace

bool amxAvailable()
{
    static const bool available = [] {
        __builtin_cpu_init();
        return processorHasAmx() && kernelLetsUse();
    }();
    return available;
}

bool AmxConvolution::supports(const ConvolutionShape& c, ConvolutionPass pass)
{
    if (!amxAvailable())
        return false;
    return pass == ConvolutionPass::BackwardWeights || amxBackwardDataSupports(c);
}

AmxConvolution::AmxConvolution(const ConvolutionShape& shape)
    : m_shape(shape), m_grid(std::make_unique<PhaseGrid>(shape))
{
}

AmxConvolution::~AmxConvolution() = default;

std::int64_t AmxConvolution::scratchBytes(ConvolutionPass pass) const
{
    return pass == ConvolutionPass::BackwardWeights ? amxBackwardWeightsScratch(m_shape, *m_grid)
                                                    : amxBackwardDataScratch(m_shape, *m_grid);
}

void AmxConvolution::pack(const float* weight, const WeightStrides& strides, void* packed) const
{
    amxPackWeights(m_shape, *m_grid, weight, strides, packed);
}

void AmxConvolution::backwardData(int samples, const void* dy, const void* packed, void* dx,
                                  void* scratch) const
{
    amxBackwardData(m_shape, *m_grid, samples, dy, packed, dx, scratch);
}

void AmxConvolution::backwardWeights(int samples, const void* x, const void* dy, float* weightGradient,
                                     void* scratch) const
{
    amxBackwardWeights(m_shape, *m_grid, samples, x, dy, weightGradient, scratch);
}

} // namespace lockstep
