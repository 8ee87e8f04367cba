// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"

#include "engine/data/data_error.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace lockstep {
namespace {

/// Batches come from memory; whoever waits longer than this for one waits for ever.
constexpr std::chrono::seconds kDeadline{120};

} // namespace

struct BatchLoader::State {
    const Dataset& dataset;
    Sampler sampler;
    std::size_t depth;
    std::size_t elements;
    std::int64_t steps;

    std::mutex mutex;
    std::condition_variable changed;
    bool ending = false;
    bool started = false;
    std::uint64_t journey = 0;   // counts start(): what an older one was still reading is dropped
    int makeEpoch = 0;           // what the thread makes next
    std::int64_t makeIndex = 0;
    int wantEpoch = 0;           // what next() hands out next
    std::int64_t wantIndex = 0;
    std::deque<std::unique_ptr<Batch>> ready;
    std::vector<std::unique_ptr<Batch>> spare;
    std::unique_ptr<Batch> lent; // the one that next() returned last
    std::exception_ptr failure;
    std::thread thread;

    State(const Dataset& d, Sampler s, int ahead)
        : dataset(d), sampler(std::move(s)), depth(static_cast<std::size_t>(std::max(1, ahead))),
          elements(static_cast<std::size_t>(d.sampleShape().elements())), steps(sampler.stepsPerEpoch())
    {
    }

    void work();
    void fill(Batch& batch, int epoch, std::int64_t index) const;
    std::unique_ptr<Batch> takeSpare();
};

void BatchLoader::State::fill(Batch& batch, int epoch, std::int64_t index) const
{
    const Sampler::Part part = sampler.part(epoch, index);
    batch.count = static_cast<int>(part.indices.size());
    batch.globalCount = part.globalCount;
    batch.epoch = epoch;
    batch.index = index;
    batch.inputs.resize(part.indices.size() * elements);
    batch.labels.resize(part.indices.size());
    for (std::size_t i = 0; i < part.indices.size(); ++i)
        batch.labels[i] = dataset.read(part.indices[i], std::span(batch.inputs).subspan(i * elements, elements));
}

std::unique_ptr<Batch> BatchLoader::State::takeSpare()
{
    if (spare.empty())
        return std::make_unique<Batch>();
    auto batch = std::move(spare.back());
    spare.pop_back();
    return batch;
}

void BatchLoader::State::work()
{
    std::unique_lock lock(mutex);
    while (true) {
        // Woken by start(), next() and the destructor; the loader lives exactly as long as this thread.
        changed.wait(lock, [&] { return ending || (started && !failure && ready.size() < depth); });
        if (ending)
            return;
        const std::uint64_t mine = journey;
        const int epoch = makeEpoch;
        const std::int64_t index = makeIndex;
        auto batch = takeSpare();
        lock.unlock();
        std::exception_ptr met;
        try {
            fill(*batch, epoch, index);
        } catch (...) {
            met = std::current_exception();
        }
        lock.lock();
        if (mine != journey) {
            spare.push_back(std::move(batch));
            continue;
        }
        if (met) {
            failure = met;
        } else {
            ready.push_back(std::move(batch));
            const bool last = index + 1 == steps;
            makeEpoch = last ? epoch + 1 : epoch;
            makeIndex = last ? 0 : index + 1;
        }
        changed.notify_all();
    }
}

BatchLoader::BatchLoader(const Dataset& dataset, Sampler sampler, int depth)
    : m_state(std::make_unique<State>(dataset, std::move(sampler), depth))
{
    if (m_state->steps == 0)
        throwDataError(LOCKSTEP_TEXT("The data set holds no image at all."), {});
    m_state->thread = std::thread([state = m_state.get()] { state->work(); });
}

BatchLoader::~BatchLoader()
{
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->ending = true;
    }
    m_state->changed.notify_all();
    m_state->thread.join();
}

void BatchLoader::start(int epoch, std::int64_t firstBatch)
{
    State& s = *m_state;
    const std::scoped_lock lock(s.mutex);
    LOCKSTEP_CHECK(epoch >= 0 && firstBatch >= 0 && firstBatch <= s.steps);
    // Reading ran on into this epoch already: keep what is there.
    const bool readAhead = s.started && !s.failure && s.wantIndex == s.steps && epoch == s.wantEpoch + 1 &&
                           firstBatch == 0;
    s.wantEpoch = epoch;
    s.wantIndex = firstBatch;
    if (readAhead)
        return;
    ++s.journey;
    s.failure = nullptr;
    while (!s.ready.empty()) {
        s.spare.push_back(std::move(s.ready.front()));
        s.ready.pop_front();
    }
    s.makeEpoch = firstBatch == s.steps ? epoch + 1 : epoch;
    s.makeIndex = firstBatch == s.steps ? 0 : firstBatch;
    s.started = true;
    s.changed.notify_all();
}

const Batch* BatchLoader::next()
{
    State& s = *m_state;
    std::unique_lock lock(s.mutex);
    LOCKSTEP_CHECK(s.started);
    if (s.wantIndex == s.steps)
        return nullptr;
    if (!s.changed.wait_for(lock, kDeadline, [&] { return s.failure || !s.ready.empty(); }))
        throwDataError(LOCKSTEP_TEXT("No batch could be read within %1 seconds."),
                       {std::to_string(kDeadline.count())});
    if (s.ready.empty())
        std::rethrow_exception(s.failure);
    if (s.lent)
        s.spare.push_back(std::move(s.lent));
    s.lent = std::move(s.ready.front());
    s.ready.pop_front();
    ++s.wantIndex;
    s.changed.notify_all();
    return s.lent.get();
}

} // namespace lockstep
