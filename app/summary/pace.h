// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockstep {

/// How fast steps follow one another, by the clock on the wall: with all that happens between them.
class Pace {
public:
    /// `ms`: when the step ended, since 1970. REQUIRES: steps in their order.
    void add(std::int64_t step, std::int64_t ms);

    /// Steps a second since the first one; 0: not known yet.
    double overall() const { return between(m_first, m_last); }
    /// The same over the last seconds.
    double lately() const { return between(m_before, m_last); }

    bool operator==(const Pace&) const = default;

private:
    struct Mark {
        std::int64_t step = -1;
        std::int64_t ms = 0;
        bool operator==(const Mark&) const = default;
    };
    static double between(const Mark& from, const Mark& to);

    Mark m_first;
    Mark m_before; ///< one to two windows ago
    Mark m_recent; ///< at most a window ago
    Mark m_last;
};

} // namespace lockstep
