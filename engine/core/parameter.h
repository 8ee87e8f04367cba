// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

#include <span>
#include <string>

namespace lockstep {

/// One trainable tensor of a program: f32, in torchvision's layout ({out, in, height, width}, {out, in},
/// {out}). The spans stay valid as long as the program that owns them.
struct Parameter {
    std::string name; ///< torchvision's: "conv1.weight"
    Shape shape;
    std::span<float> value;
    std::span<float> gradient;
};

/// A tensor by name, borrowed: what checkpoints are made of.
struct NamedTensor {
    enum class Stored { Float32, Int64 };
    std::string name;
    Shape shape;
    std::span<float> values;
    Stored stored = Stored::Float32; ///< in files; Int64: whole numbers up to 2^24 (num_batches_tracked)
};

} // namespace lockstep
