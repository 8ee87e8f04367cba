// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockstep {

/// A convolution and what follows it as a device measured them: in one, and one after the other.
struct FusionChoice {
    enum class Kind {
        Statistics, ///< in training, with the statistics of the batch norm after it
        Normalize   ///< in evaluation, with the batch norm, the addition and the clamp after it
    };
    std::string layer; ///< the convolution's
    Kind kind = Kind::Statistics;
    double fusedSeconds = 0;
    double separateSeconds = 0;
    bool taken = false;
};

} // namespace lockstep
