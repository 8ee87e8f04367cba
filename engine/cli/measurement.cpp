// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/measurement.h"

#include "engine/core/error.h"
#include "engine/core/processor.h"
#include "engine/data/sample_pictures.h"
#include "engine/distributed/process_group.h"
#include "engine/graph/graph.h"
#include "engine/train/model_tensors.h"
#include "engine/train/prediction_tally.h"
#include "engine/train/training_device.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenProgress{200};
constexpr int kPictureSide = 96;

/// What the evaluated network does without: the auxiliary heads.
std::vector<std::string> trainingOnlyNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const Layer& layer : graph.layers()) {
        if (!layer.trainingOnly)
            continue;
        for (const ParameterSpec& parameter : layer.parameters)
            names.push_back(parameter.name);
        for (const BufferSpec& buffer : layer.buffers)
            names.push_back(buffer.name);
    }
    return names;
}

const ParameterSpec* classifierOf(const Graph& graph, int classes)
{
    const ParameterSpec* last = nullptr;
    for (const Layer& layer : graph.layers())
        if (!layer.trainingOnly && !layer.parameters.empty())
            last = &layer.parameters.front();
    return last && last->shape.sizes().front() == classes ? last : nullptr;
}

/// Whoever chose other data than those of the training reads this rather than shapes of tensors.
void checkClasses(const WeightFile& weights, const Graph& graph, int classes)
{
    const ParameterSpec* const classifier = classifierOf(graph, classes);
    const auto found = std::ranges::find_if(weights.tensors, [&](const LoadedTensor& tensor) {
        return classifier && tensor.name == classifier->name;
    });
    if (found == weights.tensors.end() || found->shape.sizes().empty())
        return;
    const auto trained = found->shape.sizes().front();
    if (trained != classes)
        throw EngineError(
            ExitCode::CheckpointError,
            Error{LOCKSTEP_TEXT(
                      "The model was trained for %1 classes, but these data have %2. Choose data with "
                      "the same classes, in the same order."),
                  {std::to_string(trained), std::to_string(classes)},
                  {}});
}

ProgramOptions optionsOf(const Measurement& measurement)
{
    const TrainingSpec& training = measurement.experiment.training;
    ProgramOptions options;
    options.batch = measurement.batch;
    options.threads = usableCores();
    options.precision = training.precision;
    options.deterministic = true;
    options.loss = training.loss;
    options.labelSmoothing = training.labelSmoothing;
    return options;
}

/// Says how many samples were seen, not more often than anyone can read.
class ProgressTeller {
public:
    explicit ProgressTeller(const Measurement& measurement) : m_measurement(measurement) {}

    void add(const Batch& batch)
    {
        m_progress.samples += batch.count;
        if (!m_measurement.progressed || Clock::now() < m_next)
            return;
        m_progress.of = static_cast<std::int64_t>(m_measurement.set.size());
        m_measurement.progressed(m_progress);
        m_next = Clock::now() + kBetweenProgress;
    }

private:
    const Measurement& m_measurement;
    EvaluationProgress m_progress;
    Clock::time_point m_next = Clock::now();
};

std::vector<Prediction> withPictures(const std::vector<PredictedSample>& samples, SamplePictures& pictures)
{
    std::vector<Prediction> predictions;
    for (const PredictedSample& sample : samples)
        predictions.push_back(
            {sample.predicted, sample.probability, sample.labelProbability, pictures.make(sample.index)});
    return predictions;
}

void notePredictions(const PredictionTally& tally, const Measurement& measurement, Measured& measured)
{
    measured.confusion = tally.confusion();
    for (std::string& name : measured.confusion.classNames = measurement.set.classNames())
        name = shownName(std::move(name));
    SamplePictures pictures(measurement.set, measurement.experiment.data, kPictureSide);
    measured.worst = withPictures(tally.worst(), pictures);
    measured.samples = withPictures(tally.samples(), pictures);
}

} // namespace

Measured measure(const Measurement& measurement)
{
    const Dataset& set = measurement.set;
    const Graph graph = makeModel(measurement.model, set.sampleShape(), set.classes());
    checkClasses(measurement.weights, graph, set.classes());
    const auto device = makeTrainingDevice(measurement.device);
    const auto program = device->compile(graph, optionsOf(measurement));
    JoinedTensors model = modelTensors(*program);
    restoreWeights(measurement.weights.tensors, model, trainingOnlyNames(graph));
    const auto group = makeSoloProcessGroup();
    Evaluator evaluator(*program, set, *group, measurement.batch,
                        loaderOptions(measurement.experiment.data, Use::Evaluation));
    std::optional<PredictionTally> tally;
    if (measurement.predictions > 0)
        tally.emplace(set.size(), set.classes(), measurement.predictions);
    ProgressTeller teller(measurement);
    Measured measured;
    measured.result = evaluator.run({}, [&](const Batch& batch, std::span<const float> logits) {
        if (tally)
            tally->add(batch, logits);
        teller.add(batch);
    });
    measured.damage = evaluator.takeDamage();
    if (tally)
        notePredictions(*tally, measurement, measured);
    return measured;
}

} // namespace lockstep
