// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/rank_run.h"

#include "engine/checkpoint/weight_file.h"
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/processor_facts.h"
#include "engine/data/dataset.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/process_group.h"
#include "engine/distributed/rank_memories.h"
#include "engine/graph/graph.h"
#include "engine/optim/optimizer.h"
#include "engine/protocol/precision_advice.h"
#include "engine/protocol/process_placement.h"
#include "engine/train/dealt_shares.h"
#include "engine/train/device_watch.h"
#include "engine/train/failure.h"
#include "engine/train/link_watch.h"
#include "engine/train/model_tensors.h"
#include "engine/train/pipeline_device.h"
#include "engine/train/rank_end.h"
#include "engine/train/rank_meeting.h"
#include "engine/train/saving_report.h"
#include "engine/train/served_mesh_options.h"
#include "engine/train/sharing_report.h"
#include "engine/train/standing_report.h"
#include "engine/train/start_sharing.h"
#include "engine/train/starting_point.h"
#include "engine/train/stop_deadline.h"
#include "engine/train/trainer.h"
#include "engine/train/weight_hash.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <unistd.h>

namespace lockstep {
namespace {

class RankRun {
public:
    RankRun(const RankLaunch& launch, const StopFlag& stop, RankRecorder& recorder,
            const RankFactories& factories)
        : m_launch(launch), m_stop(stop), m_recorder(recorder), m_factories(factories)
    {
    }

    /// Steps in the order in which they can fail with the clearest sentence.
    ExitCode run()
    {
        readExperiment();
        openDataSets();
        compile();
        findStart();
        joinGroup();
        prepareStrategy();
        sharePosition(*m_group, m_position);
        prepareTrainer();
        shareStart();
        return train();
    }

    void giveUp(const ExitReason& failure);
    ExitCode lastWords(const EngineError& error);

private:
    void readExperiment();
    void openDataSets();
    void compile();
    void findStart();
    void loadWeights();
    void joinGroup();
    void prepareStrategy();
    void prepareTrainer();
    void shareStart();
    void discardLater();
    ExitCode train();
    void adviseOnPrecision();
    RankMemories* optimizers() { return m_optimizers ? &*m_optimizers : nullptr; }

