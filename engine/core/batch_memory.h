// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace lockstep {

/// Memory of a batch, beginning at a multiple of kBatchAlignment bytes. Whoever reads it after the call that
/// brought it there has returned, as a device does, holds it until then (BatchHold).
class BatchBuffer {
public:
    virtual ~BatchBuffer() = default;
    BatchBuffer(const BatchBuffer&) = delete;
    BatchBuffer& operator=(const BatchBuffer&) = delete;

    std::span<std::byte> bytes() const { return m_bytes; }
    /// Where false, all reading under former holds has happened before this call. Any thread.
    bool held() const { return m_holds.load(std::memory_order_acquire) != 0; }

protected:
    explicit BatchBuffer(std::span<std::byte> bytes) : m_bytes(bytes) {}

private:
    friend class BatchHold;
    std::span<std::byte> m_bytes;
    std::atomic<int> m_holds{0};
};

inline constexpr std::size_t kBatchAlignment = 64;

/// As long as one is there, nobody writes to the buffer again or frees it. Copying and letting go allocate
/// nothing. Each object is one thread's; different ones of a buffer may be different threads'.
class BatchHold {
public:
    BatchHold() = default;
    explicit BatchHold(std::shared_ptr<BatchBuffer> buffer) : m_buffer(std::move(buffer)) { add(); }
    BatchHold(const BatchHold& other) : m_buffer(other.m_buffer) { add(); }
    BatchHold(BatchHold&& other) noexcept = default;
    BatchHold& operator=(BatchHold other) noexcept
    {
        std::swap(m_buffer, other.m_buffer);
        return *this;
    }
    ~BatchHold()
    {
        if (m_buffer)
            m_buffer->m_holds.fetch_sub(1, std::memory_order_release);
    }

private:
    void add()
    {
        if (m_buffer)
            m_buffer->m_holds.fetch_add(1, std::memory_order_relaxed);
    }

    std::shared_ptr<BatchBuffer> m_buffer;
};

/// Where the batches for a device are put: memory that it reads well. Any thread.
class BatchMemory {
public:
    virtual ~BatchMemory() = default;
    /// `bytes` > 0 of any content. The buffer may outlive this object. Throws EngineError(OutOfMemory).
    virtual std::shared_ptr<BatchBuffer> allocate(std::size_t bytes) = 0;
};

/// The ordinary memory of this host.
std::shared_ptr<BatchMemory> hostBatchMemory();

} // namespace lockstep
