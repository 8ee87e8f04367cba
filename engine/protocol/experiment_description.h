// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment_document.h"
#include "engine/protocol/optimizer_facts.h"

#include <concepts>
#include <limits>

/// Every member of the experiment document once, with its key and its limits (see json_rules.h). What reads,
/// writes, edits or shows a member visits it here.
namespace lockstep {

namespace limits {

inline constexpr std::size_t kMaxDevices = 1024;
inline constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;
inline constexpr double kMaxCoordinate = 1e9;
inline constexpr double kMaxNetworkSide = 1e6;
inline constexpr int kMaxGpus = 64;
inline constexpr int kMaxServers = 64;
inline constexpr double kMaxRate = 1000;
inline constexpr double kMaxEpochs = 100000;
inline constexpr std::size_t kMaxMilestones = 1024;
inline constexpr std::size_t kMaxChannels = 64;
inline constexpr std::size_t kMaxShares = 1024;

inline const std::vector<DataKind> kDataKinds = {
    DataKind::SyntheticDigits, DataKind::Mnist, DataKind::PaddleJson, DataKind::Cifar10,
    DataKind::ImageFolder,     DataKind::Clips, DataKind::Synthetic};

inline constexpr TextRule kName{TextRule::Form::Line, 256};
inline constexpr TextRule kId{TextRule::Form::Line, 128, 1};
/// An end that is missing is read as empty, so empty is what may be written: checkExperiment() tells of it.
inline constexpr TextRule kEnd{TextRule::Form::Line, 128};
inline constexpr TextRule kAddress{TextRule::Form::Word, 255};
inline constexpr TextRule kUser{TextRule::Form::Word, 64};
inline constexpr TextRule kInterface{TextRule::Form::Word, 15}; // IFNAMSIZ - 1
inline constexpr TextRule kLayer{TextRule::Form::Word, 256, 1};
inline constexpr TextRule kFacts{TextRule::Form::Line, 1024};
inline constexpr TextRule kPath{TextRule::Form::Line, 4096};
inline constexpr TextRule kNote{TextRule::Form::Lines, 16384};

inline std::vector<OptimizerKind> optimizerKinds()
{
    std::vector<OptimizerKind> kinds;
    for (const OptimizerFacts& each : kOptimizers)
        kinds.push_back(each.kind);
    return kinds;
}

} // namespace limits

/// A node drawn by hand in an editor needs to be named once only.
template <typename Visitor>
void describeIdentity(Visitor& visitor, auto& node)
{
    if constexpr (std::same_as<Visitor, JsonReader>) {
        if (!visitor.has("id") && visitor.has("name")) {
            visitor.text("name", node.id, limits::kId);
        } else if (visitor.has("id") && !visitor.has("name")) {
            visitor.text("id", node.name, limits::kId);
        } else if (!visitor.has("id")) {
            visitor.refuse("id", LOCKSTEP_TEXT("found nothing, expected an id or a name."), {});
        }
    }
    visitor.text("id", node.id, limits::kId);
    visitor.text("name", node.name, limits::kName);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Position> auto& position)
{
    visitor.number("x", position.x, {-limits::kMaxCoordinate, limits::kMaxCoordinate});
    visitor.number("y", position.y, {-limits::kMaxCoordinate, limits::kMaxCoordinate});
    visitor.unknown(position.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Host> auto& host)
{
    describeIdentity(visitor, host);
    visitor.choice("connection", host.connection, {Connection::Local, Connection::Ssh});
    visitor.text("address", host.address, limits::kAddress);
    visitor.integer("port", host.port, 1, 65535);
    visitor.text("user", host.user, limits::kUser);
    visitor.text("interface", host.interface, limits::kInterface);
    visitor.devices("devices", host.devices, limits::kMaxDevices);
    visitor.integer("servers", host.servers, 0, limits::kMaxServers);
    visitor.integer("gpus", host.gpus, 0, limits::kMaxGpus);
    visitor.text("facts", host.facts, limits::kFacts);
    visitor.text("region", host.region, limits::kFacts);
    visitor.text("image", host.image, limits::kFacts);
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
    visitor.number("width", network.width, {kLeastNetworkSide, limits::kMaxNetworkSide});
    visitor.number("height", network.height, {kLeastNetworkSide, limits::kMaxNetworkSide});
    visitor.unknown(network.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Link> auto& link)
{
    visitor.text("from", link.from, limits::kEnd);
    visitor.text("to", link.to, limits::kEnd);
    visitor.number("bandwidth_mbps", link.bandwidthMbps, {0, 1e9, NumberRange::Ends::UpperOnly});
    visitor.number("latency_ms", link.latencyMs, {0, 1e6});
    visitor.text("note", link.note, limits::kNote);
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
    visitor.text("name", model.name, limits::kName);
    visitor.text("weights", model.weights, limits::kPath);
    visitor.unknown(model.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<DataSpec> auto& data)
{
    using enum NumberRange::Ends;
    visitor.choice("kind", data.kind, limits::kDataKinds);
    visitor.text("path", data.path, limits::kPath);
    visitor.text("test_list", data.testList, limits::kPath);
    visitor.integer("frames", data.frames, 0, 1024);
    visitor.numbers("mean", data.mean, {-1e6, 1e6}, limits::kMaxChannels);
    visitor.numbers("std", data.deviation, {0, 1e6, UpperOnly}, limits::kMaxChannels);
    visitor.choice("augmentation", data.augmentation, {Augmentation::Standard, Augmentation::None});
    visitor.integer("image_size", data.imageSize, 8, 1024);
    visitor.integer("resize", data.resize, 0, 4096);
    visitor.integer("classes", data.classes, 2, 100000);
    visitor.integer("samples", data.samples, 1, std::numeric_limits<int>::max());
    visitor.integer("loader_threads", data.loaderThreads, 0, 256);
    visitor.integer("prefetch", data.prefetch, 1, 1024);
    visitor.number("cache_mb", data.cacheMegabytes, {0, 1 << 20});
    visitor.number("disk_cache_gb", data.diskCacheGigabytes, {0, 1e6});
    visitor.number("damaged_limit", data.damagedLimit, {0, 1});
    visitor.unknown(data.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<ScheduleSpec> auto& schedule)
{
    using enum NumberRange::Ends;
    visitor.choice(
        "kind", schedule.kind,
        {ScheduleKind::Constant, ScheduleKind::Step, ScheduleKind::MultiStep, ScheduleKind::Cosine});
    visitor.number("every", schedule.every, {0, limits::kMaxEpochs, UpperOnly});
    visitor.number("factor", schedule.factor, {0, 1, UpperOnly});
    visitor.numbers("milestones", schedule.milestones, {0, limits::kMaxEpochs, UpperOnly},
                    limits::kMaxMilestones);
    visitor.numbers("rates", schedule.rates, {0, limits::kMaxRate, UpperOnly}, limits::kMaxMilestones);
    visitor.number("floor", schedule.floor, {0, limits::kMaxRate});
    visitor.number("warmup_epochs", schedule.warmupEpochs, {0, limits::kMaxEpochs});
    visitor.boolean("scale_with_world_size", schedule.scaleWithWorldSize);
    visitor.unknown(schedule.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<TrainingSpec> auto& training)
{
    using enum NumberRange::Ends;
    visitor.choice("optimizer", training.optimizer, limits::optimizerKinds());
    visitor.number("learning_rate", training.learningRate, {0, limits::kMaxRate, UpperOnly});
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
    visitor.integer("seed", training.seed, 0, limits::kMaxSeed);
    visitor.choice("precision", training.precision, {kPrecisions.begin(), kPrecisions.end()});
    visitor.boolean("tf32", training.tf32);
    visitor.boolean("deterministic", training.deterministic);
    visitor.choice("strategy", training.strategy, {kStrategies.begin(), kStrategies.end()});
    visitor.choice("compression", training.compression, {kCompressions.begin(), kCompressions.end()});
    visitor.integer("compression_rank", training.compressionRank, 1, 64);
    visitor.number("compression_ratio", training.compressionRatio, {0, 1, UpperOnly});
    visitor.integer("local_steps", training.localSteps, 1, 100000);
    visitor.number("outer_learning_rate", training.outerLearningRate, {0, 10, UpperOnly});
    visitor.number("outer_momentum", training.outerMomentum, {0, 1, LowerOnly});
    visitor.boolean("overlap_meetings", training.overlapMeetings);
    visitor.integer("staleness", training.staleness, -1, 1000);
    visitor.boolean("dampen", training.dampen);
    visitor.boolean("outlive_ranks", training.outliveRanks);
    visitor.texts("cuts", training.cuts, limits::kLayer, limits::kMaxDevices);
    visitor.boolean("encryption", training.encryption);
    visitor.shares("shares", training.shares, limits::kMaxShares);
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
void describe(Visitor& visitor, Describes<RestartSpec> auto& restart)
{
    visitor.integer("max", restart.max, 0, 1000);
    visitor.number("backoff_seconds", restart.backoffSeconds, {0, 3600});
    visitor.boolean("elastic", restart.elastic);
    visitor.integer("copies", restart.copies, 0, 16);
    visitor.unknown(restart.unknown);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Experiment> auto& experiment)
{
    int version = kExperimentVersion;
    visitor.integer("version", version, 1, kExperimentVersion);
    visitor.text("name", experiment.name, limits::kName);
    visitor.object("topology", experiment.topology);
    visitor.object("model", experiment.model);
    visitor.object("data", experiment.data);
    visitor.object("training", experiment.training);
    visitor.object("restart", experiment.restart);
    visitor.unknown(experiment.unknown);
}

} // namespace lockstep
