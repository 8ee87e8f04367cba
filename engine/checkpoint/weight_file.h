// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/loaded_tensor.h"
#include "engine/core/tensor_store.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The weights of a model, from any file or folder that we can read.
struct WeightFile {
    enum class Format { Checkpoint, Safetensors, TorchZip, TorchLegacy };
    Format format = Format::Checkpoint;
    std::vector<LoadedTensor> tensors;
    std::string place;                ///< PyTorch: the key under which they stood, "state_dict"; else empty
    std::string prefix;               ///< PyTorch: "module." when it was taken off every name; else empty
    std::vector<std::string> skipped; ///< what else the file holds, by key: "epoch", "optimizer"
    std::map<std::string, std::string> metadata; ///< safetensors
    std::optional<TrainingPosition> position;    ///< of a checkpoint of ours
};
/// "safetensors", for people.
std::string_view toString(WeightFile::Format format);

/// Reads a checkpoint folder of ours (verified), a .safetensors file, or a file of torch.save; by content,
/// whatever its name is. Throws EngineError(CheckpointError) naming the file and what is wrong with it.
WeightFile readWeightFile(const std::string& path);

/// As readWeightFile(), but hands the tensors over one after the other and keeps none. Only those of
/// PyTorch's files are all in memory for it.
WeightFile visitWeightFile(const std::string& path, const std::function<void(LoadedTensor)>& visit);

/// Writes safetensors, or PyTorch's layout since 1.6, which torch.load(path, weights_only=True) takes: whole,
/// on the disk, or not at all. `format`: Safetensors or TorchZip. Returns the bytes written. Throws
/// EngineError(CheckpointError).
std::int64_t writeWeightFile(const std::string& path, const TensorStore& tensors, WeightFile::Format format);

/// What a partial restore did, by name, in the order of the file and, for `missing`, of the model.
struct PartialRestore {
    struct Mismatch {
        std::string name;
        Shape found;
        Shape expected;
    };
    std::vector<std::string> loaded;
    std::vector<Mismatch> otherShape; ///< kept their values: a head for other classes
    std::vector<std::string> unknown; ///< in the file only
    std::vector<std::string> missing; ///< in the model only; kept their values
};
/// One line, the first names of each list: "Loaded 60 tensors. Skipped, of another shape: fc.weight (1000x512
/// in the file, 10x512 in the model). Missing in the file: ...".
std::string toString(const PartialRestore& restore);

/// For fine-tuning: copies every tensor of `source` whose name and shape fit into `targets`. Throws
/// EngineError(CheckpointError) when none does: then it is the file of another model.
PartialRestore restoreMatching(std::span<const LoadedTensor> source, TensorStore& targets);

/// All or nothing, as restoreTensors, except that the `optional` names and those stored as Int64
/// (num_batches_tracked, which PyTorch before 0.4.1 did not save) may be missing; they keep their values.
void restoreWeights(std::span<const LoadedTensor> source, TensorStore& targets,
                    std::span<const std::string> optional);

} // namespace lockstep
