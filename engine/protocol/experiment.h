// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The newest version of the experiment document that this program reads; it writes this one.
inline constexpr int kExperimentVersion = 1;

struct ModelSpec {
    std::string name = "mnist-cnn"; ///< a name of modelNames()
    /// Where the weights come from at the start: a checkpoint folder, .safetensors or PyTorch file on rank
    /// 0's host. Tensors that are missing there or have another shape (a new head) keep their initial values,
    /// and are listed. Empty: initialised from the seed. A relative path is taken from the folder of the
    /// document.
    std::string weights;
    UnknownFields unknown;
    bool operator==(const ModelSpec&) const = default;
};
/// The models of the zoo (engine/graph/zoo) in the order in which they are offered, that of models.inl.
const std::vector<std::string>& modelNames();
/// The frames of the clips that a model of modelNames() was made for; 0 for pictures and for another name.
int framesMadeFor(std::string_view model);

enum class DataKind { SyntheticDigits, Mnist, PaddleJson, Cifar10, ImageFolder, Clips, Synthetic };
/// Where data.path leads: nowhere for what the program makes itself.
enum class DataPlace { BuiltIn, File, Folder };
DataPlace placeOf(DataKind kind);
/// Standard: what the field does for this kind of data in training (image folders: random resized crop and
/// horizontal flip; CIFAR-10: crop with a padding of 4, and flip; clips: frames from anywhere in the video,
/// one random crop and flip for all of them; the others: nothing).
enum class Augmentation { Standard, None };

struct DataSpec {
    DataKind kind = DataKind::SyntheticDigits;
    /// Mnist (and Fashion-MNIST): the folder of the four idx files; PaddleJson: the .json.gz file; Cifar10:
    /// the folder of the .bin files; ImageFolder: the folder with train/CLASS/ and val/CLASS/; Clips: the
    /// file that lists them, one line "name folder frames label" for each; the others: unused. A relative
    /// path is taken from the folder of the experiment document.
    std::string path;
    /// Clips: the file that names those held out for validation, one a line; a relative path as above.
    std::string testList;
    int frames = 0; ///< of a sample, 0 ... 1024; Clips and Synthetic only, see framesOf()
    /// Of each channel, for pixels from 0 to 1; empty: the usual figures of the kind. Both or neither.
    std::vector<double> mean;
    std::vector<double> deviation;
    Augmentation augmentation = Augmentation::Standard;
    int imageSize = 224; ///< ImageFolder, Clips, Synthetic: side of a sample, pixels, 8 ... 1024
    /// ImageFolder in evaluation, Clips always: shorter side before the crop, imageSize ... 4096; 0: follows
    /// imageSize, see resizeOf().
    int resize = 0;
    int classes = 10;            ///< Synthetic: 2 ... 100000
    int samples = 1000;          ///< Synthetic: of the training set, 1 ... 2^31 - 1; a fifth more to validate
    int loaderThreads = 0;       ///< 0 ... 256; 0: chosen by the engine
    int prefetch = 4;            ///< batches made ahead, 1 ... 1024
    double cacheMegabytes = 512; ///< decoded samples kept in memory, MiB, [0, 2^20]
    /// ImageFolder: pixels of decoded images kept on each host's disk, GiB for this data set, [0, 10^6].
    double diskCacheGigabytes = 0;
    double damagedLimit = 0.01; ///< fraction of damaged images beyond which training stops, [0, 1]
    UnknownFields unknown;
    bool operator==(const DataSpec&) const = default;
};
/// Frames of a sample: for Clips those stated, else 64; for Synthetic those stated; 0 for pictures.
int framesOf(const DataSpec& data);
/// The shorter side before the crop: the one stated, else 256/224 of the image size, as is usual for
/// photographs.
int resizeOf(const DataSpec& data);
/// Whether a clip of this many frames and pixels has more than 2^28 values: no document makes a host allocate
/// without end.
std::optional<Error> sampleTooLarge(const DataSpec& data);

