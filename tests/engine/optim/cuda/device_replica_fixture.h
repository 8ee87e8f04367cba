// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/device_memory.h"
#include "engine/compute/cuda/device/device_replica.h"
#include "engine/compute/cuda/device/device_tensors.h"
#include "engine/core/random.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::cuda {

using NamedShapes = std::vector<std::pair<std::string, Shape>>;

/// Parameters of these shapes in the memory of an emulated device.
class ReplicaOfShapes {
public:
    explicit ReplicaOfShapes(const NamedShapes& shapes, bool scaled = false)
    {
        std::vector<DeviceTensor> values;
        std::vector<DeviceTensor> gradients;
        for (const auto& [name, shape] : shapes) {
            const auto bytes = static_cast<std::size_t>(shape.elements()) * sizeof(float);
            DeviceParameter& parameter = m_parameters.emplace_back();
            parameter = {name, shape, take(bytes), take(bytes)};
            values.push_back({{name, shape}, parameter.value});
            gradients.push_back({{name, shape}, parameter.gradient});
        }
        m_values = std::make_unique<DeviceTensors>(m_queue, values);
        m_gradients = std::make_unique<DeviceTensors>(m_queue, gradients);
        if (scaled)
            m_lossScale = reinterpret_cast<LossScale*>(take(sizeof(LossScale)));
    }

    DeviceReplica replica()
    {
        return {m_queue, m_parameters, {}, m_lossScale, [this] { ++m_changes; }};
    }
    Queue& queue() { return m_queue; }
    DeviceTensors& values() { return *m_values; }
    DeviceTensors& gradients() { return *m_gradients; }
    int changes() const { return m_changes; }

private:
    float* take(std::size_t bytes) { return reinterpret_cast<float*>(m_memory.emplace_back(bytes).at()); }

    Queue m_queue{0};
    std::vector<DeviceMemory> m_memory;
    std::vector<DeviceParameter> m_parameters;
    std::unique_ptr<DeviceTensors> m_values, m_gradients;
    LossScale* m_lossScale = nullptr;
    int m_changes = 0;
};

} // namespace lockstep::cuda