    const RankLaunch& m_launch;
    const StopFlag& m_stop;
    RankRecorder& m_recorder;
    const RankFactories& m_factories;
    Experiment m_experiment;
    Device m_device;
    std::vector<Device> m_devices; // those that hold the model between them, the first of all
    RankStarted m_started;
    DataSplits m_data;
    std::unique_ptr<TrainingDevice> m_trainingDevice;
    std::unique_ptr<Program> m_program;
    std::unique_ptr<Optimizer> m_optimizer;
    std::unique_ptr<ProcessGroup> m_group;
    std::optional<StopDeadline> m_deadline; // once the ranks have met
    std::unique_ptr<Strategy> m_strategy;
    std::optional<RankMemories> m_optimizers;      // where the strategy lets them differ
    std::optional<CheckpointStore> m_store;        // rank 0 only
    std::optional<CheckpointKeeper> m_checkpoints; // rank 0 only
    StartingPoint m_start;                         // what rank 0 has loaded
    TrainingPosition m_position;                   // at the start
    std::unique_ptr<Trainer> m_trainer;
};

void RankRun::readExperiment()
{
    m_started.run = m_launch.run;
    m_started.attempt = m_launch.attempt;
    m_started.rank = m_launch.rank;
    m_started.worldSize = m_launch.worldSize;
    m_started.localRank = m_launch.localRank;
    m_started.processId = ::getpid();
    m_started.engine = LOCKSTEP_VERSION;
    m_started.threads = m_launch.threads;
    m_recorder.prepareStart(m_started);

    m_experiment = valueOrThrow(parseExperiment(m_launch.experiment), ExitCode::InvalidExperiment);
    const auto placements = placeRanks(m_experiment);
    if (m_launch.rank < 0 || static_cast<std::size_t>(m_launch.rank) >= placements.size())
        throw EngineError(ExitCode::InvalidExperiment,
                          Error{LOCKSTEP_TEXT("The experiment places %1 ranks, so there is no rank %2."),
                                {std::to_string(placements.size()), std::to_string(m_launch.rank)},
                                "topology.hosts"});
    const Placement& placement = placements[static_cast<std::size_t>(m_launch.rank)];
    m_device = placement.device;
    m_devices = {m_device};
    m_devices.insert(m_devices.end(), placement.furtherDevices.begin(), placement.furtherDevices.end());
    m_started.host = m_experiment.topology.hosts[placement.host].name;
    m_started.device = toString(m_device);
    m_started.model = m_experiment.model.name;
    m_started.epochs = m_experiment.training.epochs;
    m_recorder.prepareStart(m_started);

    m_position.run = m_launch.run;
    m_position.worldSize = m_launch.worldSize;
    m_position.globalBatch =
        std::int64_t{m_experiment.training.batch} * std::max(m_launch.worldSize, m_launch.drawnRanks);
    m_position.seed = m_experiment.training.seed;
    m_position.model = m_experiment.model.name;
    m_position.loss = m_experiment.training.loss;
    m_position.labelSmoothing = m_experiment.training.labelSmoothing;
}

void RankRun::openDataSets()
{
    DataSpec& spec = m_experiment.data;
    for (std::string* named : {&spec.path, &spec.testList})
        if (!named->empty())
            *named = (std::filesystem::path(m_launch.runFolder) / withHome(*named))
                         .string(); // an absolute one stays
    m_recorder.log("loading " + std::string(toString(spec.kind)) + " from " +
                   (placeOf(spec.kind) == DataPlace::BuiltIn ? "the built-in generator" : spec.path) +
                   " ......");
    m_data = openData(spec, m_experiment.training.seed);
    requireTrainable(spec, m_data, m_launch.worldSize);
    if (const std::string storage = m_data.training->storage(); !storage.empty())
        m_recorder.log(storage);
    if (m_experiment.training.dropLast)
        requireWholeBatch(m_data, m_position.globalBatch);
    m_started.trainingSamples = static_cast<std::int64_t>(m_data.training->size());
    m_started.validationSamples = static_cast<std::int64_t>(m_data.validation->size());
    m_recorder.prepareStart(m_started);
}

void RankRun::compile()
{
    const TrainingSpec& training = m_experiment.training;
    m_trainingDevice = m_devices.size() > 1 ? makePipelineDevice(m_devices, training, m_factories.device)
                                            : m_factories.device(m_device);
    const Graph graph =
        makeModel(m_experiment.model.name, m_data.training->sampleShape(), m_data.training->classes());
    const int batch = statedShares(training, m_launch.worldSize, m_launch.drawnRanks).batch(m_launch.rank);
    ProgramOptions options = programOptions(training, batch, m_launch.threads);
    options.log = [this](const std::string& line) { m_recorder.log(line); };
    options.ended = [this] { return endOfRun(m_group.get(), m_stop); };
    options.lastWords = [this](const EngineError& error) { return lastWords(error); };
    m_program = m_trainingDevice->compile(graph, options);
    initializeParameters(graph, *m_program, training.seed);
    m_optimizer = m_trainingDevice->makeOptimizer(optimizerTraining(training), *m_program);
    m_started.parameters = graph.parameterCount();
    m_recorder.prepareStart(m_started);
    m_recorder.log("rank: " + std::to_string(m_launch.rank) + " of " + std::to_string(m_launch.worldSize) +
                   ", host: " + m_started.host + ", device: " + m_started.device + " (" +
                   m_trainingDevice->description(training.precision) +
                   "), precision: " + std::string(toString(training.precision)) +
                   ", threads: " + std::to_string(m_launch.threads));
    m_recorder.log("model: " + m_started.model + ", parameters: " + std::to_string(m_started.parameters) +
                   ", training images: " + std::to_string(m_started.trainingSamples) +
                   ", validation images: " + std::to_string(m_started.validationSamples));
}

/// Before the ranks meet, for reading a large file may take longer than a collective may wait.
void RankRun::findStart()
{
    if (m_launch.rank != 0)
        return;
    m_store.emplace(m_launch.runFolder, m_experiment.training.keepCheckpoints,
                    m_experiment.training.keepBest);
    m_start.position = m_position;
    if (!m_launch.resume.empty())
        m_start = loadStart(*m_store, m_launch.resume, m_position, *m_program, *m_optimizer);
    m_position = m_start.position;
    if (!m_start.checkpoint.empty())
        m_recorder.log("going on from checkpoint " + m_start.checkpoint);
    else if (!m_experiment.model.weights.empty())
        loadWeights();
    const auto save = [this](const TensorStore& model, const TensorStore& optimizer,
                             const TrainingPosition& position, Standing standing) {
        SavingReport report(m_recorder, position.step);
        return m_store->save(
            model, optimizer, position, standing,
            [&report](std::int64_t done, std::int64_t total) { report.progress(done, total); });
    };
    m_checkpoints.emplace(save, m_recorder,
                          CheckpointKeeper::Options{m_experiment.training.keepBestAbove, m_start.bestTop1});
}

void RankRun::loadWeights()
{
    const auto path = std::filesystem::path(m_launch.runFolder) /
                      withHome(m_experiment.model.weights); // absolute: as it is
    const WeightFile file = readWeightFile(path.string());
    JoinedTensors model = modelTensors(*m_program);
    const PartialRestore restore = restoreMatching(file.tensors, model);
    const Sentence text(LOCKSTEP_TEXT("Weights from %1. %2"), {path.string(), toString(restore)});
    if (restore.otherShape.empty() && restore.unknown.empty() && restore.missing.empty())
        m_recorder.log(text.english());
    else
        m_start.warnings.push_back(text);
}

void RankRun::joinGroup()
{
    if (usesServers(m_experiment.training.strategy))
        m_group = makeServedProcessGroup(servedMeshOptions(m_launch, m_experiment.training, m_stop));
    else
        m_group = meetRanks(m_launch, m_experiment, m_stop);
    for (const std::string& text : {describeSums(m_launch), describeWay(*m_group), describeStreams(*m_group)})
        if (!text.empty())
            m_recorder.log(text);
    if (m_group->isSealed())
        m_recorder.log("what ranks send each other is encrypted (AES-256-GCM)");
    m_deadline.emplace(m_stop, *m_group);
}

void RankRun::prepareStrategy()
{
    m_strategy =
        m_trainingDevice->makeStrategy(m_factories.strategy, m_experiment.training, *m_group, *m_program);
    if (RemoteState* const remote = m_strategy->remoteState(); remote && m_launch.rank == 0)
        remote->startFrom(m_optimizer->state(), m_position.optimizerSteps);
    if (m_strategy->optimizersDiffer())
        m_optimizers.emplace(RankMemoryKind::Copies, *m_group, m_optimizer->state());
    JoinedTensors tensors = strategyTensors(*m_strategy, optimizers());
    restoreStrategy(m_start, m_group->worldSize(), tensors);
    if (const std::string exchange = m_strategy->exchange(); !exchange.empty())
        m_recorder.log("gradients are exchanged by " + exchange);
}

/// The trainer's weights come later; with it, all that the first record says is known.
void RankRun::prepareTrainer()
{
    m_trainer = std::make_unique<Trainer>(
        TrainerParts{m_experiment, *m_program, *m_optimizer, *m_group, *m_strategy, optimizers(), m_data,
                     m_checkpoints ? &*m_checkpoints : nullptr, m_recorder, m_stop, *m_deadline,
                     m_launch.threads, m_factories.brake, m_launch.drawnRanks},
        m_position);
    m_started.firstStep = m_position.step;
    m_started.stepsPerEpoch = m_trainer->stepsPerEpoch();
    m_recorder.prepareStart(m_started);
}

void RankRun::shareStart()
{
    m_optimizer->setSteps(m_position.optimizerSteps);
    if (m_strategy->remoteState())
        return; // rank 0's goes to the servers, and from there to all, with the first step
    JoinedTensors tensors = modelTensors(*m_program);
    JoinedTensors state = stateTensors(*m_optimizer, *m_strategy, optimizers());
    if (m_position.step > 0) // before the first step there is none
        tensors.add(state);
    SharingReport report(m_recorder);
    const std::int64_t bytes = shareTensors(
        *m_group, tensors, [&](std::int64_t done, std::int64_t total) { report.progress(done, total); });
    if (m_launch.worldSize > 1)
        m_recorder.log(bytes == 0
                           ? "all ranks start from equal weights"
                           : "took over " + std::to_string(bytes) + " bytes of weights and state of rank 0");
}

/// A training that goes on from a checkpoint that a person chose has no use for those after it: they would
/// pass for its newest. Only now, when all ranks have taken over the weights, so that one that cannot begin
/// costs nothing.
void RankRun::discardLater()
{
    if (!m_store || m_launch.resume.empty() || m_launch.resume == kResumeLatest)
        return;
    for (const CheckpointRemoved& removed : m_store->removeAfter(m_position.step)) {
        m_recorder.record(removed);
        m_recorder.log("discarded " + removed.path + ", which is later than " + m_start.checkpoint);
    }
}

/// Once on each host.
void RankRun::adviseOnPrecision()
{
    if (m_device.kind != DeviceKind::Cpu || m_launch.localRank != 0)
        return;
    if (const auto advice =
            processorAdvice(m_experiment.training.precision, thisProcessor().instructionSets, m_started.host))
        m_recorder.warn(*advice);
}

ExitCode RankRun::train()
{
    m_recorder.start();
    adviseOnPrecision();
    discardLater();
    for (const Sentence& warning : m_start.warnings)
        m_recorder.warn(warning);
    const DeviceWatch watch(m_recorder, m_devices, m_launch.threads);
    std::optional<LinkWatch> links(std::in_place, m_recorder, *m_group);
    Trainer::Outcome outcome = runAndTell(*m_trainer, *m_group, m_recorder);
    links.reset();
    try {
        if (outcome == Trainer::Outcome::Finished)
            requireEqualReplicas(*m_group, weightHash(m_program->parameters()));
    } catch (const EngineError& error) {
        if (error.code() != ExitCode::Stopped)
            throw;
        outcome = Trainer::Outcome::BrokenOff;
    }
    m_deadline.reset();
    // Only now, when no other rank waits for this one any more.
    if (m_checkpoints)
        if (const auto unsaved = m_checkpoints->finish())
            throw EngineError(ExitCode::CheckpointError, *unsaved);
    const RankFinished finished = finishedAs(
        outcome, m_trainer->position().step,
        outcome == Trainer::Outcome::BrokenOff ? std::string() : weightHash(m_program->parameters()));
    m_recorder.log(lineOf(outcome, finished));
    m_recorder.finish(finished);
    return static_cast<ExitCode>(finished.exitCode);
}

/// Leaves the last record and tells the others why; what fails here must not hide the failure itself.
void RankRun::giveUp(const ExitReason& failure)
{
    try {
        if (m_group)
            m_group->abort(failure.message.english());
        if (m_recorder.finished())
            return;
        const std::int64_t step = m_trainer ? m_trainer->stepsDone() : m_position.step;
        m_recorder.finish({static_cast<int>(failure.code), failure.message, failure.culprit, step, 0, {}});
    } catch (const std::exception&) {
        // A full disk most likely; main prints the failure.
        return;
    }
}

/// On another thread, while one of this rank's is in a call that does not come back. Where the last record is
/// written by then, it counts: the rank was tidying up.
ExitCode RankRun::lastWords(const EngineError& error)
{
    if (!m_recorder.finished())
        giveUp({error.code(), error.error()});
    return m_recorder.finished().value_or(error.code());
}

} // namespace

ExitCode runRank(const RankLaunch& launch, const StopFlag& stop, RankRecorder::Echo echo,
                 const RankFactories& factories)
{
    RankRecorder recorder(launch.runFolder, launch.attempt, launch.rank, echo);
    RankRun run(launch, stop, recorder, factories);
    try {
        return run.run();
    } catch (...) {
        run.giveUp(currentFailure());
        throw;
    }
}

} // namespace lockstep
