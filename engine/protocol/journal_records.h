// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/gpu_state.h"
#include "engine/protocol/sentence.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// The events of a rank, as a journal holds them. FORMAT.md is the specification.
namespace lockstep {

inline constexpr int kJournalVersion = 1;

/// A number that a record carries beyond the members of its kind, such as a strategy's own.
struct FurtherNumber {
    std::string name; ///< 1 to kMaxFurtherName bytes
    double value = 0;
    bool operator==(const FurtherNumber&) const = default;
};
/// At most kMaxFurtherNumbers; a writer leaves out those beyond, and those whose names are too long.
using FurtherNumbers = std::vector<FurtherNumber>;
inline constexpr std::size_t kMaxFurtherNumbers = 64;
inline constexpr std::size_t kMaxFurtherName = 64;

/// First record of every attempt of a rank (and, with rank -1, of a host's supervisor).
struct RankStarted {
    int version = kJournalVersion;
    std::string run;
    int attempt = 1; ///< 1, 2, ... : a resumed run is a chain of attempts
    int rank = 0;
    int worldSize = 1;
    int localRank = 0;
    std::string host;   ///< its name in the experiment
    std::string device; ///< "cpu", "cuda:0"
    std::int64_t processId = 0;
    std::string engine; ///< version of the engine
    std::string model;
    std::int64_t parameters = 0;      ///< trainable scalars of the model
    std::int64_t trainingSamples = 0; ///< of the whole data set, not of this rank
    std::int64_t validationSamples = 0;
    std::int64_t stepsPerEpoch = 0;
    int epochs = 0;
    std::int64_t firstStep = 0; ///< > 0 after resuming
    int threads = 1;
    bool operator==(const RankStarted&) const = default;
};

/// How far the ranks have come with taking over rank 0's weights and state before the first step; only where
/// it takes longer than a second. The last one has `doneBytes` equal to `totalBytes`.
struct SharingStart {
    std::int64_t doneBytes = 0;
    std::int64_t totalBytes = 0; ///< that must cross, > 0
    double seconds = 0;          ///< since the sharing began
    bool operator==(const SharingStart&) const = default;
};

/// One optimiser update. Times are seconds of this rank; `network` is what it waited for others beyond
/// overlap.
struct StepFinished {
    std::int64_t step = 0;  ///< from 0, over all epochs
    int epoch = 0;          ///< from 0
    std::int64_t batch = 0; ///< from 0, within the epoch
    double loss = 0;        ///< mean over this rank's samples
    int samples = 0;        ///< of this rank
    double learningRate = 0;
    double samplesPerSecond = 0; ///< of this rank
    double top1 = 0, top5 = 0;   ///< fractions of this rank's samples, 0 ... 1
    double dataSeconds = 0, forwardSeconds = 0, backwardSeconds = 0, networkSeconds = 0, optimizerSeconds = 0;
    FurtherNumbers further{};
    bool operator==(const StepFinished&) const = default;
};

struct EpochFinished {
    int epoch = 0;
    std::int64_t step = 0; ///< updates made so far
    double loss = 0;       ///< mean over all samples of all ranks
    double seconds = 0;
    FurtherNumbers further{};
    bool operator==(const EpochFinished&) const = default;
};

/// A pass over a data set without learning; the same numbers on every rank.
struct Evaluated {
    int epoch = 0;
    std::int64_t step = 0;
    std::string set; ///< "validation", "evaluation"
    double loss = 0;
    double top1 = 0; ///< fraction of correct answers, 0 ... 1
    double top5 = 0; ///< fraction whose right answer is among the five largest logits
    std::int64_t samples = 0;
    FurtherNumbers further{};
    bool operator==(const Evaluated&) const = default;
};

/// How far a checkpoint has come to the disk: when the saving begins and every second from then on, as long
/// as the disk takes bytes. It ends with a CheckpointSaved, or a Warned that says why it could not be saved.
struct SavingCheckpoint {
    std::int64_t step = 0;
    std::int64_t doneBytes = 0; ///< that are safe
    std::int64_t totalBytes = 0;
    double seconds = 0; ///< since the saving began
    bool operator==(const SavingCheckpoint&) const = default;
};

struct CheckpointSaved {
    std::int64_t step = 0;
    int epoch = 0;
    std::string path; ///< relative to the run folder on its host
    std::int64_t bytes = 0;
    bool best = false;
    bool operator==(const CheckpointSaved&) const = default;
};

/// A checkpoint that has made room for newer ones: its folder is gone.
struct CheckpointRemoved {
    std::int64_t step = 0;
    std::string path; ///< as in its CheckpointSaved
    bool operator==(const CheckpointRemoved&) const = default;
};

/// Traffic of this rank since the record before, for finding slow links.
struct CollectiveFinished {
    std::int64_t step = 0;
    std::string operation; ///< "all-reduce", "broadcast", ...
    std::int64_t bytesSent = 0, bytesReceived = 0;
    double seconds = 0;
    int slowestPeer = -1; ///< the rank that was waited for longest, -1: none, or a server
    bool operator==(const CollectiveFinished&) const = default;
};

/// How a rank uses its host and, on a GPU, what that GPU is doing; every two seconds.
struct DeviceSampled {
    double busy = 0;                        ///< fraction of the rank's share of the processor, 0 ... 1
    std::int64_t memoryBytes = 0;           ///< resident memory of the rank on its host
    GpuState gpu{};                         ///< nothing is known of it for a rank on the processor
    std::optional<double> gpuMemoryBytes{}; ///< of the whole card
    FurtherNumbers further{};
    bool operator==(const DeviceSampled&) const = default;
};

/// An update that was left out because a gradient was not finite: fp16's scaled loss was too large for it.
/// The record of its step is there all the same.
struct StepSkipped {
    std::int64_t step = 0; ///< as in its StepFinished
    double lossScale = 0;  ///< from then on
    bool operator==(const StepSkipped&) const = default;
};

/// When the parts of one step were under way: microseconds since `startNs`, each part as pairs of begin and
/// end, ascending. Of some steps only, at most two a second; ranks that march in step choose the same ones.
struct StepTimeline {
    std::int64_t step = 0;    ///< as in its StepFinished
    std::int64_t startNs = 0; ///< of the host's monotonic clock, as Record::monotonicNs
    std::vector<double> dataUs, forwardUs, backwardUs, networkUs, optimizerUs;
    std::vector<double> bucketUs;          ///< of the sums over the ranks, beside the other parts
    std::vector<std::int64_t> bucketBytes; ///< one for each pair of `bucketUs`
    bool operator==(const StepTimeline&) const = default;
};

/// What went over the links between this rank and others, or the servers where a run has those, since the
/// record before; the lists are as long as `peers`. Peers without traffic or lateness are left out.
struct LinksMeasured {
    double seconds = 0;                ///< that are covered
    std::vector<std::int64_t> peers{}; ///< ranks; server N: the world size + N
    std::vector<std::int64_t> bytesSent{}, bytesReceived{};
    std::vector<double> lateSeconds{}; ///< blocked on that peer
    // Of what this rank sends to that peer, as its kernel tells (TCP_INFO); all missing where it does not.
    std::vector<double> transferSeconds{};         ///< something was on its way or waiting to be
    std::vector<double> receiverLimitedSeconds{};  ///< of those: the peer took no more
    std::vector<double> senderLimitedSeconds{};    ///< of those: this end's buffer was too small
    std::vector<double> roundTripMs{};             ///< smoothed, at the end
    std::vector<double> deliveredMbps{};           ///< the kernel's latest measurement of the rate
    std::vector<std::int64_t> isRateALowerBound{}; ///< 1: there was too little to send to measure the rate
    std::vector<std::int64_t> resentSegments{};
    std::vector<std::int64_t> windowBytes{}; ///< congestion window, at the end
    bool operator==(const LinksMeasured&) const = default;
};

/// Numbers in all lists of one record, at most: so its line fits, whatever they are. Who makes a record sees
/// to it.
inline constexpr std::size_t kMaxRecordNumbers = 2048;

struct Warned {
    Sentence warning;
    bool operator==(const Warned&) const = default;
};

/// Last record of an attempt.
struct RankFinished {
    int exitCode = 0;      ///< an ExitCode, or 128 + signal
    Sentence message;      ///< empty after success
    int culprit = -1;      ///< the rank that caused the end, where known
    std::int64_t step = 0; ///< updates made
    double seconds = 0;
    std::string weightHash; ///< SHA-256 of all parameters, hexadecimal; empty when there are none
    bool operator==(const RankFinished&) const = default;
};

using Event = std::variant<RankStarted, StepFinished, EpochFinished, Evaluated, CheckpointSaved,
                           CheckpointRemoved, CollectiveFinished, DeviceSampled, Warned, RankFinished,
                           SharingStart, SavingCheckpoint, StepSkipped, StepTimeline, LinksMeasured>;

struct Record {
    std::uint64_t sequence = 0;   ///< 0, 1, 2, ... within a journal
    std::int64_t monotonicNs = 0; ///< host's monotonic clock
    std::int64_t wallMs = 0;      ///< milliseconds since 1970-01-01 UTC; for display only
    Event event;
    bool operator==(const Record&) const = default;
};

} // namespace lockstep
