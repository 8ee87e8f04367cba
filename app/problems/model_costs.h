// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/forecast/model_work.h"
#include "app/problems/data_shape.h"
#include "engine/protocol/experiment.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockstep {

/// What the engine is asked about a model: all that its costs depend on.
struct ModelQuestion {
    QString model;
    DataShape data;
    /// Samples computed at once: the batch of the rank with the largest share, or one piece of it.
    int batch = 1;
    Precision precision = Precision::Float32;
    OptimizerKind optimizer = OptimizerKind::Sgd;
    bool operator==(const ModelQuestion&) const = default;
    /// The same text for equal questions, another for others.
    QString key() const;
    /// Arguments of lockstep-engine.
    QStringList arguments() const;
};
ModelQuestion modelQuestion(const Experiment& experiment);

/// What a model costs, as the engine counts it.
struct ModelCosts {
    double parameters = 0;      ///< how many numbers are trained
    double flops = 0;           ///< forward, one sample
    double gradientBytes = 0;   ///< what a rank exchanges in each step
    double memoryBytes = 0;     ///< of one rank in training: weights, gradients, optimiser, activations
    ModelWork work{};           ///< the same layer by layer
    double checkpointBytes = 0; ///< one checkpoint: weights, running statistics, state of the optimiser
    bool operator==(const ModelCosts&) const = default;
};

/// Reads what `lockstep-engine describe --json` printed; an error when it is no such answer.
Result<ModelCosts> parseModelCosts(const QByteArray& json);

/// "1.8 GFLOP", "11.7 M": a count with three digits and its prefix.
QString formatCount(double count);

} // namespace lockstep
