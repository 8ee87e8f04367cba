// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/checkpoint/weight_file.h"
#include "engine/core/error.h"

#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

WeightFile::Format formatOf(const std::string& path)
{
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".safetensors")
        return WeightFile::Format::Safetensors;
    if (extension == ".pth" || extension == ".pt")
        return WeightFile::Format::TorchZip;
    throw EngineError(
        ExitCode::Usage,
        Error{LOCKSTEP_TEXT("--to names the file to write; it must end in .pth (or .pt) for PyTorch or "
                            "in .safetensors, but was given \"%1\"."),
              {path},
              {}});
}

ExitCode runExport(const Arguments& arguments)
{
    const std::string target = arguments.value("--to");
    const WeightFile::Format format = formatOf(target);
    WeightFile source = readWeightFile(arguments.positional().front());
    TensorCopy tensors;
    std::int64_t values = 0;
    std::int64_t rounded = 0;
    for (LoadedTensor& tensor : source.tensors) {
        const auto stored = isFloating(tensor.type) ? TensorInfo::Stored::Float32 : TensorInfo::Stored::Int64;
        values += tensor.shape.elements();
        tensors.add({arguments.value("--prefix") + tensor.name, tensor.shape, stored},
                    std::move(tensor.values));
        rounded += tensor.rounded;
    }
    const std::int64_t bytes = writeWeightFile(target, tensors, format);
    std::cout << target << ": " << tensors.tensors().size() << " tensors, " << values << " values, " << bytes
              << " bytes, for " << toString(format) << ".\n";
    if (rounded > 0)
        std::cout << rounded << " values that f32 cannot hold were rounded to the nearest.\n";
    std::cout << std::flush;
    return ExitCode::Success;
}

} // namespace

Subcommand exportCommand()
{
    return {"export",
            "Writes the weights of a checkpoint for PyTorch "
            "(torch.load with weights_only=True) or as safetensors.",
            {"CHECKPOINT"},
            {},
            {{"--to", "FILE", "the file to write: NAME.pth or NAME.safetensors"},
             {"--prefix", "TEXT", "put before every name: module."}},
            runExport};
}

} // namespace lockstep
