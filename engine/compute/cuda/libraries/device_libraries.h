// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/queue.h"
#include "engine/compute/cuda/libraries/convolution_epilogue.h"
#include "engine/compute/cuda/libraries/convolution_shape.h"
#include "engine/compute/kernel_arguments.h"
#include "engine/protocol/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::cuda {

/// One pass of one shape, ready to be given to a queue. Immutable.
class Convolution {
public:
    virtual ~Convolution() = default;
    virtual std::int64_t workspaceBytes() const = 0;
    /// Overwrites `result`. The tensors are aligned to 16 bytes; the workspace is aligned to 256 bytes and
    /// used until the work is done.
    virtual void give(Queue& queue, const void* first, const void* second, void* result,
                      void* workspace) const = 0;
};

/// c = op(a) op(b) + beta c, row-major: op(a) {m, k}, op(b) {k, n}, c {m, n}. Sums are f32.
struct MatrixProduct {
    int m = 0;
    int n = 0;
    int k = 0;
    bool transposeA = false;            ///< a is stored {k, m}
    bool transposeB = false;            ///< b is stored {n, k}
    Element element = Element::Float32; ///< of a and b
    Element result = Element::Float32;  ///< of c: element or Float32
    float beta = 0;                     ///< 0: c is not read
};

/// How products of f32 are formed.
enum class Float32Products { Exact, Tf32 };

struct LibraryOptions {
    Float32Products float32 = Float32Products::Exact;
    bool deterministic = false; ///< only ways that add in a fixed order
};

/// What a product takes as workspace.
constexpr std::int64_t kProductWorkspaceBytes = std::int64_t{32} << 20;

/// Which of the ways in which the library can do a convolution.
enum class PlanChoice {
    Measured, ///< the fastest on this device, in memory of its own: waits, so not while the queue records
    First     ///< the one that the library holds for the best; nothing is run
};

/// A convolution and its epilogue as measured on the device: in one, and one after the other. In seconds.
struct FusionTimes {
    double fused = 0;
    double separate = 0;
    bool pays() const { return fused < separate; }
};
struct ConvolutionFusion {
    std::unique_ptr<FusedConvolution> fused; ///< null: one after the other
    std::optional<FusionTimes> times;        ///< where both were measured
};

/// The mathematics that libraries do. One thread.
class DeviceLibraries {
public:
    virtual ~DeviceLibraries() = default;
    /// Why this device cannot compute with the element type, and what to choose instead; nothing where it
    /// can.
    virtual std::optional<Error> refusal(Element element) const = 0;
    /// It takes no more workspace than convolutionWorkspaceLimit().
    virtual std::unique_ptr<Convolution> convolution(const ConvolutionShape& shape, ConvolutionPass pass,
                                                     PlanChoice choice) = 0;
    /// Whether the fastest way is known already, so that a measured choice is made at once.
    virtual bool isKnown(const ConvolutionShape& shape, ConvolutionPass pass) const = 0;
    /// A forward pass with what follows it, where the library can do that in one and a comparison on this
    /// device found it faster; never where sums are to have a fixed order. Measures in memory of its own:
    /// waits, so not while the queue records. It takes no more workspace than convolutionWorkspaceLimit().
    virtual ConvolutionFusion fusion(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) = 0;
    /// Likewise of what fusion() compares.
    virtual bool isKnown(const ConvolutionShape& shape, const ConvolutionEpilogue& epilogue) const = 0;
    /// The folder in which what was measured is kept for later runs; empty where it is not.
    virtual std::string keptIn() const = 0;
    /// The workspace has kProductWorkspaceBytes, is aligned to 256 bytes and used until the work is done.
    virtual void multiply(Queue& queue, const MatrixProduct& product, const void* a, const void* b, void* c,
                          void* workspace) = 0;
    /// For the log: "cuDNN 9.19.0, cuBLAS 13.1.0".
    virtual std::string description() const = 0;
};

/// cuDNN's and cuBLAS'. Borrows the queue, whose device it works on. Throws EngineError(DeviceUnavailable).
std::unique_ptr<DeviceLibraries> makeDeviceLibraries(Queue& queue, const LibraryOptions& options);

} // namespace lockstep::cuda
