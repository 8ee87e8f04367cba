// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory_resource>

namespace lockstep::testing {

/// Memory that nobody can touch unless it is open: pages without any access, which the kernel guards. It is
/// not given back before the whole goes. Used by one thread at a time.
class GuardedMemory final : public std::pmr::memory_resource {
public:
    GuardedMemory();
    ~GuardedMemory() override;
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    /// Lets every thread read and write it: keys of a thread's own are not in every processor.
    void open();
    void close();

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override; ///< REQUIRES: open
    void do_deallocate(void*, std::size_t, std::size_t) override {}
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override
    {
        return this == &other;
    }

    void* m_mapping;
    std::byte* m_base; ///< in it
    std::size_t m_used = 0;
    bool m_open = false;
};

} // namespace lockstep::testing
