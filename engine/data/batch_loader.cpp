// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"

#include "engine/core/processor.h"
#include "engine/data/batch_buffers.h"
#include "engine/data/batch_filler.h"
#include "engine/data/data_error.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

namespace lockstep {
namespace {

/// Whoever waits longer than this without a single sample read waits for ever.
constexpr std::chrono::seconds kDeadline{120};
constexpr int kMaxThreads = 256;
/// Samples that a thread takes at a time: one when reading is work, else so many that taking costs nothing.
constexpr std::size_t kCheapSamples = 64;
constexpr std::size_t kMostTexts = 100;
constexpr std::size_t kNamedInError = 5;

/// A batch on its way. Guarded by the loader's mutex but for the places of `draft` that a thread has taken.
struct Slot {
    BatchDraft draft;
    std::vector<std::size_t> indices;
    std::size_t taken = 0;
    std::size_t done = 0;
    std::exception_ptr failure;
    bool ready = false;
    bool counted = false; // its damage
};

} // namespace

struct BatchLoader::State {
    const Dataset& dataset;
    Sampler sampler;
    LoaderOptions options;
    BatchFiller filler;
    BatchBuffers buffers; // used by the thread that is opening
    std::size_t samplesAtATime;
    std::int64_t steps;

    std::mutex mutex;
    std::condition_variable changed;
    bool ending = false;
    bool started = false;
    bool opening = false;         // some thread asks the sampler for the next batch
    std::uint64_t generation = 0; // calls of start(): what was being opened before the last is dropped
    std::uint64_t progress = 0;   // counts samples read
    int makeEpoch = 0;            // what is opened next
    std::int64_t makeIndex = 0;
    int wantEpoch = 0; // what next() hands out next
    std::int64_t wantIndex = 0;
    std::deque<std::shared_ptr<Slot>> slots; // in the order of batches, some still being filled
    std::vector<std::shared_ptr<Slot>> spare;
    std::shared_ptr<Slot> lent; // the one that next() returned last
    std::int64_t damagedInEpoch = 0;
    std::set<std::size_t> damagedSamples;
    std::vector<std::string> newTexts, firstTexts;
    std::size_t textsGiven = 0;
    std::vector<std::thread> threads;

    State(const Dataset& d, Sampler s, const LoaderOptions& o);
    ~State();

