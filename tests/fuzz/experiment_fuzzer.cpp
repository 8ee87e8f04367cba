// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

/// An experiment from the network or from a newer version: refused with a key, or kept whole.
namespace lockstep::fuzz {

Verdict tryInput(std::string_view bytes)
{
    const Result<Experiment> experiment = parseExperiment(bytes);
    if (!experiment.ok()) {
        require(!experiment.error().message().empty(), "a refusal says why");
        return Verdict::Refused;
    }
    const Result<Experiment> again = parseExperiment(toJson(*experiment));
    require(again.ok() && *again == *experiment, "an experiment survives being written and read");
    placeRanks(experiment->topology);
    return Verdict::Accepted;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/resources/templates"))
        if (entry.path().string().ends_with(".lockstep.json")) {
            std::ifstream file(entry.path(), std::ios::binary);
            all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace lockstep::fuzz
