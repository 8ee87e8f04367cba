// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The state_dict of a file that torch.save wrote (.pth, .pt, .th, .pth.tar).
struct TorchFile {
    enum class Layout { Zip, Legacy }; ///< since PyTorch 1.6; before it
    Layout layout = Layout::Zip;
    std::vector<LoadedTensor> tensors; ///< in the order of the file
    std::string place;                 ///< where in the file they stood: "state_dict"; empty: at the top
    std::string prefix;                ///< "module." when every name began with it; it was taken off
    std::vector<std::string> skipped;  ///< what else the file holds, by key: "epoch", "optimizer"
};

/// Whether the content begins as one of PyTorch's layouts does, the ancient tar layout included.
bool looksLikeTorchFile(std::string_view bytes);

/// Reads the tensors and nothing else: the pickle inside is not executed, and whatever it names besides
/// tensors is refused by name. The state_dict is the dict at the top, or the one under "state_dict",
/// "model_state_dict", "model", ... in it. Throws EngineError(CheckpointError) naming `fileName`; memory
/// stays within 16 times the file's size plus 1 GiB.
TorchFile parseTorchFile(std::string_view bytes, const std::string& fileName);

} // namespace lockstep
