// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/journal.h"
#include "engine/protocol/json_rules.h"

/// The members of every kind of record, in the order in which a line holds them. The writer and the reader
/// walk the same list; a later release may only append to it, by appended(): an older journal lacks them; or
/// by whereKnown(): so do lines of those who did not know.
namespace lockstep {

inline constexpr std::string_view kRecordHead = "{\"seq\":";

template <typename Struct>
struct KindOf;
template <>
struct KindOf<RankStarted> {
    static constexpr std::string_view name = "started";
};
template <>
struct KindOf<StepFinished> {
    static constexpr std::string_view name = "step";
};
template <>
struct KindOf<EpochFinished> {
    static constexpr std::string_view name = "epoch";
};
template <>
struct KindOf<Evaluated> {
    static constexpr std::string_view name = "evaluated";
};
template <>
struct KindOf<CheckpointSaved> {
    static constexpr std::string_view name = "checkpoint";
};
template <>
struct KindOf<CheckpointRemoved> {
    static constexpr std::string_view name = "removed";
};
template <>
struct KindOf<CollectiveFinished> {
    static constexpr std::string_view name = "collective";
};
template <>
struct KindOf<DeviceSampled> {
    static constexpr std::string_view name = "device";
};
template <>
struct KindOf<StepSkipped> {
    static constexpr std::string_view name = "skipped";
};
template <>
struct KindOf<Warned> {
    static constexpr std::string_view name = "warning";
};
template <>
struct KindOf<RankFinished> {
    static constexpr std::string_view name = "finished";
};
template <>
struct KindOf<SharingStart> {
    static constexpr std::string_view name = "sharing";
};
template <>
struct KindOf<SavingCheckpoint> {
    static constexpr std::string_view name = "saving";
};
template <>
struct KindOf<StepTimeline> {
    static constexpr std::string_view name = "timeline";
};
template <>
struct KindOf<LinksMeasured> {
    static constexpr std::string_view name = "link";
};

void visitFields(auto& visit, Describes<RankStarted> auto& event)
{
    visit("version", event.version);
    visit("run", event.run);
    visit("attempt", event.attempt);
    visit("rank", event.rank);
    visit("world_size", event.worldSize);
    visit("local_rank", event.localRank);
    visit("host", event.host);
    visit("device", event.device);
    visit("process_id", event.processId);
    visit("engine", event.engine);
    visit("model", event.model);
    visit("parameters", event.parameters);
    visit("training_samples", event.trainingSamples);
    visit("validation_samples", event.validationSamples);
    visit("steps_per_epoch", event.stepsPerEpoch);
    visit("epochs", event.epochs);
    visit("first_step", event.firstStep);
    visit("threads", event.threads);
}

void visitFields(auto& visit, Describes<SharingStart> auto& event)
{
    visit("done_bytes", event.doneBytes);
    visit("total_bytes", event.totalBytes);
    visit("seconds", event.seconds);
}

void visitFields(auto& visit, Describes<SavingCheckpoint> auto& event)
{
    visit("step", event.step);
    visit("done_bytes", event.doneBytes);
    visit("total_bytes", event.totalBytes);
    visit("seconds", event.seconds);
}

void visitFields(auto& visit, Describes<StepFinished> auto& event)
{
    visit("step", event.step);
    visit("epoch", event.epoch);
    visit("batch", event.batch);
    visit("loss", event.loss);
    visit("samples", event.samples);
    visit("learning_rate", event.learningRate);
    visit("samples_per_second", event.samplesPerSecond);
    visit("data_seconds", event.dataSeconds);
    visit("forward_seconds", event.forwardSeconds);
    visit("backward_seconds", event.backwardSeconds);
    visit("network_seconds", event.networkSeconds);
    visit("optimizer_seconds", event.optimizerSeconds);
    visit.appended("top1", event.top1);
    visit.appended("top5", event.top5);
    visit.further(event.further);
}

void visitFields(auto& visit, Describes<EpochFinished> auto& event)
{
    visit("epoch", event.epoch);
    visit("step", event.step);
    visit("loss", event.loss);
    visit("seconds", event.seconds);
    visit.further(event.further);
}

void visitFields(auto& visit, Describes<Evaluated> auto& event)
{
    visit("epoch", event.epoch);
    visit("step", event.step);
    visit("set", event.set);
    visit("loss", event.loss);
    visit("top1", event.top1);
    visit("samples", event.samples);
    visit.appended("top5", event.top5);
    visit.further(event.further);
}

void visitFields(auto& visit, Describes<CheckpointSaved> auto& event)
{
    visit("step", event.step);
    visit("epoch", event.epoch);
    visit("path", event.path);
    visit("bytes", event.bytes);
    visit("best", event.best);
}

void visitFields(auto& visit, Describes<CheckpointRemoved> auto& event)
{
    visit("step", event.step);
    visit("path", event.path);
}

void visitFields(auto& visit, Describes<CollectiveFinished> auto& event)
{
    visit("step", event.step);
    visit("operation", event.operation);
    visit("bytes_sent", event.bytesSent);
    visit("bytes_received", event.bytesReceived);
    visit("seconds", event.seconds);
    visit("slowest_peer", event.slowestPeer);
}

void visitFields(auto& visit, Describes<DeviceSampled> auto& event)
{
    visit("busy", event.busy);
    visit("memory_bytes", event.memoryBytes);
    visit.whereKnown("gpu_busy", event.gpu.busy);
    visit.whereKnown("gpu_used_bytes", event.gpu.usedBytes);
    visit.whereKnown("gpu_memory_bytes", event.gpuMemoryBytes);
    visit.whereKnown("temperature_celsius", event.gpu.temperatureCelsius);
    visit.whereKnown("power_watts", event.gpu.powerWatts);
    visit.whereKnown("clock_mhz", event.gpu.clockMhz);
    visit.whereKnown("memory_clock_mhz", event.gpu.memoryClockMhz);
    visit.whereKnown("throttle", event.gpu.throttle);
    visit.further(event.further);
}

void visitFields(auto& visit, Describes<StepSkipped> auto& event)
{
    visit("step", event.step);
    visit("loss_scale", event.lossScale);
}

void visitFields(auto& visit, Describes<StepTimeline> auto& event)
{
    visit("step", event.step);
    visit("start_ns", event.startNs);
    visit("data_us", event.dataUs);
    visit("forward_us", event.forwardUs);
    visit("backward_us", event.backwardUs);
    visit("network_us", event.networkUs);
    visit("optimizer_us", event.optimizerUs);
    visit("bucket_us", event.bucketUs);
    visit("bucket_bytes", event.bucketBytes);
}

void visitFields(auto& visit, Describes<LinksMeasured> auto& event)
{
    visit("seconds", event.seconds);
    visit("peers", event.peers);
    visit("bytes_sent", event.bytesSent);
    visit("bytes_received", event.bytesReceived);
    visit("late_seconds", event.lateSeconds);
    visit.appended("transfer_seconds", event.transferSeconds);
    visit.appended("receiver_limited_seconds", event.receiverLimitedSeconds);
    visit.appended("sender_limited_seconds", event.senderLimitedSeconds);
    visit.appended("round_trip_ms", event.roundTripMs);
    visit.appended("delivered_mbps", event.deliveredMbps);
    visit.appended("rate_is_lower_bound", event.isRateALowerBound);
    visit.appended("resent_segments", event.resentSegments);
    visit.appended("window_bytes", event.windowBytes);
}

void visitFields(auto& visit, Describes<Warned> auto& event)
{
    visit("text", event.warning.text);
    visit.appended("arguments", event.warning.arguments);
}

void visitFields(auto& visit, Describes<RankFinished> auto& event)
{
    visit("exit_code", event.exitCode);
    visit("message", event.message.text);
    visit("culprit", event.culprit);
    visit("step", event.step);
    visit("seconds", event.seconds);
    visit("weight_hash", event.weightHash);
    visit.appended("arguments", event.message.arguments);
}

} // namespace lockstep