    void work();
    bool mayOpen() const;
    std::shared_ptr<Slot> slotToFill() const;
    void open(std::unique_lock<std::mutex>& lock);
    void fill(const std::shared_ptr<Slot>& slot, std::unique_lock<std::mutex>& lock);
    void recycle(std::shared_ptr<Slot> slot);
    void countDamage(Slot& slot);
};

BatchLoader::State::State(const Dataset& d, Sampler s, const LoaderOptions& o)
    : dataset(d), sampler(std::move(s)), options(o), filler(d, o.use), buffers(o.memory),
      samplesAtATime(d.decodes() ? 1 : kCheapSamples), steps(sampler.stepsPerEpoch())
{
    options.prefetch = std::max(1, options.prefetch);
    if (options.threads <= 0)
        options.threads = dataset.decodes() ? usableCores() : 1;
    options.threads = std::min(options.threads, kMaxThreads);
}

BatchLoader::State::~State()
{
    {
        const std::scoped_lock lock(mutex);
        ending = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads)
        thread.join();
}

bool BatchLoader::State::mayOpen() const
{
    if (!started || opening || slots.size() >= static_cast<std::size_t>(options.prefetch))
        return false;
    return makeEpoch <= wantEpoch || (options.use == Use::Training && makeEpoch < options.epochs);
}

std::shared_ptr<Slot> BatchLoader::State::slotToFill() const
{
    for (const auto& slot : slots)
        if (!slot->ready && slot->taken < slot->indices.size())
            return slot;
    return nullptr;
}

void BatchLoader::State::work()
{
    std::unique_lock lock(mutex);
    while (true) {
        std::shared_ptr<Slot> slot;
        // Woken by start(), next(), a new slot and the destructor; the loader outlives its threads.
        changed.wait(lock, [&] { return ending || (slot = slotToFill()) || mayOpen(); });
        if (ending)
            return;
        if (slot)
            fill(slot, lock);
        else
            open(lock);
    }
}

/// Asks the sampler what the next batch holds; without the lock, for an epoch's permutation takes its time.
void BatchLoader::State::open(std::unique_lock<std::mutex>& lock)
{
    const std::uint64_t mine = generation;
    const int epoch = makeEpoch;
    const std::int64_t index = makeIndex;
    opening = true;
    auto slot = spare.empty() ? std::make_shared<Slot>() : std::move(spare.back());
    if (!spare.empty())
        spare.pop_back();
    lock.unlock();
    try {
        Sampler::Part part = sampler.part(epoch, index);
        Batch& batch = slot->draft.batch;
        batch.globalCount = part.globalCount;
        batch.epoch = epoch;
        batch.index = index;
        const std::size_t samples = part.indices.size();
        filler.prepare(slot->draft, samples, buffers.take(std::max<std::size_t>(filler.bytes(samples), 1)));
        slot->indices = std::move(part.indices);
    } catch (...) {
        slot->failure = std::current_exception();
    }
    lock.lock();
    opening = false;
    if (mine == generation) {
        slot->ready = slot->failure || slot->indices.empty();
        slots.push_back(std::move(slot));
        const bool last = index + 1 == steps;
        makeEpoch = last ? epoch + 1 : epoch;
        makeIndex = last ? 0 : index + 1;
    }
    changed.notify_all();
}

void BatchLoader::State::fill(const std::shared_ptr<Slot>& slot, std::unique_lock<std::mutex>& lock)
{
    const std::size_t first = slot->taken;
    const std::size_t count = std::min(samplesAtATime, slot->indices.size() - first);
    slot->taken += count;
    lock.unlock();
    std::vector<DamagedPlace> damaged;
    std::exception_ptr failure;
    try {
        for (std::size_t place = first; place < first + count; ++place)
            filler.readSample(slot->draft, place, slot->indices[place], damaged);
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    progress += count;
    slot->done += count;
    std::move(damaged.begin(), damaged.end(), std::back_inserter(slot->draft.damaged));
    if (failure && !slot->failure)
        slot->failure = failure;
    if (slot->done == slot->indices.size() && !slot->failure)
        filler.finish(slot->draft);
    slot->ready = slot->failure || slot->done == slot->indices.size();
    if (slot->ready)
        changed.notify_all();
}

void BatchLoader::State::recycle(std::shared_ptr<Slot> slot)
{
    if (slot.use_count() > 1)
        return; // a thread still fills it, and frees it
    slot->indices.clear();
    slot->draft.batch.hold = {};
    slot->taken = slot->done = 0;
    slot->failure = nullptr;
    slot->ready = slot->counted = false;
    spare.push_back(std::move(slot));
}

void BatchLoader::State::countDamage(Slot& slot)
{
    if (slot.counted)
        return;
    slot.counted = true;
    damagedInEpoch += static_cast<std::int64_t>(slot.draft.damaged.size());
    for (DamagedPlace& found : slot.draft.damaged) {
        if (!damagedSamples.insert(found.index).second)
            continue;
        if (firstTexts.size() < kNamedInError)
            firstTexts.push_back(found.text);
        if (textsGiven++ < kMostTexts)
            newTexts.push_back(std::move(found.text));
    }
}

LoaderOptions loaderOptions(const DataSpec& spec, Use use, int cores)
{
    const int most = cores > 0 ? cores : usableCores();
    const bool decodes = spec.kind == DataKind::ImageFolder || spec.kind == DataKind::Clips;
    LoaderOptions options;
    options.use = use;
    options.threads = spec.loaderThreads > 0 ? std::min(spec.loaderThreads, most) : (decodes ? most : 1);
    options.prefetch = spec.prefetch;
    options.damagedLimit = spec.damagedLimit;
    return options;
}

BatchLoader::BatchLoader(const Dataset& dataset, Sampler sampler, const LoaderOptions& options)
    : m_state(std::make_unique<State>(dataset, std::move(sampler), options))
{
    if (m_state->steps == 0)
        throwDataError(LOCKSTEP_TEXT("The data set holds no image at all."), {});
    for (int i = 0; i < m_state->options.threads; ++i)
        m_state->threads.emplace_back([state = m_state.get()] { state->work(); });
}

BatchLoader::~BatchLoader() = default;

int BatchLoader::threads() const
{
    return m_state->options.threads;
}

void BatchLoader::start(int epoch, std::int64_t firstBatch)
{
    State& s = *m_state;
    const std::scoped_lock lock(s.mutex);
    LOCKSTEP_CHECK(epoch >= 0 && firstBatch >= 0 && firstBatch <= s.steps);
    // Reading ran on into this epoch already: keep what is there.
    const bool readAhead = s.started && s.wantIndex == s.steps && epoch == s.wantEpoch + 1 &&
                           firstBatch == 0 && (s.slots.empty() || !s.slots.front()->failure);
    s.wantEpoch = epoch;
    s.wantIndex = firstBatch;
    s.damagedInEpoch = 0;
    if (!readAhead) {
        ++s.generation;
        while (!s.slots.empty()) {
            auto slot = std::move(s.slots.front());
            s.slots.pop_front();
            s.recycle(std::move(slot));
        }
        s.makeEpoch = firstBatch == s.steps ? epoch + 1 : epoch;
        s.makeIndex = firstBatch == s.steps ? 0 : firstBatch;
        s.started = true;
    }
    s.changed.notify_all();
}

const Batch* BatchLoader::next()
{
    State& s = *m_state;
    std::unique_lock lock(s.mutex);
    LOCKSTEP_CHECK(s.started);
    if (s.wantIndex == s.steps)
        return nullptr;
    const auto ready = [&] { return !s.slots.empty() && s.slots.front()->ready; };
    std::uint64_t before = s.progress;
    while (!s.changed.wait_for(lock, kDeadline, ready)) {
        if (s.progress == before)
            throwDataError(LOCKSTEP_TEXT("No sample could be read within %1 seconds."),
                           {std::to_string(kDeadline.count())});
        before = s.progress;
    }
    Slot& slot = *s.slots.front();
    if (slot.failure)
        std::rethrow_exception(slot.failure);
    s.countDamage(slot);
    requireFewDamaged(s.damagedInEpoch);
    if (s.lent)
        s.recycle(std::move(s.lent));
    s.lent = std::move(s.slots.front());
    s.slots.pop_front();
    ++s.wantIndex;
    s.changed.notify_all();
    return &s.lent->draft.batch;
}

BatchLoader::Damage BatchLoader::takeDamage()
{
    const std::scoped_lock lock(m_state->mutex);
    Damage damage{std::move(m_state->newTexts), static_cast<std::int64_t>(m_state->damagedSamples.size())};
    m_state->newTexts.clear();
    return damage;
}

void BatchLoader::requireFewDamaged(std::int64_t damaged) const
{
    const State& s = *m_state;
    if (static_cast<double>(damaged) <= s.options.damagedLimit * static_cast<double>(s.dataset.size()))
        return;
    std::string named;
    for (const std::string& text : s.firstTexts)
        named += (named.empty() ? "" : " ") + text;
    if (named.empty())
        named = LOCKSTEP_TEXT("Other ranks met and named them.");
    std::string percent = std::to_string(s.options.damagedLimit * 100); // "1.000000"
    percent.erase(percent.find_last_not_of('0') + 1);
    if (percent.back() == '.')
        percent.pop_back();
    throwDataError(
        LOCKSTEP_TEXT("%1 of the %2 images are damaged, more than the limit of %3 % (data.damaged_limit). "
                      "Replace them or raise the limit. %4"),
        {std::to_string(damaged), std::to_string(s.dataset.size()), percent, named});
}

} // namespace lockstep
