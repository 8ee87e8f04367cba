// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/amx/grid.h"

#include <cstring>

/// What amx_convolution.cpp asks the passes' files.
namespace lockstep {

std::int64_t amxBackwardWeightsScratch(const ConvolutionShape&, const PhaseGrid&);
void amxBackwardWeights(const ConvolutionShape&, const PhaseGrid&, int samples, const void* x, const void* dy,
                        float* weightGradient, void* scratch);

bool amxBackwardDataSupports(const ConvolutionShape&);
std::int64_t amxBackwardDataScratch(const ConvolutionShape&, const PhaseGrid&);
void amxPackWeights(const ConvolutionShape&, const PhaseGrid&, const float* weight, const WeightStrides&,
                    void* packed);
void amxBackwardData(const ConvolutionShape&, const PhaseGrid&, int samples, const void* dy,
                     const void* packed, void* dx, void* scratch);

/// Cuts arrays from a piece of memory, each aligned to 64 bytes. With null it only counts.
class Carver {
public:
    explicit Carver(void* memory) : m_memory(static_cast<char*>(memory)) {}
    template <typename T>
    T* take(std::int64_t count)
    {
        const std::int64_t at = m_taken;
        m_taken += (count * static_cast<std::int64_t>(sizeof(T)) + 63) / 64 * 64;
        return m_memory != nullptr ? reinterpret_cast<T*>(m_memory + at) : nullptr;
    }
    std::int64_t taken() const { return m_taken; }

private:
    char* m_memory;
    std::int64_t m_taken = 0;
};

} // namespace lockstep
