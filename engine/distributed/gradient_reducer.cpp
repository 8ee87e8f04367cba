// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gradient_reducer.h"

#include "engine/core/error.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep {

namespace {

using Clock = std::chrono::steady_clock;

// The last bucket rides with the scalars, in double precision, when that costs less than a round of its own.
constexpr std::size_t kLargestTailBytes = 32 << 10;

struct Bucket {
    std::vector<std::size_t> parameters; ///< in the order of filling
    std::size_t elements = 0;
    std::size_t missing = 0;
};

std::vector<Bucket> planBuckets(std::span<const Parameter> parameters, std::size_t bucketBytes)
{
    std::vector<Bucket> buckets;
    for (std::size_t i = parameters.size(); i-- > 0;) {
        const std::size_t elements = parameters[i].gradient.size();
        if (buckets.empty() || (buckets.back().elements + elements) * sizeof(float) > bucketBytes)
            buckets.emplace_back();
        buckets.back().parameters.push_back(i);
        buckets.back().elements += elements;
    }
    return buckets;
}

} // namespace

struct GradientReducer::State {
    State(ProcessGroup& processGroup, std::span<const Parameter> all, std::size_t bucketBytes);
    ~State();

    void begin();
    void add(std::size_t index);
    void finish(std::span<double> scalars);

    void run();
    bool hasWork() const;
    void reduceNext(std::unique_lock<std::mutex>& lock);
    void reduceBucket(const Bucket& bucket);
    void reduceTail();
    void rethrow() const;

    ProcessGroup& group;
    const std::vector<Parameter> parameters;
    const bool alone;
    std::vector<Bucket> buckets;
    bool tailHasBucket = false;
    std::vector<std::size_t> bucketOf; ///< by parameter
    std::vector<float> flat;           ///< one bucket; used by the thread that reduces
    std::vector<double> tail;          ///< likewise; the scalars come first
    std::vector<bool> added;
    double waited = 0;

    std::mutex mutex; ///< guards what follows
    std::condition_variable changed;
    std::size_t filled = 0;  ///< buckets 0 ... filled-1 are complete
    std::size_t reduced = 0; ///< and these are summed
    std::span<double> scalars;
    bool finishing = false;
    bool reducing = false;
    bool stopping = false;
    std::exception_ptr error;
    std::thread thread;
};

GradientReducer::State::State(ProcessGroup& processGroup, std::span<const Parameter> all,
                              std::size_t bucketBytes)
    : group(processGroup), parameters(all.begin(), all.end()), alone(processGroup.worldSize() == 1),
      buckets(planBuckets(all, bucketBytes)), bucketOf(all.size()), added(all.size(), true)
{
    std::size_t largest = 0;
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        for (const std::size_t index : buckets[b].parameters)
            bucketOf[index] = b;
        largest = std::max(largest, buckets[b].parameters.size() > 1 ? buckets[b].elements : 0);
    }
    if (alone)
        return;
    tailHasBucket = !buckets.empty() && buckets.back().elements * sizeof(float) <= kLargestTailBytes;
    flat.resize(largest);
    thread = std::thread([this] { run(); });
}

GradientReducer::State::~State()
{
    if (!thread.joinable())
        return;
    bool isReducing = false;
    {
        const std::lock_guard lock(mutex);
        stopping = true;
        isReducing = reducing;
    }
    changed.notify_all();
    if (isReducing) // whoever leaves in the middle of a step has failed; the others must not wait for this
                    // rank
        group.abort("its training step ended early");
    thread.join();
}

void GradientReducer::State::begin()
{
    const std::lock_guard lock(mutex);
    rethrow();
    LOCKSTEP_CHECK(std::find(added.begin(), added.end(), false) == added.end());
    LOCKSTEP_CHECK(!finishing && filled == reduced);
    added.assign(parameters.size(), false);
    for (Bucket& bucket : buckets)
        bucket.missing = bucket.parameters.size();
    filled = reduced = 0;
}

void GradientReducer::State::add(std::size_t index)
{
    LOCKSTEP_CHECK(index < parameters.size() && !added[index]);
    added[index] = true;
    const std::lock_guard lock(mutex);
    rethrow();
    --buckets[bucketOf[index]].missing;
    // In the fixed order only: a bucket that is complete early waits for those before it.
    const std::size_t before = filled;
    while (filled < buckets.size() && buckets[filled].missing == 0)
        ++filled;
    if (filled != before && !alone)
        changed.notify_all();
}

