// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/column.h"
#include "app/metrics/key_column.h"
#include "app/metrics/lineage.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// When a rank had made so many updates, and where its epochs ended: what the x axes of plots are made of.
/// Steps are keys of series, from 1. Times never go back: where the host's clock did, they stand still.
class StepClock {
public:
    /// An attempt begins at this time, after so many updates: later ones are forgotten.
    void begin(std::int64_t wallMs, std::int64_t steps);
    /// Nothing happens unless steps ascend.
    void append(std::int64_t step, std::int64_t wallMs);
    /// Several; as many of either.
    void append(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMs);
    /// So many epochs, from 1, were over after so many updates.
    void endEpoch(std::int64_t epochs, std::int64_t steps);
    /// Updates of this rank and training samples of all ranks in an epoch; 0: unknown.
    void setEpochSize(std::int64_t steps, std::int64_t samples);
    /// What it tells of later updates alone.
    StepClock after(std::int64_t steps) const;
    /// With every so manieth time alone: between them it tells in proportion.
    StepClock sketch(std::size_t stride) const;

    bool knowsTime() const { return !m_ms.empty(); }
    bool knowsEpochs() const { return m_stepsPerEpoch > 0 || !m_epochEnds.empty(); }
    std::int64_t samplesPerEpoch() const { return m_samplesPerEpoch; }

    /// Since 1970. Between two steps in proportion; before the first and behind the last as at those.
    /// REQUIRES, or it is NaN: knowsTime().
    double wallSeconds(double step) const;
    /// The same of training: without the pauses between attempts and without what was done again.
    double trainingSeconds(double step) const;
    /// The updates made by then. REQUIRES: knowsTime().
    std::int64_t stepAt(std::int64_t wallMs) const;
    /// Epochs that are over after so many updates, with fractions, and back. REQUIRES: knowsEpochs().
    double epochs(double step) const;
    double steps(double epochs) const;

    /// The same as long as what it tells of the steps that it knew holds, and their epochs. See Lineage.
    std::uint64_t lineage() const { return m_lineage.number(); }
    /// Memory held.
    std::size_t bytes() const;

private:
    struct EpochEnd {
        double epochs = 0;
        double steps = 0;
    };
    /// Steps whose times are counted from one base.
    struct Stretch {
        std::size_t firstIndex = 0;
        std::int64_t wallMs = 0;     ///< the base
        std::int64_t trainingMs = 0; ///< of training before the base
    };

    StepClock picked(std::size_t first, std::size_t stride) const;
    void truncate(std::size_t size);
    void startStretch(std::int64_t wallMs, std::int64_t trainingMs);
    const Stretch& stretchOf(std::size_t index) const;
    std::int64_t wallMsAt(std::size_t index) const;
    std::int64_t trainingMsAt(std::size_t index) const;
    template <typename MsAt>
    double between(double step, MsAt msAt) const;
    template <typename Of>
    std::pair<EpochEnd, EpochEnd> around(double value, Of of) const;

    KeyColumn m_steps;
    Column<std::uint32_t> m_ms; ///< from the base of its stretch
    std::vector<Stretch> m_stretches;
    std::vector<EpochEnd> m_epochEnds;
    std::int64_t m_stepsPerEpoch = 0; ///< 0: unknown
    std::int64_t m_samplesPerEpoch = 0;
    Lineage m_lineage;
};

} // namespace lockstep
