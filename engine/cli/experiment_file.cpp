// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/experiment_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <filesystem>
#include <fstream>

namespace lockstep {
namespace {

std::string readDocument(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text;
    std::string piece(1u << 16, '\0');
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0) {
        text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
        if (text.size() > kMaxExperimentBytes)
            throw EngineError(ExitCode::InvalidExperiment,
                              Error{LOCKSTEP_TEXT("The experiment %1 is larger than %2 bytes."),
                                    {path, std::to_string(kMaxExperimentBytes)},
                                    {}});
    }
    if (text.empty())
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("The experiment %1 cannot be read, or is empty."), {path}, {}});
    return text;
}

} // namespace

Experiment readExperimentFile(const std::string& path)
{
    namespace fs = std::filesystem;
    Experiment experiment = valueOrThrow(parseExperiment(readDocument(path)), ExitCode::InvalidExperiment);
    for (std::string* named : {&experiment.data.path, &experiment.data.testList, &experiment.model.weights})
        if (!named->empty())
            *named = fs::absolute(fs::path(path).parent_path() / withHome(*named)).string();
    return experiment;
}

} // namespace lockstep
