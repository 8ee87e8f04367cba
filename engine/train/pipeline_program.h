// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/part_program.h"
#include "engine/graph/cuts.h"
#include "engine/train/batch_pieces.h"
#include "engine/train/stage_threads.h"

#include <memory>
#include <vector>

namespace lockstep {

/// A model whose parts several devices hold, each one, as one program. A batch goes through them in pieces,
/// as through a pipe [Huang et al.: GPipe. 2019]: while a part computes a piece, the one before it computes
/// the next. The gradients are those of all pieces, added up in their order, as where one device accumulates
/// them; batch norm sees a piece at a time, and so it does there.
///
/// Every part has a thread of its own, on which it is made, computes, and ends: what libraries set up for a
/// thread stays with it.
///
/// A part keeps what it needs for the backward of one piece alone. With several, it computes the forward of
/// each again from what crossed into it, and the running statistics see every piece once.
class PipelineProgram final : public Program {
public:
    struct Plan {
        std::vector<LayerId> cuts; ///< one fewer than there are parts; see possibleCuts()
        int pieces = 1;            ///< of a batch of ProgramOptions::batch samples
    };
    /// Makes the program of a part, for the device that holds it; called on the threads of all parts at once.
    using MakePart = std::function<std::unique_ptr<PartProgram>(std::size_t number, const GraphPart& part,
                                                                const ProgramOptions& options)>;
    /// `options.threads`, the host's, are dealt out to the parts; each has one at least. Throws EngineError.
    PipelineProgram(const Graph& graph, const Plan& plan, const ProgramOptions& options,
                    const MakePart& make);
    ~PipelineProgram() override;

    TensorStore& parameters() override { return m_parameters; }
    TensorStore& gradients() override { return m_gradients; }
    TensorStore& buffers() override { return m_buffers; }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override { return m_loss; }
    std::span<const float> logits() override;
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::int64_t memoryBytes() const override;

    /// Of all parts, for an optimiser and a strategy in this host's memory. Valid as long as the program.
    HostReplica hostReplica();

private:
    struct Stage {
        std::unique_ptr<PartProgram> program;
        std::unique_ptr<TensorSnapshot> statistics; ///< of the buffers, where there are some
        std::size_t firstParameter = 0;             ///< in the whole
        Workers workers{};                          ///< the program's own
        int firstWorker = 0;                        ///< in the whole
        std::int64_t inputElements = 0;             ///< of a sample
        std::vector<float> input;                   ///< what crossed into it, piece after piece
        std::vector<float> inputGradient;           ///< and back
    };
    /// Some of the batch's samples.
    struct Piece {
        int first = 0;
        int count = 0;
    };

    void compileStages(const std::vector<GraphPart>& parts, const ProgramOptions& options,
                       const MakePart& make);
    void joinStores();
    void joinReplicas();
    bool isLast(int stage) const { return stage + 1 == m_threads.size(); }
    Stage& at(int stage) { return m_stages[static_cast<std::size_t>(stage)]; }
    std::vector<Piece> piecesOf(int count) const;
    void forwardPiece(int stage, const Piece& piece, Phase phase);
    void keepResult(int stage, const Piece& piece);
    void backwardStage(int stage, Gradients gradients);
    void backwardPiece(int stage, const Piece& piece, Gradients gradients, bool last);

    int m_pieceSize;
    StageThreads m_threads;
    std::vector<Stage> m_stages;
    JoinedTensors m_parameters, m_gradients, m_buffers;
    std::vector<Parameter> m_replicaParameters;
    std::vector<GradientBucket> m_replicaBuckets;
    int m_workers = 0;                    ///< of all stages
    std::vector<std::int32_t> m_noLabels; ///< for the parts without a loss
    std::vector<float> m_logits;          ///< of the batch
    int m_classes = 0;
    BatchView m_batch;           ///< of the last forward; still lent in backward
    std::vector<Piece> m_pieces; ///< of it
    LossResult m_loss;           ///< of it
};

} // namespace lockstep