enum class OptimizerKind { Sgd, Momentum, Adagrad, Adam, AdamW };
enum class LossKind { CrossEntropy, SquaredError };
/// BFloat16, Float16: activations and their gradients in bf16 or fp16 where safe, f32 master weights,
/// statistics and sums. Float16 is for GPUs and scales the loss, so that small gradients stay within fp16's
/// range: a step whose gradients are not finite all the same changes no weight and halves the scale.
enum class Precision { Float32, BFloat16, Float16 };
inline constexpr std::array kPrecisions = {Precision::Float32, Precision::BFloat16, Precision::Float16};
/// Bytes of an activation: 4 or 2.
int activationBytes(Precision precision);
/// AllReduce: every rank applies the gradient of the whole global batch in every step. ServerSync: the same,
/// but the weights and the optimiser stand on servers, which add up what all ranks push [Li 2014].
/// ServerAsync: servers apply what each rank pushes as it comes [Dean 2012; Ho 2013]. LocalSteps: each steps
/// ModelParallel: the devices of a host hold the layers of one replica between them, and pieces of the batch
/// move through them like through a pipe [Huang 2019]; the replicas of several hosts meet as with AllReduce.
enum class StrategyKind { AllReduce, ServerSync, ServerAsync, LocalSteps, ModelParallel };
inline constexpr std::array kStrategies = {StrategyKind::AllReduce, StrategyKind::ServerSync,
                                           StrategyKind::ServerAsync, StrategyKind::LocalSteps,
                                           StrategyKind::ModelParallel};
/// Whether the weights stand on servers.
bool usesServers(StrategyKind kind);
/// What of the gradients crosses the network. BFloat16, Float16: 16 bits of each, added up in f32. Int8: 8
/// bits of each beside one scale for 512 of them, rounded at random so that the mean is right [Alistarh
/// 2017]. TopK: the largest alone; the others wait on their rank until they have grown [Lin 2018]. PowerSgd:
/// of each matrix the product of two narrow ones; what that misses waits on its rank for the next step
/// [Vogels 2019].
enum class CompressionKind { None, BFloat16, Float16, Int8, TopK, PowerSgd };
inline constexpr std::array kCompressions = {CompressionKind::None,    CompressionKind::BFloat16,
                                             CompressionKind::Float16, CompressionKind::Int8,
                                             CompressionKind::TopK,    CompressionKind::PowerSgd};
/// Whether a rank keeps what it has not sent, to send it later.
bool keepsTheRest(CompressionKind kind);
/// How a global batch is dealt out. Equal: `batch` samples to each rank. ByRank: as stated. Auto: so that all
/// ranks are ready at the same time, measured at the start and again between epochs; the global batch stays
/// `batch` times the world size.
enum class ShareKind { Equal, Auto, ByRank };

struct ShareSpec {
    ShareKind kind = ShareKind::Equal;
    /// ByRank: parts of the global batch, which is `batch` times the world size, by rank; each 1 ... 65536.
    std::vector<int> byRank;
    bool operator==(const ShareSpec&) const = default;
};

/// How the learning rate changes; t: epochs done, as a fraction.
///   Constant   r
///   Step       r * factor ^ floor(t / every)
///   MultiStep  the rate of the last milestone passed: its own of `rates`, or r * factor ^ (milestones
///   passed) Cosine     floor + (r - floor) * (1 + cos(pi t / epochs)) / 2          [Loshchilov and Hutter
///   2017]
enum class ScheduleKind { Constant, Step, MultiStep, Cosine };

