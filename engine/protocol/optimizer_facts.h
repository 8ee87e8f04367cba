// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace lockstep {

/// What there is to know of an optimiser without running it.
struct OptimizerFacts {
    OptimizerKind kind;
    std::string_view name; ///< in experiments
    int stateTensors;      ///< f32, of the shape of each parameter
};

/// Every kind once.
// clang-format off
inline constexpr std::array kOptimizers{
    OptimizerFacts{OptimizerKind::Sgd,      "sgd",      0},
    OptimizerFacts{OptimizerKind::Momentum, "momentum", 1},
    OptimizerFacts{OptimizerKind::Adagrad,  "adagrad",  1},
    OptimizerFacts{OptimizerKind::Adam,     "adam",     2},
    OptimizerFacts{OptimizerKind::AdamW,    "adamw",    2},
};
// clang-format on

/// REQUIRES: the kind has its row.
constexpr const OptimizerFacts& factsOf(OptimizerKind kind)
{
    std::size_t row = 0;
    while (kOptimizers[row].kind != kind)
        ++row;
    return kOptimizers[row];
}

} // namespace lockstep
