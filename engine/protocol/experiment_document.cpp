// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment_document.h"

#include "engine/protocol/json_reader.h"
#include "engine/protocol/json_writer.h"
#include "engine/protocol/optimizer_facts.h"

namespace lockstep {
namespace {

constexpr std::size_t kMaxDevices = 1024;
constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;
constexpr double kMaxCoordinate = 1e9;
constexpr double kMaxNetworkSide = 1e6;
constexpr int kMaxGpus = 64;
constexpr double kMaxRate = 1000;
constexpr double kMaxEpochs = 100000;
constexpr std::size_t kMaxMilestones = 1024;
constexpr std::size_t kMaxChannels = 64;

const std::vector<DataKind> kDataKinds = {
    DataKind::SyntheticDigits, DataKind::Mnist, DataKind::PaddleJson, DataKind::Cifar10,
    DataKind::ImageFolder,     DataKind::Clips, DataKind::Synthetic};

constexpr TextRule kName{TextRule::Form::Line, 256};
constexpr TextRule kId{TextRule::Form::Line, 128, 1};
/// An end that is missing is read as empty, so empty is what may be written: checkExperiment() tells of it.
constexpr TextRule kEnd{TextRule::Form::Line, 128};
constexpr TextRule kAddress{TextRule::Form::Word, 255};
constexpr TextRule kUser{TextRule::Form::Word, 64};
constexpr TextRule kInterface{TextRule::Form::Word, 15}; // IFNAMSIZ - 1
constexpr TextRule kFacts{TextRule::Form::Line, 1024};
constexpr TextRule kPath{TextRule::Form::Line, 4096};
constexpr TextRule kNote{TextRule::Form::Lines, 16384};

/// A node drawn by hand in an editor needs to be named once only.
std::vector<OptimizerKind> optimizerKinds()
{
    std::vector<OptimizerKind> kinds;
    for (const OptimizerFacts& each : kOptimizers)
        kinds.push_back(each.kind);
    return kinds;
}

template <typename Visitor>
void describeIdentity(Visitor& visitor, auto& node)
{
    if constexpr (std::same_as<Visitor, JsonReader>) {
        if (!visitor.has("id") && visitor.has("name")) {
            visitor.text("name", node.id, kId);
        } else if (visitor.has("id") && !visitor.has("name")) {
            visitor.text("id", node.name, kId);
        } else if (!visitor.has("id")) {
            visitor.refuse("id", LOCKSTEP_TEXT("found nothing, expected an id or a name."), {});
        }
    }
    visitor.text("id", node.id, kId);
    visitor.text("name", node.name, kName);
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<Position> auto& position)
{
    visitor.number("x", position.x, {-kMaxCoordinate, kMaxCoordinate});
    visitor.number("y", position.y, {-kMaxCoordinate, kMaxCoordinate});
    visitor.unknown(position.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Host> auto& host)
{
    describeIdentity(visitor, host);
    visitor.choice("connection", host.connection, {Connection::Local, Connection::Ssh});
    visitor.text("address", host.address, kAddress);
    visitor.integer("port", host.port, 1, 65535);
    visitor.text("user", host.user, kUser);
    visitor.text("interface", host.interface, kInterface);
    visitor.devices("devices", host.devices, kMaxDevices);
    visitor.integer("gpus", host.gpus, 0, kMaxGpus);
    visitor.text("facts", host.facts, kFacts);
    visitor.text("region", host.region, kFacts);
    visitor.text("image", host.image, kFacts);
    visitor.object("position", host.position);
    visitor.unknown(host.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Switch> auto& node)
{
    describeIdentity(visitor, node);
    visitor.number("bandwidth_mbps", node.bandwidthMbps, {0, 1e9, NumberRange::Ends::UpperOnly});
    visitor.object("position", node.position);
    visitor.unknown(node.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Network> auto& network)
{
    describeIdentity(visitor, network);
    visitor.object("position", network.position);
    visitor.number("width", network.width, {kLeastNetworkSide, kMaxNetworkSide});
    visitor.number("height", network.height, {kLeastNetworkSide, kMaxNetworkSide});
    visitor.unknown(network.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Link> auto& link)
{
    visitor.text("from", link.from, kEnd);
    visitor.text("to", link.to, kEnd);
    visitor.number("bandwidth_mbps", link.bandwidthMbps, {0, 1e9, NumberRange::Ends::UpperOnly});
    visitor.number("latency_ms", link.latencyMs, {0, 1e6});
    visitor.text("note", link.note, kNote);
    visitor.unknown(link.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Topology> auto& topology)
{
    visitor.list("hosts", topology.hosts, kMaxHosts);
    visitor.list("switches", topology.switches, kMaxHosts);
    visitor.list("networks", topology.networks, kMaxHosts);
    visitor.list("links", topology.links, kMaxLinks);
    visitor.unknown(topology.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<ModelSpec> auto& model)
{
    visitor.text("name", model.name, kName);
    visitor.text("weights", model.weights, kPath);
    visitor.unknown(model.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<DataSpec> auto& data)
{
    using enum NumberRange::Ends;
    visitor.choice("kind", data.kind, kDataKinds);
    visitor.text("path", data.path, kPath);
    visitor.text("test_list", data.testList, kPath);
    visitor.integer("frames", data.frames, 0, 1024);
    visitor.numbers("mean", data.mean, {-1e6, 1e6}, kMaxChannels);
    visitor.numbers("std", data.deviation, {0, 1e6, UpperOnly}, kMaxChannels);
    visitor.choice("augmentation", data.augmentation, {Augmentation::Standard, Augmentation::None});
    visitor.integer("image_size", data.imageSize, 8, 1024);
    visitor.integer("resize", data.resize, 8, 4096);
    visitor.integer("classes", data.classes, 2, 100000);
    visitor.integer("samples", data.samples, 1, std::numeric_limits<int>::max());
    visitor.integer("loader_threads", data.loaderThreads, 0, 256);
    visitor.integer("prefetch", data.prefetch, 1, 1024);
    visitor.number("cache_mb", data.cacheMegabytes, {0, 1 << 20});
    visitor.number("damaged_limit", data.damagedLimit, {0, 1});
    visitor.unknown(data.unknown);
}

template void describe(JsonReader&, DataSpec&);
template void describe(JsonWriter&, const DataSpec&);

template <typename Visitor>
void describe(Visitor& visitor, Describes<ScheduleSpec> auto& schedule)
{
    using enum NumberRange::Ends;
    visitor.choice(
        "kind", schedule.kind,
        {ScheduleKind::Constant, ScheduleKind::Step, ScheduleKind::MultiStep, ScheduleKind::Cosine});
    visitor.number("every", schedule.every, {0, kMaxEpochs, UpperOnly});
    visitor.number("factor", schedule.factor, {0, 1, UpperOnly});
    visitor.numbers("milestones", schedule.milestones, {0, kMaxEpochs, UpperOnly}, kMaxMilestones);
    visitor.numbers("rates", schedule.rates, {0, kMaxRate, UpperOnly}, kMaxMilestones);
    visitor.number("floor", schedule.floor, {0, kMaxRate});
    visitor.number("warmup_epochs", schedule.warmupEpochs, {0, kMaxEpochs});
    visitor.boolean("scale_with_world_size", schedule.scaleWithWorldSize);
    visitor.unknown(schedule.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<TrainingSpec> auto& training)
{
    using enum NumberRange::Ends;
    visitor.choice("optimizer", training.optimizer, optimizerKinds());
    visitor.number("learning_rate", training.learningRate, {0, kMaxRate, UpperOnly});
    visitor.number("momentum", training.momentum, {0, 1, LowerOnly});
    visitor.boolean("nesterov", training.nesterov);
    visitor.number("beta1", training.beta1, {0, 1, LowerOnly});
    visitor.number("beta2", training.beta2, {0, 1, LowerOnly});
    visitor.number("epsilon", training.epsilon, {0, 1});
    visitor.number("weight_decay", training.weightDecay, {0, 1});
    visitor.boolean("decay_all", training.decayAll);
    visitor.object("schedule", training.schedule);
    visitor.choice("loss", training.loss, {LossKind::CrossEntropy, LossKind::SquaredError});
    visitor.number("label_smoothing", training.labelSmoothing, {0, 1, LowerOnly});
    visitor.integer("batch", training.batch, 1, 65536);
    visitor.integer("accumulate", training.accumulate, 1, 65536);
    visitor.boolean("drop_last", training.dropLast);
    visitor.number("clip_norm", training.clipNorm, {0, 1e9});
    visitor.integer("epochs", training.epochs, 1, 100000);
    visitor.integer("seed", training.seed, 0, kMaxSeed);
    visitor.choice("precision", training.precision, {Precision::Float32, Precision::BFloat16});
    visitor.boolean("deterministic", training.deterministic);
    visitor.choice("strategy", training.strategy, {StrategyKind::AllReduce});
    visitor.number("bucket_mb", training.bucketMegabytes, {0, 1024, UpperOnly});
    visitor.integer("log_every", training.logEvery, 1, 1000000000);
    visitor.integer("checkpoint_every", training.checkpointEvery, 1, 100000);
    visitor.integer("keep_checkpoints", training.keepCheckpoints, 2, 100000);
    visitor.integer("keep_best", training.keepBest, 1, 100000);
    visitor.number("keep_best_above", training.keepBestAbove, {0, 1});
    visitor.integer("early_stop", training.earlyStop, 0, 100000);
    visitor.number("timeout_seconds", training.timeoutSeconds, {1, 86400});
    visitor.unknown(training.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Experiment> auto& experiment)
{
    int version = kExperimentVersion;
    visitor.integer("version", version, 1, kExperimentVersion);
    visitor.text("name", experiment.name, kName);
    visitor.object("topology", experiment.topology);
    visitor.object("model", experiment.model);
    visitor.object("data", experiment.data);
    visitor.object("training", experiment.training);
    visitor.unknown(experiment.unknown);
}

namespace {

/// Documents of a newer version may hold anything, so their version is looked at before all else.
std::optional<Error> checkVersion(const JsonValue& document)
{
    int version = 0;
    std::optional<Error> error;
    JsonReader reader(document, {}, JsonReader::Missing::Refuse, error);
    reader.integer("version", version, 1, std::numeric_limits<int>::max());
    if (!error && version > kExperimentVersion)
        error =
            Error{LOCKSTEP_TEXT("This experiment was written in version %1 of the format, but this Lockstep "
                                "reads versions up to %2: please use a newer Lockstep."),
                  {std::to_string(version), std::to_string(kExperimentVersion)},
                  {}};
    return error;
}

void write(std::string& out, const Experiment& experiment, JsonWriter::Layout layout,
           JsonWriter::Absent absent)
{
    JsonWriter writer(out, layout, absent);
    describe(writer, experiment);
    writer.finish();
}

} // namespace

Result<Experiment> readExperiment(const JsonValue& document)
{
    if (const auto error = checkVersion(document))
        return *error;
    Experiment experiment;
    std::optional<Error> error;
    JsonReader reader(document, {}, JsonReader::Missing::KeepDefault, error);
    describe(reader, experiment);
    if (error)
        return *error;
    return experiment;
}

Result<Experiment> parseExperiment(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxExperimentBytes, kMaxExperimentDepth});
    if (!document.ok())
        return document.error();
    return readExperiment(*document);
}

std::string toJson(const Experiment& experiment)
{
    std::string out;
    write(out, experiment, JsonWriter::Layout::Indented, JsonWriter::Absent::Omit);
    return out += '\n';
}

Result<Topology> parseTopology(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxExperimentBytes, kMaxExperimentDepth});
    if (!document.ok())
        return document.error();
    if (document->find("version")) {
        Result<Experiment> experiment = readExperiment(*document);
        if (!experiment.ok())
            return experiment.error();
        return std::move(experiment->topology);
    }
    Topology topology;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::KeepDefault, error);
    describe(reader, topology);
    if (error)
        return *error;
    return topology;
}

std::string toJson(const Topology& topology)
{
    std::string out;
    JsonWriter writer(out, JsonWriter::Layout::Indented);
    describe(writer, topology);
    writer.finish();
    return out += '\n';
}

JsonValue toCompleteJson(const Experiment& experiment)
{
    std::string out;
    write(out, experiment, JsonWriter::Layout::OneLine, JsonWriter::Absent::WriteNull);
    // Bounded all the same, for unknown fields come from outside.
    Result<JsonValue> document = parseJson(out, {2 * kMaxExperimentBytes, kMaxExperimentDepth});
    return document.ok() ? std::move(document).value() : JsonValue{};
}

std::string_view toString(DataKind kind)
{
    switch (kind) {
    case DataKind::SyntheticDigits:
        return "synthetic-digits";
    case DataKind::Mnist:
        return "mnist";
    case DataKind::PaddleJson:
        return "paddle-json";
    case DataKind::Cifar10:
        return "cifar10";
    case DataKind::ImageFolder:
        return "image-folder";
    case DataKind::Clips:
        return "clips";
    case DataKind::Synthetic:
        return "synthetic";
    }
    return {};
}

std::string_view toString(OptimizerKind kind)
{
    return factsOf(kind).name;
}

std::string_view toString(LossKind kind)
{
    return kind == LossKind::CrossEntropy ? "cross-entropy" : "squared-error";
}

std::string_view toString(Precision precision)
{
    return precision == Precision::Float32 ? "f32" : "bf16";
}

std::string_view toString(ScheduleKind kind)
{
    switch (kind) {
    case ScheduleKind::Constant:
        return "constant";
    case ScheduleKind::Step:
        return "step";
    case ScheduleKind::MultiStep:
        return "multi-step";
    case ScheduleKind::Cosine:
        return "cosine";
    }
    return {};
}

std::string_view toString(Augmentation augmentation)
{
    return augmentation == Augmentation::Standard ? "standard" : "none";
}

std::string_view toString(StrategyKind kind)
{
    switch (kind) {
    case StrategyKind::AllReduce:
        return "all-reduce";
    }
    return {};
}

std::string_view toString(Connection connection)
{
    return connection == Connection::Local ? "local" : "ssh";
}

} // namespace lockstep
