// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/parameter.h"
#include "engine/core/tensor_store.h"
#include "engine/distributed/compression/work_clock.h"
#include "engine/distributed/process_group.h"
#include "engine/protocol/experiment.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace lockstep {

/// The first steps of a training, in which what keeps the rest (keepsTheRest()) sends everything: gradients
/// change so fast then that what waits would be outdated when it is sent.
inline constexpr std::int64_t kWholeSteps = 10;

/// How the gradients of a bucket become those of all ranks when they do not cross as they are. One per
/// replica. A step's buckets are dealt to the streams of the process group: those of one stream come in their
/// order, on a thread of its own, so that buckets of several streams are under way at once.
class GradientCodec {
public:
    virtual ~GradientCodec() = default;
    /// Before the first bucket of a step of the training. Says whether reduce() is to be called for its
    /// buckets; if not, they are summed as they are.
    virtual bool begin(std::int64_t step) = 0;
    /// The gradients of that bucket, this rank's part of the global batch's, become what all ranks apply: the
    /// same bits on each, whichever stream carries them. `stream`: by ProcessGroup::streams(). A collective
    /// call on that one. Throws what the process group throws.
    virtual void reduce(std::size_t bucket, std::size_t stream) = 0;
    /// Between two steps: state() becomes what a checkpoint needs. A collective call.
    virtual void settle() {}
    /// See Strategy::state().
    virtual TensorStore& state() = 0;
    /// Whether begin() or reduce() read weights.
    virtual bool readsWeights() const { return false; }
    /// As Strategy::exchange().
    virtual std::string description() const = 0;
    /// Seconds that this rank's codec has computed so far, on whichever stream, beside what it waits for
    /// others. From any thread.
    double workedSeconds() const { return m_clock.seconds(); }

protected:
    /// For reduce(), around all but collective calls.
    WorkClock::Working work() { return WorkClock::Working(m_clock); }

private:
    WorkClock m_clock;
};

/// What of the training is left to its optimiser: all, but for the momentum that a codec keeps itself.
TrainingSpec optimizerTraining(const TrainingSpec& training);

/// The codec of an experiment; none where gradients cross as they are. Group and replica are borrowed and
/// outlive it.
std::unique_ptr<GradientCodec> makeGradientCodec(const TrainingSpec& training, ProcessGroup& group,
                                                 const HostReplica& replica);

} // namespace lockstep
