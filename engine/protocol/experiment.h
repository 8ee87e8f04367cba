// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/topology.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The newest version of the experiment document that this program reads; it writes this one.
inline constexpr int kExperimentVersion = 1;

struct ModelSpec {
    std::string name = "mnist-cnn"; ///< a name of modelNames()
    UnknownFields unknown;
    bool operator==(const ModelSpec&) const = default;
};
/// The models of the zoo, in the order in which they are offered. (The zoo itself is engine/graph; a test
/// holds the two lists together.)
const std::vector<std::string>& modelNames();

enum class DataKind { SyntheticDigits, Mnist, PaddleJson };

struct DataSpec {
    DataKind kind = DataKind::SyntheticDigits;
    /// Mnist: the folder of the four idx files; PaddleJson: the .json.gz file; SyntheticDigits: unused.
    /// A relative path is taken from the folder of the experiment document.
    std::string path;
    UnknownFields unknown;
    bool operator==(const DataSpec&) const = default;
};

enum class OptimizerKind { Sgd, Momentum, Adagrad, Adam };
enum class LossKind { CrossEntropy, SquaredError };
enum class Precision { Float32 };
enum class Strategy { AllReduce };

struct TrainingSpec {
    OptimizerKind optimizer = OptimizerKind::Sgd;
    double learningRate = 0.01;   ///< (0, 1000]
    double momentum = 0.9;        ///< [0, 1); Momentum only
    double beta1 = 0.9;           ///< [0, 1); Adam only
    double beta2 = 0.999;         ///< [0, 1); Adam only
    double epsilon = 0;           ///< >= 0; 0: the optimiser's standard value (Adam 1e-8, Adagrad 1e-10)
    LossKind loss = LossKind::CrossEntropy;
    int batch = 50;               ///< samples per rank and step, 1 ... 65536
    int epochs = 2;               ///< 1 ... 100000
    std::uint64_t seed = 1;       ///< 0 ... 2^53 - 1 (what JSON readers keep exact)
    Precision precision = Precision::Float32;
    Strategy strategy = Strategy::AllReduce;
    double bucketMegabytes = 4;   ///< size of a gradient bucket, MiB, (0, 1024]
    int logEvery = 200;           ///< steps between two lines of a rank's text log, >= 1
    int checkpointEvery = 1;      ///< epochs between two checkpoints, >= 1
    int keepCheckpoints = 3;      ///< how many of the latest stay, >= 2; the best one stays besides
    double timeoutSeconds = 30;   ///< how long a collective may wait for a silent rank, [1, 86400]
    UnknownFields unknown;
    bool operator==(const TrainingSpec&) const = default;
};

/// The document that a person draws and that is run: canvas positions included, never a secret.
struct Experiment {
    std::string name;
    Topology topology;
    ModelSpec model;
    DataSpec data;
    TrainingSpec training;
    UnknownFields unknown;
    bool operator==(const Experiment&) const = default;
};

/// Limits that hold for every document, checked before anything is allocated for its content.
inline constexpr std::size_t kMaxExperimentBytes = 16u << 20;
inline constexpr int kMaxExperimentDepth = 64;

/// Reads a document (JSON, UTF-8; grammar: FORMAT.md). The first error names the key, what was found and what
/// was expected; a document of a newer version is refused in a plain sentence. Structure, types and ranges are
/// checked here; whether it can run is checkExperiment's question. Duplicate keys are refused.
Result<Experiment> parseExperiment(std::string_view json);

/// The document as JSON: keys in the order of FORMAT.md, two spaces per level, unknown fields kept, a final
/// newline. parseExperiment(toJson(e)) == e.
std::string toJson(const Experiment& experiment);

/// Everything that keeps this experiment from running, each with its key: no rank at all, a host without
/// address, two nodes with one id, a link to nowhere, a missing data path, ... Empty: it can run.
std::vector<Error> checkExperiment(const Experiment& experiment);

/// Sets one key of the document from text, as `--set KEY=VALUE` does: `training.batch`, `topology.hosts.0.port`,
/// `topology.hosts.0.devices` (takes "cpu,cpu"). Numbers, booleans and JSON values are recognised; anything
/// else is a string. An unknown key is an error that lists the keys at that place.
Result<Experiment> withValue(const Experiment& experiment, std::string_view key, std::string_view value);

/// A fresh id for a node of this topology: "host-3", "switch-1".
std::string freshId(const Topology& topology, std::string_view prefix);

std::string_view toString(DataKind kind);
std::string_view toString(OptimizerKind kind);
std::string_view toString(LossKind kind);
std::string_view toString(Precision precision);
std::string_view toString(Strategy strategy);
std::string_view toString(Connection connection);

} // namespace lockstep
