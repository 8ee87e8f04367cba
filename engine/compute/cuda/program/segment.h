// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/lowering/operation.h"
#include "engine/compute/cuda/program/repeated_work.h"

#include <array>
#include <span>

namespace lockstep::cuda {

/// Operations that are given one after another; those of full batches as repeated work.
class Segment {
public:
    /// Borrows the operations.
    explicit Segment(std::span<const Operation> operations) : m_operations(operations) {}

    enum class Batch { Full, Short };
    void give(const Frame& frame, Batch batch);
    /// As they come: for whoever writes down more than this.
    void giveOperations(const Frame& frame) const;
    /// Parameters whose gradients are final after it.
    std::vector<std::size_t> final() const;

private:
    RepeatedWork& repeated(const Frame& frame);

    std::span<const Operation> m_operations;
    std::array<RepeatedWork, 4> m_repeated; ///< by phase and by what is done with gradients
};

} // namespace lockstep::cuda
