// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/compute/cuda/program/batch_upload.h"
#include "engine/compute/cuda/program/program_arena.h"
#include "engine/compute/cuda/program/segment.h"
#include "engine/compute/cuda/program/weight_packing.h"
#include "engine/graph/graph.h"

#include <memory>
#include <optional>

namespace lockstep::cuda {

/// Makes the libraries for a queue, as makeDeviceLibraries() does.
using LibrariesFactory =
    std::function<std::unique_ptr<DeviceLibraries>(Queue& queue, const LibraryOptions& options)>;

/// A graph on one GPU. All its work is given to one queue; batches come by another one.
class CudaProgram final : public Program {
public:
    /// Throws EngineError, OutOfMemory before anything is allocated where the device has no room.
    CudaProgram(const Graph& graph, const ProgramOptions& options, int device,
                const LibrariesFactory& libraries);
    /// Waits for what was given.
    ~CudaProgram() override;

    TensorStore& parameters() override { return *m_parameters; }
    TensorStore& gradients() override { return *m_gradients; }
    TensorStore& buffers() override { return *m_statistics; }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override;
    std::span<const float> logits() override;
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::shared_ptr<BatchMemory> batchMemory() const override { return m_upload->memory(); }
    std::int64_t memoryBytes() const override { return m_arena->bytes(); }

    /// For an optimiser and a strategy of this device. Valid as long as the program.
    DeviceReplica replica();

private:
    void makeStores(const Graph& graph);
    void makeSegments();
    void bringLossScale();
    void bringInput(const BatchView& batch);
    Frame frame(Phase phase, Gradients gradients);
    Segment::Batch batchKind() const;

    ProgramOptions m_options;
    Shape m_sample;
    int m_classes;
    Queue m_queue;
    std::unique_ptr<DeviceLibraries> m_libraries;
    ProgramPlan m_plan;
    std::optional<ProgramArena> m_arena;
    std::optional<WeightPacking> m_weights;
    std::optional<BatchUpload> m_upload;
    std::unique_ptr<DeviceTensors> m_parameters;
    std::unique_ptr<DeviceTensors> m_gradients;
    std::unique_ptr<DeviceTensors> m_statistics;
    std::optional<Segment> m_forward;
    std::vector<Segment> m_backward;
    PinnedMemory m_loss; ///< a LossBlock
    Event m_lossKnown;
    PinnedMemory m_logits;
    int m_count = 0; ///< of the last forward
    enum class State { Idle, Forwarded } m_state = State::Idle;
};

} // namespace lockstep::cuda
