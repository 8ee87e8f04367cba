// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gradient_reducer.h"

#include "engine/core/error.h"
#include "engine/distributed/bucket_progress.h"
#include "engine/protocol/mutex.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <vector>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

} // namespace

struct GradientReducer::State {
    State(ProcessGroup& processGroup, std::span<const GradientBucket> all);
    ~State();

    void begin(GradientCodec* stepCodec);
    void add(std::size_t index);
    void finish(std::span<double> scalars);

    /// One of the group's, with the thread that reduces on it. Buckets are dealt to the streams in turn, and
    /// after the last bucket comes the tail.
    struct Stream {
        ProcessGroup* group = nullptr;
        std::size_t next = 0; ///< bucket, or the tail
        std::thread thread;
    };

    void run(std::size_t stream);
    std::size_t bucketsInBody() const LOCKSTEP_REQUIRES(mutex);
    bool hasWork(std::size_t stream) const LOCKSTEP_REQUIRES(mutex);
    void reduceNext(std::size_t stream) LOCKSTEP_REQUIRES(mutex);
    void reduceTail(ProcessGroup& carrier, std::span<double> sums, std::span<float> riders);
    void noteFailure() LOCKSTEP_REQUIRES(mutex);
    void rethrow() const LOCKSTEP_REQUIRES(mutex);

    ProcessGroup& group;
    const bool alone;
    BucketProgress progress;
    std::vector<std::span<float>> buckets;
    bool lastRides = false;         ///< in double precision with the scalars, where there is no codec
    std::vector<double> tail;       ///< used by the thread that reduces it; the scalars come first
    double codecSeconds = 0;        ///< of the last finish()
    std::vector<BucketTimes> times; ///< by bucket; of the thread that reduces it, until finish() returns

    Mutex mutex;
    ConditionVariable changed;
    GradientCodec* codec LOCKSTEP_GUARDED_BY(mutex) = nullptr; ///< of this step
    std::size_t filled LOCKSTEP_GUARDED_BY(mutex) = 0;         ///< buckets 0 ... filled-1 are complete
    std::size_t reduced LOCKSTEP_GUARDED_BY(mutex) = 0;        ///< so many are summed
    std::span<double> scalars LOCKSTEP_GUARDED_BY(mutex);
    bool finishing LOCKSTEP_GUARDED_BY(mutex) = false;
    int reducing LOCKSTEP_GUARDED_BY(mutex) = 0; ///< streams
    bool stopping LOCKSTEP_GUARDED_BY(mutex) = false;
    std::exception_ptr error LOCKSTEP_GUARDED_BY(mutex);
    std::vector<Stream> streams LOCKSTEP_GUARDED_BY(mutex); ///< the last member: their threads use the others
};

GradientReducer::State::State(ProcessGroup& processGroup, std::span<const GradientBucket> all)
    : group(processGroup), alone(processGroup.worldSize() == 1), progress(all)
{
    for (const GradientBucket& bucket : all)
        buckets.push_back(bucket.values);
    if (alone)
        return;
    for (const std::span<float> bucket : buckets)
        times.push_back({{}, {}, bucket.size_bytes()});
    lastRides = !buckets.empty() && ridesWithScalars(buckets.back().size_bytes(), group.sumWay());
    const MutexLock lock(mutex); // a thread waits until all of them are there
    for (ProcessGroup* const each : group.streams())
        if (streams.size() <= buckets.size()) // with the tail, each has something to do
            streams.push_back({.group = each, .next = streams.size(), .thread = {}});
    for (std::size_t i = 0; i < streams.size(); ++i)
        streams[i].thread = std::thread([this, i] { run(i); });
}

GradientReducer::State::~State()
{
    std::vector<Stream> ending;
    bool isReducing = false;
    {
        const MutexLock lock(mutex);
        stopping = true;
        isReducing = reducing > 0;
        for (Stream& stream : streams)
            ending.push_back({.group = stream.group, .next = 0, .thread = std::move(stream.thread)});
    }
    changed.notifyAll();
    if (isReducing) // whoever leaves in the middle of a step has failed; the others must not wait for this
                    // rank
        group.abort("its training step ended early");
    for (Stream& stream : ending)
        stream.thread.join();
}

void GradientReducer::State::begin(GradientCodec* stepCodec)
{
    const MutexLock lock(mutex);
    rethrow();
    LOCKSTEP_CHECK(!finishing && filled == reduced);
    progress.begin();
    codec = stepCodec;
    filled = reduced = 0;
    for (std::size_t i = 0; i < streams.size(); ++i)
        streams[i].next = i;
}

