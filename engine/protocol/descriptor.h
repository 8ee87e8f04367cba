// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

namespace lockstep {

/// Owns one file descriptor; closes it at the end of its life. Not a thread-safe type.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : m_descriptor(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_descriptor; }
    explicit operator bool() const { return m_descriptor >= 0; }
    /// The caller's to close from now on; -1 when there is none.
    int release() { return std::exchange(m_descriptor, -1); }
    /// Keeps errno, so that what went wrong before can still be told.
    void reset(int descriptor = -1);

private:
    int m_descriptor = -1;
};

/// Writes all bytes, in as many calls as it takes. Returns 0, or the errno of the call that failed; how much
/// was written before is not told. REQUIRES: a blocking descriptor.
int writeWhole(int descriptor, std::string_view bytes);

} // namespace lockstep
