// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/zoo/zoo.h"

#include "engine/core/error.h"

namespace lockstep {

namespace {

Shape sampleOf(std::int64_t channels, std::int64_t frames, std::int64_t side)
{
    return frames == 0 ? Shape{channels, side, side} : Shape{channels, frames, side, side};
}

/// Of pictures and of clips there are models; none is of both.
void checkRank(const ZooModel& model, const Shape& sample)
{
    const bool wantsClips = model.sample.rank() == 4;
    if (wantsClips == (sample.rank() == 4))
        return;
    std::string others;
    for (const ZooModel& other : zooModels())
        if ((other.sample.rank() == 4) != wantsClips)
            others += (others.empty() ? "" : ", ") + std::string(other.name);
    const std::vector<Sentence> found{std::string(model.name), toString(sample), others};
    if (wantsClips)
        throw EngineError(
            ExitCode::InvalidExperiment,
            {LOCKSTEP_TEXT("The model %1 learns clips of video (channels x frames x height x width), but the "
                           "samples have the shape %2. Choose data of clips, or a model of pictures: %3."),
             found, "model.name"});
    throw EngineError(
        ExitCode::InvalidExperiment,
        {LOCKSTEP_TEXT("The model %1 learns pictures, but the samples are clips of video of the shape %2. "
                       "Choose data of pictures, or a model of clips: %3."),
         found, "model.name"});
}

} // namespace

const std::vector<ZooModel>& zooModels()
{
    static const std::vector<ZooModel> models{
#define LOCKSTEP_MODEL(name, make, channels, frames, side, classes)                                          \
    {name, make, sampleOf(channels, frames, side), classes},
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
    const ZooModel& model = zooModel(name);
    checkRank(model, sample);
    return model.make(sample, classes);
}

} // namespace lockstep
