// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/libraries/device_libraries.h"
#include "engine/compute/cuda/libraries/measuring_report.h"
#include "engine/compute/fusion_choice.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::cuda {

/// The convolutions of a program, each for the batch sizes that come. Those of the full batch are chosen with
/// care and before the first step, those of others when they are first met, at once.
class ConvolutionPlans {
public:
    using Id = std::size_t;

    explicit ConvolutionPlans(int batch) : m_batch(batch) {}

    /// `shape` is of one sample; `layer` is its name in the graph.
    Id add(ConvolutionShape shape, ConvolutionPass pass, std::string layer);
    /// What follows a forward pass and may be done with it: one epilogue of each kind. `with`: only if that
    /// one is done so too.
    void fuse(Id id, const ConvolutionEpilogue& epilogue, std::optional<Id> with = std::nullopt);
    /// What any of them may take: known by their shapes alone, without a device.
    std::int64_t workspaceLimit() const;
    /// Makes all those of the full batch, and compares what training may fuse; may take long, which the log
    /// is told of.
    void prepare(DeviceLibraries& libraries, const DeviceLog& log);
    /// Compares what evaluation may fuse, at the first call; the same.
    void prepareEvaluation(DeviceLibraries& libraries, const DeviceLog& log);
    const Convolution& of(Id id, int samples, DeviceLibraries& libraries);
    /// Null where it is done one after the other: so are all but full batches, for which nothing is compared.
    const FusedConvolution* fused(Id id, ConvolutionEpilogue::Kind kind, int samples) const;
    /// Of the comparisons that were made.
    std::vector<FusionChoice> fusions() const;

private:
    struct Fusion {
        ConvolutionEpilogue epilogue;
        std::optional<Id> with;
        ConvolutionFusion made{};
    };
    struct Wish {
        ConvolutionShape shape;
        ConvolutionPass pass;
        std::string layer;
    };
    using Made = std::vector<std::unique_ptr<Convolution>>; ///< by id
    void compare(DeviceLibraries& libraries, ConvolutionEpilogue::Kind kind, const DeviceLog& log);

    int m_batch;
    std::vector<Wish> m_wishes;
    std::map<int, Made> m_made; ///< by samples
    std::map<std::pair<Id, ConvolutionEpilogue::Kind>, Fusion> m_fusions;
    bool m_evaluationCompared = false;
};

} // namespace lockstep::cuda