void GradientReducer::State::add(std::size_t index)
{
    progress.add(index);
    const MutexLock lock(mutex);
    rethrow();
    if (progress.complete() == filled)
        return;
    filled = progress.complete();
    if (!alone)
        changed.notifyAll();
    else if (codec)
        for (; reduced < filled; ++reduced)
            codec->reduce(reduced, 0);
}

void GradientReducer::State::finish(std::span<double> sums)
{
    const MutexLock lock(mutex);
    rethrow();
    LOCKSTEP_CHECK(filled == buckets.size());
    if (alone) {
        reduced = filled;
        codecSeconds = 0;
        return;
    }
    const double workedBefore = codec ? codec->workedSeconds() : 0;
    scalars = sums;
    finishing = true;
    changed.notifyAll();
    // After an error too, no thread may still use what is the caller's.
    changed.wait(mutex, [this]() LOCKSTEP_REQUIRES(mutex) { return error ? reducing == 0 : !finishing; });
    finishing = false;
    codecSeconds = codec ? codec->workedSeconds() - workedBefore : 0;
    rethrow();
}

void GradientReducer::State::rethrow() const
{
    if (error)
        std::rethrow_exception(error);
}

/// Those that cross by themselves. A codec has its own way of making a small one cheap.
std::size_t GradientReducer::State::bucketsInBody() const
{
    return buckets.size() - (lastRides && !codec ? 1 : 0);
}

bool GradientReducer::State::hasWork(std::size_t stream) const
{
    const std::size_t next = streams[stream].next;
    return !error && (next < std::min(filled, bucketsInBody()) || (finishing && next == bucketsInBody()));
}

void GradientReducer::State::run(std::size_t stream)
{
    const MutexLock lock(mutex);
    while (true) {
        changed.wait(mutex, [&]() LOCKSTEP_REQUIRES(mutex) { return stopping || hasWork(stream); });
        if (stopping)
            return;
        ++reducing;
        try {
            reduceNext(stream);
        } catch (...) {
            noteFailure();
        }
        --reducing;
        changed.notifyAll();
    }
}

/// In a handler. What is under way on other streams ends too: the group has failed, and if it has not, it
/// does now.
void GradientReducer::State::noteFailure()
{
    if (!error)
        error = std::current_exception();
    if (reducing > 1) {
        const MutexUnlock unlock(mutex);
        group.abort("its training step ended early");
    }
}

void GradientReducer::State::reduceNext(std::size_t stream)
{
    const std::size_t next = streams[stream].next;
    const bool isTail = next == bucketsInBody();
    const std::span<float> riders = next < buckets.size() ? buckets[next] : std::span<float>();
    const std::span<double> sums = scalars;
    GradientCodec* const stepCodec = codec;
    ProcessGroup& carrier = *streams[stream].group;
    {
        const MutexUnlock unlock(mutex);
        const auto begin = Clock::now();
        if (isTail)
            reduceTail(carrier, sums, riders);
        else if (stepCodec)
            stepCodec->reduce(next, stream);
        else
            carrier.allReduceSum(buckets[next]);
        if (next < times.size()) {
            times[next].begin = begin;
            times[next].end = Clock::now();
        }
    }
    streams[stream].next += streams.size();
    ++reduced;
    // The tail counts as what rides in it, or as one more.
    if (reduced == bucketsInBody() + 1) {
        reduced = buckets.size();
        finishing = false;
    }
}

void GradientReducer::State::reduceTail(ProcessGroup& carrier, std::span<double> sums,
                                        std::span<float> riders)
{
    tail.assign(sums.begin(), sums.end());
    tail.insert(tail.end(), riders.begin(), riders.end());
    if (tail.empty())
        return;
    carrier.allReduceSum(std::span(tail));
    std::copy_n(tail.begin(), sums.size(), sums.begin());
    auto from = tail.begin() + static_cast<std::ptrdiff_t>(sums.size());
    for (float& value : riders)
        value = static_cast<float>(*from++);
}

GradientReducer::GradientReducer(ProcessGroup& group, std::span<const GradientBucket> buckets)
    : m_state(std::make_unique<State>(group, buckets))
{
}

GradientReducer::~GradientReducer() = default;

void GradientReducer::begin(GradientCodec* codec)
{
    m_state->begin(codec);
}

void GradientReducer::add(std::size_t index)
{
    m_state->add(index);
}

void GradientReducer::finish(std::span<double> scalars)
{
    m_state->finish(scalars);
}

std::span<const BucketTimes> GradientReducer::bucketTimes() const
{
    return m_state->times;
}

double GradientReducer::codecSeconds() const
{
    return m_state->codecSeconds;
}

} // namespace lockstep
