// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/gradient_buckets.h"
#include "engine/distributed/bucket_times.h"
#include "engine/distributed/compression/gradient_codec.h"
#include "engine/distributed/process_group.h"

#include <memory>
#include <span>

namespace lockstep {

/// Sums gradients over the ranks, bucket by bucket where they lie, while backward still runs. The buckets are
/// equal on all ranks and begun in their order, so each sum has one order whatever the timing. The streams of
/// the group take them in turn, each on a thread of its own: several are under way at once where the group
/// has several streams, with the bits that one stream would give. A group of one has no thread.
///
///     reducer.begin();  backward(..., [&](std::size_t i) { reducer.add(i); });  reducer.finish(scalars);
class GradientReducer {
public:
    /// Borrows the group and the memory of the buckets. Each parameter is in one of them.
    GradientReducer(ProcessGroup& group, std::span<const GradientBucket> buckets);
    ~GradientReducer();

    /// With a codec, which is borrowed for this step, buckets are what that makes of them, and a group of one
    /// has that done by add().
    void begin(GradientCodec* codec = nullptr);
    /// The gradient of parameter `index` is final; may start a bucket. Throws what a bucket already met.
    void add(std::size_t index);
    /// Waits until every gradient is the sum over ranks, or what the codec has made of it, and sums `scalars`
    /// along with them (loss, flags).
    void finish(std::span<double> scalars);
    /// Seconds of the last finish() in which this rank's codec computed, rather than waited for others.
    double codecSeconds() const;
    /// By bucket, of the step whose finish() has returned; until begin(). None for a group of one.
    std::span<const BucketTimes> bucketTimes() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
