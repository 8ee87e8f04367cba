// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/program.h"

#include <memory>

namespace lockstep {

/// A program's buffers (running statistics) as they stood before a step: a forward pass changes them, so a
/// step that is broken off must give them back. Parameters need no copy: what a step itself brings about is
/// written once its end is sure, and what a strategy writes at its beginning is to stay (strategy.h).
class BufferSnapshot {
public:
    /// Borrows the program.
    explicit BufferSnapshot(Program& program);
    /// Allocates nothing.
    void take();
    /// The step has come to its end: there is nothing to give back.
    void drop() { m_taken = false; }
    /// Gives back what was taken and not dropped, if anything was.
    void restore();

private:
    std::unique_ptr<TensorSnapshot> m_values;
    bool m_taken = false;
};

} // namespace lockstep