struct ScheduleSpec {
    ScheduleKind kind = ScheduleKind::Constant;
    double every = 30;              ///< Step: epochs, (0, 100000]
    double factor = 0.1;            ///< Step, MultiStep without rates: (0, 1]
    std::vector<double> milestones; ///< MultiStep: epochs, rising, each (0, 100000]
    std::vector<double> rates; ///< MultiStep: the rate from each milestone on, (0, 1000]; empty or as many
    double floor = 0;          ///< Cosine: the last rate, [0, 1000]
    double warmupEpochs = 0;   ///< the rate rises linearly to that of the schedule [Goyal 2017], [0, 100000]
    bool scaleWithWorldSize = false; ///< every rate times the world size [Goyal 2017]
    UnknownFields unknown;
    bool operator==(const ScheduleSpec&) const = default;
};

struct TrainingSpec {
    OptimizerKind optimizer = OptimizerKind::Sgd;
    double learningRate = 0.01; ///< (0, 1000]
    double momentum = 0.9;      ///< [0, 1); Momentum only
    bool nesterov = false;      ///< Momentum only
    double beta1 = 0.9;         ///< [0, 1); Adam, AdamW
    double beta2 = 0.999;       ///< [0, 1); Adam, AdamW
    double epsilon = 0;         ///< >= 0; 0: the optimiser's standard value (Adam 1e-8, Adagrad 1e-10)
    double weightDecay = 0;     ///< [0, 1]; added to the gradient, AdamW: decoupled
    bool decayAll = true;       ///< false: what has one axis (norms, biases, layer scales) is not decayed
    ScheduleSpec schedule;
    LossKind loss = LossKind::CrossEntropy;
    double labelSmoothing = 0; ///< [0, 1); CrossEntropy only
    int batch = 50;            ///< samples per rank and step, 1 ... 65536
    int accumulate = 1;        ///< pieces in which a rank computes the gradient of its batch, 1 ... batch
    bool dropLast = false;     ///< an epoch ends before a last global batch that would be short
    double clipNorm = 0;       ///< largest L2 norm of the averaged gradient, [0, 1e9]; 0: not clipped
    int epochs = 2;            ///< 1 ... 100000
    std::uint64_t seed = 1;    ///< 0 ... 2^53 - 1 (what JSON readers keep exact)
    Precision precision = Precision::Float32;
    /// GPUs with tensor cores may form the products of f32 matrices and convolutions in TF32: f32's range
    /// with 10 bits of fraction, summed in f32. Processors compute in f32 whatever it says.
    bool tf32 = false;
    /// Every sum in a fixed order, whatever the timing. Processors always do so; a GPU then passes over the
    /// convolutions and collectives whose order of adding depends on timing, some of which are the fastest.
    bool deterministic = false;
    StrategyKind strategy = StrategyKind::AllReduce;
    CompressionKind compression = CompressionKind::None; ///< AllReduce only
    int compressionRank = 4;       ///< PowerSgd: columns of the narrow matrices, 1 ... 64
    double compressionRatio = .01; ///< TopK: the fraction that is sent, (0, 1]
    int localSteps = 10;           ///< LocalSteps: from one meeting to the next, 1 ... 100000
    double outerLearningRate = 1;  ///< LocalSteps: of the way to the mean, (0, 10]; 1: the mean itself
    double outerMomentum = 0;      ///< LocalSteps: Nesterov's, over the meetings, [0, 1)
    bool overlapMeetings = false;  ///< LocalSteps: a meeting goes on under the steps that follow it
    int staleness = 2;             ///< ServerAsync: steps that a rank may be ahead of the slowest; -1: any
    bool dampen = true;            ///< ServerAsync: the rate is divided by the ranks and by staleness + 1
    bool outliveRanks = false;     ///< ServerAsync: a rank that is lost does not end the training
    /// ModelParallel: the layers with which the second device, the third, ... begin, in the order of the
    /// graph; empty: chosen so that all devices have as much to do.
    std::vector<std::string> cuts;
    /// What ranks of different hosts send each other is sealed (AES-256-GCM).
    bool encryption = false;
    ShareSpec shares;
    double bucketMegabytes = 4; ///< size of a gradient bucket, MiB, (0, 1024]
    int logEvery = 200;         ///< steps between two lines of a rank's text log, >= 1
    int checkpointEvery = 1;    ///< epochs between two checkpoints, >= 1
    int keepCheckpoints = 3;    ///< how many of the latest stay, >= 2; the best ones stay besides
    int keepBest = 1;           ///< how many of the best stay, 1 ... 100000
    double keepBestAbove = 0;   ///< validation top-1 that a best one must exceed, [0, 1]
    int earlyStop = 0;          ///< epochs without a better validation top-1 after which to stop; 0: never
    double timeoutSeconds = 30; ///< how long a collective may wait for a silent rank, [1, 86400]
    UnknownFields unknown;
    bool operator==(const TrainingSpec&) const = default;
};

