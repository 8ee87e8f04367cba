// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric.h"
#include "app/metrics/step_clock.h"

#include <cstdint>
#include <span>

namespace lockstep {

/// What a plot counts along its x axis.
enum class XAxis {
    Step,         ///< updates made
    Epoch,        ///< passes over the training data, with fractions
    Images,       ///< training samples seen by all ranks together
    WallTime,     ///< seconds since 1970-01-01 UTC, by the clock of the rank's host
    RelativeTime, ///< seconds of training, without the pauses between attempts
};

/// Where the keys of one rank's series lie on an x axis: a map that never descends. Borrows from the table
/// that made it: valid until that changes.
class KeyScale {
public:
    /// The keys themselves, whatever they count.
    KeyScale() = default;
    KeyScale(XAxis axis, KeyKind keys, const StepClock& clock);

    /// Whether the rank's journal tells what this axis needs; if not, every x is NaN.
    bool isKnown() const;
    double x(std::int64_t key) const;
    /// The smallest key that lies at `x` or behind it; KeyColumn::kMaxKey + 1 where there is none.
    std::int64_t firstKeyAt(double x) const;
    /// The first key at each of these places or behind it; as many of either. REQUIRES: `edges` ascend.
    void firstKeys(std::span<const double> edges, std::span<std::int64_t> keys) const;

    /// What decides where keys lie: while it is the same, none moves but those behind the last step that had
    /// a time.
    struct Identity {
        XAxis axis = XAxis::Step;
        KeyKind keys = KeyKind::Step;
        std::uint64_t clock = 0; ///< its lineage; 0: there is none, and no key ever moves
        bool operator==(const Identity&) const = default;
    };
    Identity identity() const { return {m_axis, m_keys, m_clock == nullptr ? 0 : m_clock->lineage()}; }

private:
    std::int64_t firstKeyFrom(std::int64_t from, std::int64_t guess, double x) const;

    XAxis m_axis = XAxis::Step;
    KeyKind m_keys = KeyKind::Step;
    const StepClock* m_clock = nullptr; ///< null: x is the key
};

} // namespace lockstep
