// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/core/tensor_store.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockstep::cuda {

class Queue;

/// A tensor in a device's memory, borrowed: f32, torchvision's layout.
struct DeviceTensor {
    TensorInfo info;
    float* values = nullptr;
};

/// Whom to tell that values are used, by a snapshot too; both may be empty.
struct TensorHooks {
    std::function<void()> before{};  ///< before every use
    std::function<void()> written{}; ///< after each that changed values
};

/// Tensors in a device's memory, which cross by way of pinned memory: read() and write() wait for the queue.
/// Any thread may be the one that uses them: each call makes the device current.
/// A snapshot of them lies in the device's memory too.
class DeviceTensors final : public TensorStore {
public:
    /// Borrows the queue.
    DeviceTensors(Queue& queue, const std::vector<DeviceTensor>& tensors, TensorHooks hooks = {});

    std::span<const TensorInfo> tensors() const override { return m_tensors; }
    void read(std::size_t index, std::span<float> values) const override;
    void write(std::size_t index, std::span<const float> values) override;
    std::unique_ptr<TensorSnapshot> makeSnapshot() override;

private:
    /// Made when it is first needed.
    float* crossing() const;
    /// Calls job(from, count) for the pieces of a tensor that the crossing holds.
    template <typename Job>
    void forPieces(std::size_t elements, const Job& job) const;

    Queue& m_queue;
    std::vector<TensorInfo> m_tensors;
    std::vector<float*> m_values;
    TensorHooks m_hooks;
    std::size_t m_pieceElements = 0;
    mutable PinnedMemory m_crossing;
};

} // namespace lockstep::cuda
