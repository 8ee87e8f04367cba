// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace lockstep::cuda {

/// A piece of the current device's memory, all zero at first. Throws EngineError(OutOfMemory) that says how
/// much was wanted and how much is free.
class DeviceMemory {
public:
    DeviceMemory() = default;
    explicit DeviceMemory(std::size_t bytes);
    ~DeviceMemory();
    DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
    DeviceMemory& operator=(DeviceMemory&& other) noexcept
    {
        swap(other);
        return *this;
    }

    std::byte* at(std::size_t offset = 0) const { return m_memory + offset; }
    std::size_t bytes() const { return m_bytes; }

private:
    void allocate(std::size_t bytes);
    void swap(DeviceMemory& other) noexcept
    {
        std::swap(m_memory, other.m_memory);
        std::swap(m_bytes, other.m_bytes);
    }

    std::byte* m_memory = nullptr;
    std::size_t m_bytes = 0;
};

/// Memory of this host that devices copy from and to without a detour (page-locked), all zero at first.
class PinnedMemory {
public:
    PinnedMemory() = default;
    explicit PinnedMemory(std::size_t bytes);
    ~PinnedMemory();
    PinnedMemory(PinnedMemory&& other) noexcept { swap(other); }
    PinnedMemory& operator=(PinnedMemory&& other) noexcept
    {
        swap(other);
        return *this;
    }

    std::byte* at(std::size_t offset = 0) const { return m_memory + offset; }
    std::span<std::byte> span() const { return {m_memory, m_bytes}; }

private:
    void swap(PinnedMemory& other) noexcept
    {
        std::swap(m_memory, other.m_memory);
        std::swap(m_bytes, other.m_bytes);
    }

    std::byte* m_memory = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace lockstep::cuda