/// How a run goes on by itself after an attempt that ended in an error, without the desktop.
struct RestartSpec {
    int max = 0;               ///< further attempts, 0 ... 1000; 0: it stays ended
    double backoffSeconds = 5; ///< before the first; each waits twice as long as the one before, [0, 3600]
    /// Goes on with the hosts that are left, and takes in again those that come back.
    bool elastic = false;
    int copies = 0; ///< other hosts that hold each checkpoint too, 0 ... 16
    UnknownFields unknown;
    bool operator==(const RestartSpec&) const = default;
};

/// The document that a person draws and that is run: canvas positions included, never a secret.
struct Experiment {
    std::string name;
    Topology topology;
    ModelSpec model;
    DataSpec data;
    TrainingSpec training;
    RestartSpec restart;
    UnknownFields unknown;
    bool operator==(const Experiment&) const = default;
};

/// Limits that hold for every document, checked before anything is allocated for its content.
inline constexpr std::size_t kMaxExperimentBytes = 16u << 20;
inline constexpr int kMaxExperimentDepth = 64;

/// Reads a document (JSON, UTF-8; grammar: FORMAT.md). The first error names the key, what was found and what
/// was expected; a document of a newer version is refused in a plain sentence. Structure, types and ranges
/// are checked here; whether it can run is checkExperiment's question. Duplicate keys are refused.
Result<Experiment> parseExperiment(std::string_view json);

/// The document as JSON: keys in the order of FORMAT.md, two spaces per level, unknown fields kept, a final
/// newline. parseExperiment(toJson(e)) == e.
std::string toJson(const Experiment& experiment);

/// The topology alone as JSON, as it travels through a clipboard. Reads a whole experiment too, and takes its
/// topology. parseTopology(toJson(t)) == t.
Result<Topology> parseTopology(std::string_view json);
std::string toJson(const Topology& topology);

/// Everything that keeps this experiment from running, each with its key: no rank at all, a host without
/// address, two nodes with one id, a link to nowhere, a missing data path, ... Empty: it can run.
std::vector<Error> checkExperiment(const Experiment& experiment);

/// Sets one key of the document from text, as `--set KEY=VALUE` does: `training.batch`,
/// `topology.hosts.0.port`, `topology.hosts.0.devices` (takes "cpu,cpu"; other lists "0.5,0.5"). Numbers,
/// booleans and JSON values are recognised; anything else is a string. An unknown key is an error that lists
/// the keys at that place.
Result<Experiment> withValue(const Experiment& experiment, std::string_view key, std::string_view value);

/// A fresh id for a node of this topology: "host-3", "switch-1", "network-2".
std::string freshId(const Topology& topology, std::string_view prefix);

std::string_view toString(DataKind kind);
std::string_view toString(OptimizerKind kind);
std::string_view toString(LossKind kind);
std::string_view toString(Precision precision);
std::string_view toString(StrategyKind kind);
std::string_view toString(CompressionKind kind);
std::string_view toString(ScheduleKind kind);
std::string_view toString(Augmentation augmentation);
std::string_view toString(Connection connection);

} // namespace lockstep
