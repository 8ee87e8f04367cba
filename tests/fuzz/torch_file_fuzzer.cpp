// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/torch_file.h"
#include "engine/core/error.h"
#include "tests/engine/checkpoint/weights_fixture.h"
#include "tests/fuzz/fuzz_target.h"

/// A file of PyTorch from anywhere: zip directory, pickle, storages. Nothing in it is executed.
namespace lockstep::fuzz {

Verdict tryInput(std::string_view bytes)
{
    try {
        const TorchFile file = parseTorchFile(bytes, "f");
        for (const LoadedTensor& tensor : file.tensors)
            require(static_cast<std::int64_t>(tensor.values.size()) == tensor.shape.elements(),
                    "a tensor has as many values as its shape says");
        return Verdict::Accepted;
    } catch (const EngineError& error) {
        require(error.code() == ExitCode::CheckpointError, "a refusal is one of checkpoints");
        return Verdict::Refused;
    }
}

std::vector<std::string> seeds()
{
    const std::string content = pickle::dict({pickle::text("weight"), pickle::tensor(6, 0, {2, 3}, {3, 1}),
                                              pickle::text("epoch"), pickle::integer(7)});
    const std::string storage(6 * sizeof(float), '\x01');
    return {torchZip(content, {storage}), legacyParts(content, storage).join()};
}

} // namespace lockstep::fuzz
