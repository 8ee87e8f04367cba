// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// How busy this computer's cores are, whoever uses them, as the kernel tells it.
class BusyCores {
public:
    BusyCores() : m_begin(now()) {}
    /// 0 to 1, since this object was made. 0: the kernel tells nothing.
    double busyFraction() const;

private:
    /// Since the computer was started, in the kernel's ticks, of all cores together.
    struct Ticks {
        long long all = 0;
        long long idle = 0;
    };
    static Ticks now();

    const Ticks m_begin;
};

} // namespace lockstep
