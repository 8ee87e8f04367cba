// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/operation.h"

#include <array>
#include <memory>
#include <span>

namespace lockstep::cuda {

/// Operations that are given one after another. In full batches their work is written down, and given from
/// then on as one: not at the first time, when libraries and the runtime still load what they need.
class Segment {
public:
    /// Borrows the operations.
    explicit Segment(std::span<const Operation> operations) : m_operations(operations) {}

    enum class Batch { Full, Short };
    void give(const Frame& frame, Batch batch);
    /// Parameters whose gradients are final after it.
    std::vector<std::size_t> final() const;

private:
    struct Variant {
        bool given = false;
        std::unique_ptr<Recording> recording;
    };
    Variant& variantOf(const Frame& frame);
    void giveOperations(const Frame& frame) const;

    std::span<const Operation> m_operations;
    std::array<Variant, 4> m_variants; ///< by phase and by what is done with gradients
};

} // namespace lockstep::cuda
