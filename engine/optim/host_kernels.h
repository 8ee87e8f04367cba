// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/update_rules.h"

/// The update rules over stretches of tensors in this host's memory, and the sum that clipping needs. They
/// take the widest vectors of the host; every host and every cut into stretches makes the same bits.
namespace lockstep {

/// A stretch of a parameter; state in the order of the rule's kState.
struct Stretch {
    float* value;
    const float* gradient;
    std::array<float*, 2> state;
    std::size_t count;
};

void update(const SgdRule::Update& rule, const Stretch& stretch);
void update(const MomentumRule::Update& rule, const Stretch& stretch);
void update(const NesterovRule::Update& rule, const Stretch& stretch);
void update(const AdagradRule::Update& rule, const Stretch& stretch);
void update(const AdamRule::Update& rule, const Stretch& stretch);

/// Sum of squares in double precision, in an order that depends on `count` alone.
double sumOfSquares(const float* values, std::size_t count);

} // namespace lockstep
