// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/find_problems.h"

#include "app/problems/data_shape.h"
#include "app/text/number_text.h"
#include "engine/protocol/process_placement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace lockstep {

namespace {

std::string numberOf(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string counted(std::int64_t count)
{
    return countText(count).toStdString();
}

void warn(Problems& problems, const char* text, std::vector<Sentence> arguments, const char* key)
{
    problems.push_back({Severity::Warning, {text, std::move(arguments), key}});
}

void checkBatch(const Experiment& experiment, Problems& problems)
{
    const TrainingSpec& training = experiment.training;
    if (training.accumulate <= training.batch && training.batch % training.accumulate != 0)
        warn(problems,
             LOCKSTEP_TEXT("a batch of %1 cannot be divided into %2 equal pieces, so the last piece is "
                           "smaller. Choose a batch that is a multiple of %2."),
             {counted(training.batch), counted(training.accumulate)}, "training.accumulate");
    const auto ranks = static_cast<std::int64_t>(placeRanks(experiment).size());
    const std::optional<std::int64_t> samples = trainingSamples(experiment.data);
    if (!samples || ranks == 0 || *samples >= ranks * training.batch)
        return;
    const std::vector<Sentence> figures{counted(ranks), counted(training.batch),
                                        counted(ranks * training.batch), counted(*samples)};
    if (training.dropLast)
        problems.push_back({Severity::Error,
                            {LOCKSTEP_TEXT("%1 ranks with a batch of %2 take %3 samples in one step, but an "
                                           "epoch has only %4, and short batches are dropped: nothing would "
                                           "be trained. Choose a smaller batch, or keep the last one."),
                             figures, "training.drop_last"}});
    else
        warn(problems,
             LOCKSTEP_TEXT("%1 ranks with a batch of %2 take %3 samples in one step, but an epoch has only "
                           "%4: they cannot be divided among all ranks. Choose a smaller batch."),
             figures, "training.batch");
}

/// A pipe with one piece in it.
void checkPieces(const TrainingSpec& training, Problems& problems)
{
    if (training.strategy == StrategyKind::ModelParallel && training.accumulate == 1)
        warn(problems,
             LOCKSTEP_TEXT("with model-parallel and the batch in one piece, one device computes while the "
                           "others wait. Compute it in pieces, four for each device or more."),
             {}, "training.accumulate");
}

void checkSchedule(const TrainingSpec& training, Problems& problems)
{
    const ScheduleSpec& schedule = training.schedule;
    if (schedule.kind == ScheduleKind::Step && schedule.every >= training.epochs)
        warn(problems,
             LOCKSTEP_TEXT("the learning rate would change every %1 epochs, but the training has only %2: it "
                           "never does. Choose fewer epochs between changes."),
             {numberOf(schedule.every), std::to_string(training.epochs)}, "training.schedule.every");
    if (schedule.kind == ScheduleKind::MultiStep && !schedule.milestones.empty() &&
        schedule.milestones.back() >= training.epochs)
        warn(problems,
             LOCKSTEP_TEXT("the learning rate would change at epoch %1, but the training ends after %2. "
                           "Choose earlier epochs, or train longer."),
             {numberOf(schedule.milestones.back()), std::to_string(training.epochs)},
             "training.schedule.milestones");
    if (schedule.warmupEpochs >= training.epochs)
        warn(problems,
             LOCKSTEP_TEXT("a warm-up of %1 epochs takes the whole training of %2: the learning rate never "
                           "reaches its value. Choose a shorter warm-up."),
             {numberOf(schedule.warmupEpochs), std::to_string(training.epochs)},
             "training.schedule.warmup_epochs");
}

void checkSampleSize(const Experiment& experiment, Problems& problems)
{
    const std::optional<DataShape> made = shapeMadeFor(experiment.model.name);
    if (!made)
        return;
    const DataShape found = dataShape(experiment.data);
    const DataKind kind = experiment.data.kind;
    const bool isChosen =
        kind == DataKind::ImageFolder || kind == DataKind::Clips || kind == DataKind::Synthetic;
    if (found.side * 2 >= made->side)
        return;
    if (isChosen)
        warn(problems,
             LOCKSTEP_TEXT("The model %1 was made for images of %2 pixels; with %3 it sees little. Choose a "
                           "size nearer to %2, or a smaller network."),
             {experiment.model.name, std::to_string(made->side), std::to_string(found.side)},
             "data.image_size");
    else
        warn(problems,
             LOCKSTEP_TEXT("The model %1 was made for images of %2 pixels, and these data have %3: it sees "
                           "little and works much. Choose a network for small images."),
             {experiment.model.name, std::to_string(made->side), std::to_string(found.side)}, "model.name");
}

/// With a side far longer than the image, what is cut out of the middle may miss the thing itself.
void checkResize(const DataSpec& data, Problems& problems)
{
    constexpr int kLeastPercent = 66;
    const int resize = resizeOf(data);
    const int seen = 100 * data.imageSize / resize;
    if ((data.kind != DataKind::ImageFolder && data.kind != DataKind::Clips) || seen >= kLeastPercent)
        return;
    DataSpec following = data;
    following.resize = 0;
    warn(
        problems,
        LOCKSTEP_TEXT("the shorter side becomes %1 pixels, and %2 are cut out of the middle: validation sees "
                      "%3 percent of it only. Leave the field empty, and it follows the image size: %4."),
        {std::to_string(resize), std::to_string(data.imageSize), std::to_string(seen),
         std::to_string(resizeOf(following))},
        "data.resize");
}

} // namespace

Problems trainingProblems(const Experiment& experiment)
{
    Problems problems;
    checkBatch(experiment, problems);
    checkPieces(experiment.training, problems);
    checkSampleSize(experiment, problems);
    checkResize(experiment.data, problems);
    checkSchedule(experiment.training, problems);
    return problems;
}

} // namespace lockstep
