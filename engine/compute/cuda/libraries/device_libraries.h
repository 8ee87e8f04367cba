// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/kernel_arguments.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lockstep::cuda {

/// A convolution of maps, dense channels-last: x {samples, frames, rows, columns, inChannels}, weights
/// {outChannels, frames, rows, columns, inChannels / groups} of the windows, y as x with outChannels. A
/// picture is a clip of one frame. All of the same element type; sums are f32.
struct ConvolutionShape {
    int samples = 1;
    int inChannels = 1;
    int outChannels = 1;
    int groups = 1;
    Side frames = {1, 1, 1, 1, 0};
    Side rows = {};
    Side columns = {};
    Element element = Element::Float32;
    bool operator==(const ConvolutionShape&) const = default;
};

enum class ConvolutionPass {
    Forward,        ///< (x, weights) -> y
    BackwardData,   ///< (dy, weights) -> dx
    BackwardWeights ///< (x, dy) -> dweights
};

/// One pass of one shape, ready to be given to a queue. Immutable.
class Convolution {
public:
    virtual ~Convolution() = default;
    virtual std::int64_t workspaceBytes() const = 0;
    /// Overwrites `result`. The workspace is aligned to 256 bytes and used until the work is done.
    virtual void give(Queue& queue, const void* first, const void* second, void* result,
                      void* workspace) const = 0;
};

/// c = alpha op(a) op(b) + beta c, row-major: op(a) {m, k}, op(b) {k, n}, c {m, n}.
struct MatrixProduct {
    int m = 0;
    int n = 0;
    int k = 0;
    bool transposeA = false;            ///< a is stored {k, m}
    bool transposeB = false;            ///< b is stored {n, k}
    Element element = Element::Float32; ///< of a and b
    Element result = Element::Float32;  ///< of c: element or Float32
    float beta = 0;
};

/// How products of f32 are formed.
enum class Float32Products { Exact, Tf32 };

struct LibraryOptions {
    Float32Products float32 = Float32Products::Exact;
    bool deterministic = false; ///< only ways that add in a fixed order
    /// Choose among the ways that the library offers by measuring them on the device; else the first one.
    bool measure = true;
};

/// The mathematics that libraries do. One thread.
class DeviceLibraries {
public:
    virtual ~DeviceLibraries() = default;
    /// May measure: synchronous, and not while the queue records.
    virtual std::unique_ptr<Convolution> convolution(const ConvolutionShape& shape, ConvolutionPass pass) = 0;
    virtual std::int64_t productWorkspaceBytes() const = 0;
    virtual void multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b, void* c,
                          void* workspace) = 0;
    /// For the log: "cuDNN 9.19.0, cuBLAS 13.1".
    virtual std::string description() const = 0;
};

/// cuDNN's and cuBLAS'. Borrows the queue, whose device it works on. Throws EngineError(DeviceUnavailable).
std::unique_ptr<DeviceLibraries> makeDeviceLibraries(Queue& queue, const LibraryOptions& options);

} // namespace lockstep::cuda
