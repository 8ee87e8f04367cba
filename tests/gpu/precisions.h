// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep::testing {

/// A way of computing, as the programs of tests/gpu name it on their command lines.
struct NamedPrecision {
    std::string name; ///< "f32", "tf32", "bf16", "fp16"
    Precision precision = Precision::Float32;
    bool tf32 = false;

    void choose(ProgramOptions& options) const
    {
        options.precision = precision;
        options.tf32 = tf32;
    }
};

inline const std::vector<NamedPrecision>& namedPrecisions()
{
    static const std::vector<NamedPrecision> all = {{"f32", Precision::Float32},
                                                    {"tf32", Precision::Float32, true},
                                                    {"bf16", Precision::BFloat16},
                                                    {"fp16", Precision::Float16}};
    return all;
}

inline const NamedPrecision& namedPrecision(const std::string& name)
{
    for (const NamedPrecision& each : namedPrecisions())
        if (each.name == name)
            return each;
    throw std::invalid_argument("there is no precision " + name);
}

} // namespace lockstep::testing
