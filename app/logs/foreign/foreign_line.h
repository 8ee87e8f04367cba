// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// What a line of another program's log tells in numbers. Accuracies are fractions, times are seconds,
/// whatever the program counts in.
struct ForeignLine {
    enum class Kind {
        Step,      ///< of a batch
        Epoch,     ///< of an epoch of training
        Evaluated, ///< of an evaluation after an epoch
        Part,      ///< of a batch of an evaluation, for the Evaluated that follows
    };
    struct Value {
        Metric metric;
        double value;
    };

    Kind kind = Kind::Step;
    int rank = -1;                       ///< that the line names
    std::optional<std::int64_t> epoch;   ///< as counted there; nothing: the one of the lines before
    std::int64_t firstEpoch = 0;         ///< what the program calls its first
    std::optional<std::int64_t> batch;   ///< of the epoch, as counted there
    std::optional<std::int64_t> batches; ///< of an epoch
    std::optional<std::int64_t> step;    ///< of the whole training, from 1; instead of the batch
    std::vector<Value> values;
};

/// One format each; nothing for lines that are not of it. What stands before, like a time, does no harm; nor
/// do odd spaces and what stands behind. A line that is cut tells what it has.
using ForeignFormat = std::optional<ForeignLine> (*)(std::string_view line);

/// PaddlePaddle's tutorials: "epoch: 0, batch_id: 10, loss is: [0.47507238]".
std::optional<ForeignLine> paddleLine(std::string_view line);
/// MXNet's Module.fit(): "Node[0] Epoch[0] Batch [20] Speed: 1301.19 samples/sec accuracy=0.85".
std::optional<ForeignLine> mxnetLine(std::string_view line);
/// PyTorch's ImageNet example: "Epoch: [0][ 10/5005] Time 0.2 (0.3) ... Acc@1 0.0 (0.1)", " * Acc@1 ..."; its
/// older Prec@1.
std::optional<ForeignLine> pytorchLine(std::string_view line);
/// I3D_Finetune: "step: 20, loss: 4.5910, accuracy: 0.017 (0.62 sec/batch)", "Epoch1, test accuracy: 0.934".
std::optional<ForeignLine> i3dLine(std::string_view line);
/// MMEngine (mmaction2 and its like): "Epoch(train) [1][15/15] lr: 7.8125e-05 ... loss: 0.6971".
std::optional<ForeignLine> mmengineLine(std::string_view line);
/// JSON lines with numbers, as MMEngine's scalars.json: {"lr": 1e-4, "loss": 0.7, "epoch": 1, "step": 15}.
std::optional<ForeignLine> jsonLine(std::string_view line);

/// The first format that a line is of.
std::optional<ForeignLine> foreignLine(std::string_view line);

/// What a metric of a step, an epoch or an evaluation is called here: by the names that programs commonly use
/// for it ("lr", "acc/top1", "cross-entropy"), else by its own.
Metric foreignMetric(ForeignLine::Kind kind, std::string_view name);

} // namespace lockstep
