// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include "engine/core/error.h"

namespace lockstep {

const std::vector<ZooModel>& zooModels()
{
    static const std::vector<ZooModel> models{
#define LOCKSTEP_MODEL(name, make, channels, side, classes) {name, make, {channels, side, side}, classes},
#include "engine/protocol/models.inl"
#undef LOCKSTEP_MODEL
    };
    return models;
}

const ZooModel& zooModel(const std::string& name)
{
    std::string known;
    for (const ZooModel& model : zooModels()) {
        if (model.name == name)
            return model;
        known += (known.empty() ? "" : ", ") + std::string(model.name);
    }
    throw EngineError(
        ExitCode::InvalidExperiment,
        {LOCKSTEP_TEXT("There is no model named \"%1\". The models are: %2."), {name, known}, "model.name"});
}

Graph makeModel(const std::string& name, const Shape& sample, int classes)
{
    return zooModel(name).make(sample, classes);
}

} // namespace lockstep