void GradientReducer::State::finish(std::span<double> sums)
{
    const auto start = Clock::now();
    std::unique_lock lock(mutex);
    rethrow();
    LOCKSTEP_CHECK(filled == buckets.size());
    if (alone) {
        reduced = filled;
        waited = 0;
        return;
    }
    scalars = sums;
    finishing = true;
    changed.notify_all();
    changed.wait(lock, [this] { return !finishing || error; });
    finishing = false;
    waited = std::chrono::duration<double>(Clock::now() - start).count();
    rethrow();
}

void GradientReducer::State::rethrow() const
{
    if (error)
        std::rethrow_exception(error);
}

bool GradientReducer::State::hasWork() const
{
    const std::size_t inBody = buckets.size() - (tailHasBucket ? 1 : 0);
    return !error && (finishing || reduced < std::min(filled, inBody));
}

void GradientReducer::State::run()
{
    std::unique_lock lock(mutex);
    while (true) {
        changed.wait(lock, [this] { return stopping || hasWork(); });
        if (stopping)
            return;
        reducing = true;
        try {
            reduceNext(lock);
        } catch (...) {
            if (!lock.owns_lock())
                lock.lock();
            error = std::current_exception();
        }
        reducing = false;
        changed.notify_all();
    }
}

void GradientReducer::State::reduceNext(std::unique_lock<std::mutex>& lock)
{
    const std::size_t inBody = buckets.size() - (tailHasBucket ? 1 : 0);
    const bool isTail = reduced >= inBody;
    const Bucket* const bucket = isTail ? nullptr : &buckets[reduced];
    lock.unlock();
    if (bucket)
        reduceBucket(*bucket);
    else
        reduceTail();
    lock.lock();
    if (bucket) {
        ++reduced;
    } else {
        reduced = buckets.size();
        finishing = false;
    }
}

void GradientReducer::State::reduceBucket(const Bucket& bucket)
{
    if (bucket.parameters.size() == 1)
        return group.allReduceSum(parameters[bucket.parameters.front()].gradient);
    const std::span<float> all = std::span(flat).first(bucket.elements);
    auto to = all.begin();
    for (const std::size_t index : bucket.parameters)
        to = std::copy(parameters[index].gradient.begin(), parameters[index].gradient.end(), to);
    group.allReduceSum(all);
    auto from = all.begin();
    for (const std::size_t index : bucket.parameters) {
        const std::span<float> gradient = parameters[index].gradient;
        std::copy_n(from, gradient.size(), gradient.begin());
        from += static_cast<std::ptrdiff_t>(gradient.size());
    }
}

void GradientReducer::State::reduceTail()
{
    tail.assign(scalars.begin(), scalars.end());
    static const std::vector<std::size_t> none;
    const std::vector<std::size_t>& riders = tailHasBucket ? buckets.back().parameters : none;
    for (const std::size_t index : riders)
        tail.insert(tail.end(), parameters[index].gradient.begin(), parameters[index].gradient.end());
    if (tail.empty())
        return;
    group.allReduceSum(std::span(tail));
    std::copy_n(tail.begin(), scalars.size(), scalars.begin());
    auto from = tail.begin() + static_cast<std::ptrdiff_t>(scalars.size());
    for (const std::size_t index : riders)
        for (float& value : parameters[index].gradient)
            value = static_cast<float>(*from++);
}

GradientReducer::GradientReducer(ProcessGroup& group, std::span<const Parameter> parameters,
                                 std::size_t bucketBytes)
    : m_state(std::make_unique<State>(group, parameters, bucketBytes))
{
}

GradientReducer::~GradientReducer() = default;

void GradientReducer::begin()
{
    m_state->begin();
}

void GradientReducer::add(std::size_t index)
{
    m_state->add(index);
}

void GradientReducer::finish(std::span<double> scalars)
{
    m_state->finish(scalars);
}

double GradientReducer::waitedSeconds() const
{
    return m_state->waited;
}

} // namespace lockstep
