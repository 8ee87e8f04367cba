// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cpu/lowering/step_buffers.h"

#include <functional>
#include <vector>

namespace lockstep {

/// Weights in the layouts and types that primitives and kernels want, made of the f32 ones in torchvision's
/// layout whenever these have changed.
class PackedWeights {
public:
    /// Makes the function that fills the memory at the pointer.
    using Binding = std::function<std::function<void()>(void*)>;
    /// Registers a packed form; it is in the returned shared buffer. `backward`: evaluation does not need it.
    BufferId add(StepBuffers& buffers, std::int64_t bytes, bool backward, Binding binding);
    /// Once the buffers are placed.
    void bind(const StepBuffers& buffers);

    /// The weights have changed.
    void invalidate();
    /// Every worker must come here, and then to a barrier, before any of them reads a packed weight, when
    /// stale().
    bool stale(bool backwardToo) const { return m_staleForward || (backwardToo && m_staleBackward); }
    void pack(int worker, bool backwardToo) const;
    /// After that barrier, by one worker.
    void packed(bool backwardToo);
    /// Deals the work out.
    void share(int workers);
    /// Of all packed forms.
    std::int64_t bytes() const;

private:
    struct Entry {
        BufferId buffer;
        std::int64_t bytes;
        bool backward;
        Binding binding;
        std::function<void()> fill{};
        int worker = 0;
    };
    std::vector<Entry> m_entries;
    bool m_staleForward = true;
    bool m_staleBackward = true;
};

} // namespace lockstep
