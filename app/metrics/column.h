// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/column_memory.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace lockstep {

/// Values that grow in number and never move apart, in memory or, where that becomes scarce, in a file.
/// Movable, not copied.
template <typename T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    /// `memory` outlives the column.
    explicit Column(ColumnMemory& memory = ColumnMemory::ofProgram()) : m_memory(&memory) {}
    Column(Column&& other) noexcept
        : m_memory(other.m_memory), m_block(std::exchange(other.m_block, {})),
          m_size(std::exchange(other.m_size, 0)), m_capacity(std::exchange(other.m_capacity, 0))
    {
    }
    Column& operator=(Column&& other) noexcept
    {
        std::swap(m_memory, other.m_memory);
        std::swap(m_block, other.m_block);
        std::swap(m_size, other.m_size);
        std::swap(m_capacity, other.m_capacity);
        return *this;
    }
    ~Column()
    {
        if (m_block.data != nullptr)
            m_memory->release(m_block);
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T* begin() const { return static_cast<const T*>(m_block.data); }
    const T* end() const { return begin() + m_size; }
    const T& operator[](std::size_t index) const { return begin()[index]; }
    const T& back() const { return begin()[m_size - 1]; }

    void push_back(const T& value)
    {
        if (m_size == m_capacity)
            grow();
        static_cast<T*>(m_block.data)[m_size++] = value;
    }
    /// Keeps the first `size`. REQUIRES: size <= size().
    void truncate(std::size_t size) { m_size = size; }

    /// Memory held, or room in the file.
    std::size_t bytes() const { return m_block.bytes; }

private:
    void grow()
    {
        const std::size_t more = std::max<std::size_t>(16, m_capacity + m_capacity / 2);
        m_block = m_memory->grown(m_block, m_size * sizeof(T), more * sizeof(T));
        m_capacity = m_block.bytes / sizeof(T);
    }

    ColumnMemory* m_memory;
    ColumnMemory::Block m_block;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace lockstep
