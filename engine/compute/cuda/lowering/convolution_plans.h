// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/device_libraries.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace lockstep::cuda {

/// The convolutions of a program, each for the batch sizes that come. Those of the full batch are chosen with
/// care and before the first step, those of others when they are first met, at once.
class ConvolutionPlans {
public:
    using Id = std::size_t;

    explicit ConvolutionPlans(int batch) : m_batch(batch) {}

    /// `shape` is of one sample.
    Id add(ConvolutionShape shape, ConvolutionPass pass);
    /// What any of them may take: known by their shapes alone, without a device.
    std::int64_t workspaceLimit() const;
    /// Makes all those of the full batch, which may take long.
    void prepare(DeviceLibraries& libraries);
    const Convolution& of(Id id, int samples, DeviceLibraries& libraries);

private:
    struct Wish {
        ConvolutionShape shape;
        ConvolutionPass pass;
    };
    using Made = std::vector<std::unique_ptr<Convolution>>; ///< by id
    int m_batch;
    std::vector<Wish> m_wishes;
    std::map<int, Made> m_made; ///< by samples
};

} // namespace lockstep::cuda
