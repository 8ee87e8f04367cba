// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/compute/cuda/program/batch_upload.h"
#include "engine/compute/cuda/program/program_arena.h"
#include "engine/compute/cuda/program/segment.h"
#include "engine/compute/cuda/program/step_report.h"
#include "engine/compute/cuda/program/weight_packing.h"
#include "engine/graph/graph_part.h"

#include <array>
#include <memory>
#include <optional>

namespace lockstep::cuda {

/// Makes the libraries for a queue, as makeDeviceLibraries() does.
using LibrariesFactory =
    std::function<std::unique_ptr<DeviceLibraries>(Queue& queue, const LibraryOptions& options)>;

/// A graph, or a part of one, on one GPU. All its work is given to one queue; batches come by another one.
///
/// Where a training takes whole steps, forward and backward of a full batch are put off until the update is
/// given, and all that is one piece of work then. Whoever asks for anything else before has it given at once,
/// so that nobody sees the difference.
class CudaProgram final : public Program {
public:
    /// Throws EngineError, OutOfMemory before anything is allocated where the device has no room.
    CudaProgram(const GraphPart& part, const ProgramOptions& options, int device,
                const LibrariesFactory& libraries);
    /// Waits for what was given.
    ~CudaProgram() override;

    TensorStore& parameters() override { return *m_parameters; }
    TensorStore& gradients() override { return *m_gradients; }
    TensorStore& buffers() override { return *m_statistics; }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override { return lossBefore(0); }
    int stepsAhead() const override { return static_cast<int>(kReports) - 1; }
    LossResult lossBefore(int forwards) override;
    std::optional<ComputeSeconds> secondsBefore(int forwards) override;
    std::span<const float> logits() override;
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::shared_ptr<BatchMemory> batchMemory() const override { return m_upload->memory(); }
    std::int64_t memoryBytes() const override { return m_arena->bytes(); }
    std::vector<FusionChoice> fusions() const override { return m_plan.convolutions.fusions(); }

    /// For an optimiser or a strategy of this device. Valid as long as the program. Of several optimisers,
    /// the one that was made last is used.
    DeviceReplica replica();
    /// Whether backward may return before the gradients' work is given, `ready` notwithstanding: for
    /// strategies that do not look at them.
    void takeWholeSteps(bool whole);

    /// Of a part that precedes another: where the gradient of its output, which is logits(), is brought by
    /// work of the replica's queue between forward and backward. f32 of the samples of the last forward, with
    /// the channels last.
    std::span<float> outputGradient() const;
    /// Of a part that follows another: where backward leaves the gradient of its input, likewise.
    std::span<const float> inputGradient() const;

private:
    void makeStores(const Graph& graph);
    void makeSegments();
    void bringLossScale();
    void bringInput(const BatchView& batch);
    void giveForward(Phase phase);
    void givePutOff();
    void giveUpdate(const std::function<void()>& work);
    void giveWholeStep(const std::function<void()>& update);
    std::span<float> crossing(BufferId buffer, std::int64_t elements) const;
    StepReport& report(int forwards)
    {
        return m_reports[static_cast<std::size_t>(m_forwards - forwards) % kReports];
    }
    Frame frame(Phase phase, Gradients gradients);
    Segment::Batch batchKind() const;

    ProgramOptions m_options;
    bool m_follows;  ///< another part, so that its input is laid out already
    bool m_precedes; ///< another part
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
    static constexpr std::size_t kReports = 2; ///< of the last forward, and of the one before
    std::array<StepReport, kReports> m_reports;
    std::array<RepeatedWork, kReports> m_wholeSteps; ///< by the report that they fill
    bool m_takesWholeSteps = false;
    std::int64_t m_forwards = 0;
    PinnedMemory m_logits;
    int m_count = 0; ///< of the last forward
    enum class State { Idle, Forwarded } m_state = State::Idle;
    /// What was asked for and is not given yet, of a full batch's training step.
    enum class PutOff { Nothing, Forward, ForwardAndBackward } m_putOff = PutOff::Nothing;
};

} // namespace lockstep::cuda
