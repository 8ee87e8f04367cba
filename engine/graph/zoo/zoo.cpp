// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include "engine/core/error.h"

namespace lockstep {

const std::vector<ZooModel>& zooModels()
{
    static const std::vector<ZooModel> models{
        {"mnist-cnn", makeMnistCnn},
        {"lenet", makeLenet},
    };
    return models;
}

Graph makeModel(const std::string& name, const Shape& sample, int classes)
{
    std::string known;
    for (const ZooModel& model : zooModels()) {
        if (model.name == name)
            return model.make(sample, classes);
        known += (known.empty() ? "" : ", ") + std::string(model.name);
    }
    throw EngineError(ExitCode::InvalidExperiment,
                      {LOCKSTEP_TEXT("There is no model named \"%1\". The models are: %2."), {name, known}, "model.name"});
}

} // namespace lockstep
