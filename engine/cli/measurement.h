// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/weight_file.h"
#include "engine/data/batch_loader.h"
#include "engine/protocol/evaluation_report.h"
#include "engine/protocol/experiment.h"
#include "engine/train/evaluator.h"

#include <functional>
#include <string>

namespace lockstep {

/// Weights that are to be measured on a data set.
struct Measurement {
    const WeightFile& weights;
    std::string model;
    const Dataset& set;
    const Experiment& experiment; ///< data, precision and loss count
    Device device;
    int batch = 1;       ///< samples in one forward pass
    int predictions = 0; ///< worst mistakes and samples to keep; 0: nothing is noted of single samples
    /// Called now and then; may be empty.
    std::function<void(const EvaluationProgress&)> progressed;
};

struct Measured {
    Evaluation result;
    BatchLoader::Damage damage;
    // With predictions:
    Confusion confusion;
    std::vector<Prediction> worst;
    std::vector<Prediction> samples;
};

/// Throws EngineError.
Measured measure(const Measurement& measurement);

} // namespace lockstep
