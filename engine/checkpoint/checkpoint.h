// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/safetensors.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/journal_records.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Where a training stands between two steps: with the seed, all that the sampler needs to go on.
struct TrainingPosition {
    std::string run;
    std::int64_t step = 0;           ///< updates made so far; also names the folder step-<8 digits>
    int epoch = 0;                   ///< the one to go on in
    std::int64_t batchInEpoch = 0;   ///< the next batch of that epoch
    double epochLossSum = 0;         ///< over the samples of that epoch's batches done so far, of all ranks
    std::int64_t optimizerSteps = 0; ///< updates that the optimiser has counted (Adam's t)
    int worldSize = 1;
    std::int64_t globalBatch = 0; ///< samples of all ranks in one step
    std::uint64_t seed = 0;
    std::string model;                      ///< a name of modelNames()
    double bestTop1 = -1;                   ///< of the validation passes so far, 0 ... 1; -1: none yet
    int epochsSinceBest = 0;                ///< validation passes since the one of bestTop1
    double top1 = -1;                       ///< of the validation of these very weights; -1: there was none
    LossKind loss = LossKind::CrossEntropy; ///< that is trained on
    double labelSmoothing = 0;              ///< of it
    /// By rank, samples of a whole global batch, as a training has found them (ShareKind::Auto); else empty.
    std::vector<int> shares;
    bool operator==(const TrainingPosition&) const = default;
};

/// Whether this is better than all that were kept before; the last of the best ones are kept besides the
/// latest.
enum class Standing { Latest, Best };

struct SavedCheckpoint {
    std::string path;                       ///< "checkpoints/step-00000600", relative to the run folder
    std::int64_t bytes = 0;                 ///< of all its files
    std::vector<CheckpointRemoved> removed; ///< older ones, which made room
    Sentence warning;                       ///< it is saved, but older ones could not be removed; else empty
};

struct LoadedCheckpoint {
    std::string path;                     ///< of its folder
    Standing standing = Standing::Latest; ///< when it was saved
    TrainingPosition position;
    std::vector<LoadedTensor> model;
    std::vector<LoadedTensor> optimizer;
};

/// What the manifest alone says; the tensors were not looked at.
struct CheckpointSummary {
    std::string path;
    Standing standing = Standing::Latest;
    TrainingPosition position;
    std::int64_t bytes = 0;
};

/// Of a save under way: bytes on the disk, and of all tensors together.
using SavingProgress = std::function<void(std::int64_t doneBytes, std::int64_t totalBytes)>;

/// Loads the checkpoint in `folder` and verifies everything: manifest, sizes, SHA-256, structure of the
/// shards. Throws EngineError(CheckpointError) that names the file and what is wrong with it.
LoadedCheckpoint loadCheckpoint(const std::string& folder);

/// Which of a checkpoint's tensors.
enum class CheckpointPart { Model, Optimizer };
using TensorVisitor = std::function<void(CheckpointPart part, LoadedTensor tensor)>;
/// Verifies everything as loadCheckpoint(), then hands over one tensor after the other, so that no more than
/// one need be in memory.
CheckpointSummary visitCheckpoint(const std::string& folder, const TensorVisitor& visit);

/// The manifest of `folder`, checked. Throws EngineError(CheckpointError).
CheckpointSummary readManifest(const std::string& folder);

/// The checkpoints of one run, on rank 0's host: `<run folder>/checkpoints/step-<8 digits>/` with
/// model.safetensors, optimizer.safetensors and manifest.json.
///
/// A checkpoint is made in a hidden folder: each file written under a temporary name, forced to the disk,
/// closed, renamed; the manifest last; then the folder takes its name in one rename. So at any instant, a
/// crash or a power cut included, a step-... folder is whole or not there. Not thread-safe; one process at a
/// time.
class CheckpointStore {
public:
    /// Creates `<runFolder>/checkpoints` where needed and clears what a crash left. `keep` >= 2, `keepBest`
    /// >= 1.
    CheckpointStore(const std::string& runFolder, int keep, int keepBest = 1);

    /// Writes a checkpoint, then removes those that are neither among the `keep` latest nor among the
    /// `keepBest` saved last as Standing::Best. (Each of these was better than the one before, so they are
    /// the best.) One of the same step is replaced. Throws EngineError(CheckpointError); then the older ones
    /// are untouched. `progress` is told when it begins and with every piece that is safe.
    SavedCheckpoint save(const TensorStore& model, const TensorStore& optimizer,
                         const TrainingPosition& position, Standing standing,
                         const SavingProgress& progress = {});

    struct Newest {
        std::optional<LoadedCheckpoint> checkpoint;
        /// One for each newer one that was passed over because it is damaged.
        std::vector<Sentence> warnings;
    };
    /// The newest that verifies.
    Newest newest() const;

    /// The one of this name ("step-00000600"), verified. Throws EngineError(CheckpointError).
    LoadedCheckpoint load(const std::string& name) const;
    /// Those of a later step make room for a training that goes on from this one. What was removed, the
    /// newest first. Throws EngineError(CheckpointError).
    std::vector<CheckpointRemoved> removeAfter(std::int64_t step) const;

    /// Folders of all checkpoints with a manifest, oldest first; their content is not verified.
    std::vector<std::string> list() const;
    static constexpr std::int64_t kAnyStep = std::numeric_limits<std::int64_t>::max();
    /// Folder of the one saved last as Standing::Best, of those that are no later than this step.
    std::optional<std::string> best(std::int64_t upTo = kAnyStep) const;

private:
    void removeOld(std::vector<CheckpointRemoved>& removed) const;
    void remove(std::int64_t step, std::vector<CheckpointRemoved>& removed) const;
    std::vector<std::string> bestOnes(std::size_t most, std::int64_t upTo) const;

    std::string m_folder;
    int m_keep;
    int m_keepBest;
};

} // namespace lockstep
