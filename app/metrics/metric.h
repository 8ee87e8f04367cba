// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>
#include <compare>
#include <cstdint>
#include <string_view>

namespace lockstep {

/// The metrics that every version of this window knows. Their names are those of the journal's records and
/// members: Metric::Loss is "step.loss".
enum class KnownMetric : std::uint16_t {
    // Of a step, of this rank's samples.
    Loss,
    Top1,
    Top5,
    LearningRate,
    SamplesPerSecond,
    DataSeconds, ///< waiting for the next batch
    ForwardSeconds,
    BackwardSeconds,
    NetworkSeconds, ///< waiting for the other ranks
    OptimizerSeconds,
    ComputeSeconds, ///< forward, backward, optimiser
    StepSeconds,    ///< all five times
    LossScale,      ///< of fp16, from the updates that were left out

    // Sampled by time; each belongs to the step before it.
    ProcessorBusy, ///< of the rank's share: fraction, 0 ... 1
    MemoryBytes,   ///< of the rank on its host
    GpuBusy,       ///< of the rank's GPU, with all that runs on it, lately: fraction, 0 ... 1
    GpuUsedBytes,  ///< likewise
    GpuMemoryBytes,
    GpuCelsius,
    GpuWatts,
    GpuMegahertz,
    GpuMemoryMegahertz,
    CollectiveBytesSent, ///< since the sample before, as the two that follow
    CollectiveBytesReceived,
    CollectiveSeconds,

    // By epoch.
    EpochLoss,
    EpochSeconds,
    ValidationLoss,
    ValidationTop1,
    ValidationTop5,
};
inline constexpr std::size_t kKnownMetrics = 30;

/// What the keys of a metric's series count, from 1, as people do.
enum class KeyKind { Step, Epoch };

/// A number that a rank reports again and again, known by its name: "step.loss", "link.3.late_fraction". Any
/// number that a journal carries is one. Cheap to copy and compare; names are kept until the program ends.
class Metric {
public:
    using enum KnownMetric;

    /// No metric; its name is empty.
    constexpr Metric() = default;
    constexpr Metric(KnownMetric known) : m_id(static_cast<std::uint32_t>(known)) {}
    /// Any thread.
    static Metric named(std::string_view name);

    bool isNone() const { return m_id == kNone; }
    bool isKnown() const { return m_id < kKnownMetrics; }
    /// Valid until the program ends.
    std::string_view name() const;
    /// The name up to its first dot: "step", "device", "epoch", "evaluated", "collective", "link".
    std::string_view group() const;
    /// What follows the group.
    std::string_view member() const;
    KeyKind keyKind() const;
    /// Where it stands among the metrics that are known; REQUIRES: isKnown().
    std::size_t index() const { return m_id; }

    friend constexpr bool operator==(Metric, Metric) = default;
    /// Groups nothing and sorts nothing that people see: for containers.
    friend constexpr auto operator<=>(Metric, Metric) = default;
    friend size_t qHash(Metric metric, size_t seed) noexcept { return ::qHash(metric.m_id, seed); }

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    constexpr explicit Metric(std::uint32_t id) : m_id(id) {}

    std::uint32_t m_id = kNone;
};

/// The order in which people read them: those known first, as above, then the others by name.
bool readsBefore(Metric one, Metric other);

} // namespace lockstep
