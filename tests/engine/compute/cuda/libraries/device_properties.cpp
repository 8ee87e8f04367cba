// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/compute/cuda/libraries/device_properties.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace lockstep::testing {

std::string devicePropertiesOf(const std::string& card)
{
    std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/engine/compute/cuda/libraries/device_properties/" + card +
                       ".json");
    EXPECT_TRUE(file) << card;
    return {std::istreambuf_iterator<char>(file), {}};
}

cuda::DeviceFacts deviceFactsOf(const std::string& card)
{
    const nlohmann::json properties = nlohmann::json::parse(devicePropertiesOf(card));
    const int version = properties.at("deviceVer").get<int>();
    return {properties.at("deviceName").get<std::string>(), version / 100, version % 100 / 10};
}

bool hasNote(const cuda::EngineConfig& config, cudnnBackendNumericalNote_t note)
{
    const cuda::CudnnDescriptor engine =
        config.config.get(CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_BACKEND_ENGINE_DESCRIPTOR, 1).at(0);
    const auto notes = engine.get<cudnnBackendNumericalNote_t>(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                                               CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
    return std::find(notes.begin(), notes.end(), note) != notes.end();
}

} // namespace lockstep::testing
