// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/starting_point.h"

#include "engine/core/error.h"
#include "engine/train/model_tensors.h"
#include "engine/train/rank_fit.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace lockstep {
namespace {

[[noreturn]] void throwMismatch(const std::string& folder, const char* what, const std::string& found,
                                const std::string& expected)
{
    throw EngineError(
        ExitCode::CheckpointError,
        Error{LOCKSTEP_TEXT("The checkpoint %1 cannot be gone on from: its %2 is %3, but the experiment's "
                            "is %4. Start a new run, or set the experiment back."),
              {folder, what, found, expected},
              {}});
}

void requireFit(const std::string& folder, const TrainingPosition& found, const TrainingPosition& expected)
{
    if (found.model != expected.model)
        throwMismatch(folder, LOCKSTEP_TEXT("model"), found.model, expected.model);
    if (found.seed != expected.seed)
        throwMismatch(folder, LOCKSTEP_TEXT("seed"), std::to_string(found.seed),
                      std::to_string(expected.seed));
    // Between two epochs any number of ranks may take over; within one, the batches must be cut alike.
    if (found.batchInEpoch > 0 && found.globalBatch != expected.globalBatch)
        throwMismatch(folder, LOCKSTEP_TEXT("global batch, in the middle of an epoch,"),
                      std::to_string(found.globalBatch), std::to_string(expected.globalBatch));
}

/// Of the best checkpoint at `position` or before it.
double bestTop1(const CheckpointStore& store, const TrainingPosition& position)
{
    const auto folder = store.best(position.step); // what came after it is done again
    if (!folder)
        return -1;
    const TrainingPosition best = readManifest(*folder).position;
    return best.top1 < 0 ? best.bestTop1 : best.top1; // an older checkpoint does not tell its own
}

/// Takes the strategy's tensors out of those that the checkpoint has besides the model, under their own
/// names.
std::vector<LoadedTensor> takeStrategyState(std::vector<LoadedTensor>& tensors)
{
    const std::string_view head = kStrategyState;
    const auto others =
        std::stable_partition(tensors.begin(), tensors.end(),
                              [&](const LoadedTensor& tensor) { return !tensor.name.starts_with(head); });
    std::vector<LoadedTensor> taken(std::make_move_iterator(others), std::make_move_iterator(tensors.end()));
    tensors.erase(others, tensors.end());
    for (LoadedTensor& tensor : taken)
        tensor.name.erase(0, head.size());
    return taken;
}

/// A loss scale is one precision's: a training that goes on in another does without it, or begins with its
/// own.
void restoreOptimizer(std::vector<LoadedTensor>& tensors, TensorStore& state)
{
    const auto isLossScale = [](const auto& tensor) { return tensor.name == kLossScaleState; };
    if (std::ranges::none_of(state.tensors(), isLossScale))
        std::erase_if(tensors, isLossScale);
    restoreTensors(tensors, state, isLossScale);
}

} // namespace

StartingPoint loadStart(const CheckpointStore& store, const std::string& resume,
                        const TrainingPosition& expected, Program& program, Optimizer& optimizer)
{
    auto newest = resume == kResumeLatest ? store.newest() : CheckpointStore::Newest{store.load(resume), {}};
    StartingPoint start{expected, {}, std::move(newest.warnings), -1, {}};
    if (!newest.checkpoint) {
        start.warnings.push_back(
            LOCKSTEP_TEXT("There is no checkpoint to go on from; the training starts anew."));
        return start;
    }
    LoadedCheckpoint& checkpoint = *newest.checkpoint;
    requireFit(checkpoint.path, checkpoint.position, expected);
    start.strategy = takeStrategyState(checkpoint.optimizer);
    JoinedTensors model = modelTensors(program);
    restoreTensors(checkpoint.model, model);
    restoreOptimizer(checkpoint.optimizer, optimizer.state());

    start.checkpoint = std::filesystem::path(checkpoint.path).filename().string();
    start.position = checkpoint.position;
    start.position.run = expected.run;
    start.position.worldSize = expected.worldSize;
    start.position.globalBatch = expected.globalBatch;
    start.position.loss = expected.loss;
    start.position.labelSmoothing = expected.labelSmoothing;
    start.position.top1 = -1;
    start.bestTop1 = bestTop1(store, start.position);
    return start;
}

void restoreStrategy(const StartingPoint& start, int worldSize, TensorStore& tensors)
{
    if (!start.checkpoint.empty())
        restoreTensors(fitToRanks(start.strategy, worldSize), tensors);
}

} // namespace lockstep
