// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspected_contents.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/filters.h"
#include "engine/checkpoint/statistics.h"
#include "engine/checkpoint/weight_file.h"

#include <filesystem>

namespace lockstep {
namespace {

TensorContents contentsOf(const LoadedTensor& tensor)
{
    const TensorStatistics statistics = statisticsOf(tensor.values);
    TensorContents contents{.name = tensor.name,
                            .type = std::string(toString(tensor.type)),
                            .shape = tensor.shape.sizes(),
                            .norm = statistics.norm,
                            .mean = statistics.mean,
                            .least = statistics.least,
                            .largest = statistics.largest,
                            .nans = statistics.nans,
                            .infinities = statistics.infinities,
                            .rounded = tensor.rounded,
                            .histogram = {}};
    if (contents.least)
        contents.histogram = histogramOf(tensor.values, *contents.least, *contents.largest, kHistogramBins);
    return contents;
}

/// Of tensors that come one after the other.
class ContentsMaker {
public:
    explicit ContentsMaker(Filters filters) : m_filters(filters) {}

    void add(const LoadedTensor& tensor)
    {
        m_contents.values += tensor.shape.elements();
        m_contents.tensors.push_back(contentsOf(tensor));
        if (m_filters == Filters::Taken)
            m_first.see(tensor);
    }
    void addOfOptimizer(const LoadedTensor& tensor)
    {
        m_contents.optimizerTensors.push_back(contentsOf(tensor));
    }
    CheckpointContents take()
    {
        m_contents.filters = m_first.bank();
        return std::move(m_contents);
    }

private:
    Filters m_filters;
    FirstFilters m_first;
    CheckpointContents m_contents;
};

CheckpointContents contentsOfCheckpoint(const std::string& folder, ContentsMaker& maker)
{
    const CheckpointSummary summary =
        visitCheckpoint(folder, [&](CheckpointPart part, const LoadedTensor& tensor) {
            part == CheckpointPart::Model ? maker.add(tensor) : maker.addOfOptimizer(tensor);
        });
    CheckpointContents contents = maker.take();
    const TrainingPosition& position = summary.position;
    contents.format = toString(WeightFile::Format::Checkpoint);
    contents.verified = true;
    contents.run = position.run;
    contents.model = position.model;
    contents.step = position.step;
    contents.epoch = position.epoch;
    contents.batchInEpoch = position.batchInEpoch;
    contents.best = summary.standing == Standing::Best;
    if (position.bestTop1 >= 0)
        contents.bestTop1 = position.bestTop1;
    contents.worldSize = position.worldSize;
    contents.globalBatch = position.globalBatch;
    contents.seed = position.seed;
    return contents;
}

CheckpointContents contentsOfFile(const std::string& path, ContentsMaker& maker)
{
    const WeightFile file = visitWeightFile(path, [&](const LoadedTensor& tensor) { maker.add(tensor); });
    CheckpointContents contents = maker.take();
    contents.format = toString(file.format);
    contents.metadata.texts = file.metadata;
    contents.place = file.place;
    contents.prefix = file.prefix;
    contents.skipped = file.skipped;
    return contents;
}

} // namespace

CheckpointContents inspectContents(const std::string& path, Filters filters)
{
    ContentsMaker maker(filters);
    CheckpointContents contents =
        std::filesystem::is_directory(path) ? contentsOfCheckpoint(path, maker) : contentsOfFile(path, maker);
    contents.path = path;
    return contents;
}

} // namespace lockstep
