// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_loader.h"

#include "engine/core/processor.h"
#include "engine/data/batch_buffers.h"
#include "engine/data/batch_filler.h"
#include "engine/data/data_error.h"
#include "engine/protocol/mutex.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <set>
#include <thread>
#include <utility>

namespace lockstep {
namespace {

/// Whoever waits longer than this without a single sample read waits for ever.
constexpr std::chrono::seconds kDeadline{120};
constexpr int kMaxThreads = 256;
/// Samples that a thread takes at a time: one when reading is work, else so many that taking costs nothing.
constexpr std::size_t kCheapSamples = 64;
constexpr std::size_t kMostReasons = 100;
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

    mutable Mutex mutex;
    ConditionVariable changed;
    bool ending LOCKSTEP_GUARDED_BY(mutex) = false;
    bool started LOCKSTEP_GUARDED_BY(mutex) = false;
    bool opening LOCKSTEP_GUARDED_BY(mutex) = false; // some thread asks the sampler for the next batch
    // Calls of start(): what was being opened before the last is dropped.
    std::uint64_t generation LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::uint64_t progress LOCKSTEP_GUARDED_BY(mutex) = 0; // counts samples read
    int makeEpoch LOCKSTEP_GUARDED_BY(mutex) = 0;          // what is opened next
    std::int64_t makeIndex LOCKSTEP_GUARDED_BY(mutex) = 0;
    int wantEpoch LOCKSTEP_GUARDED_BY(mutex) = 0; // what next() hands out next
    std::int64_t wantIndex LOCKSTEP_GUARDED_BY(mutex) = 0;
    // In the order of batches, some still being filled.
    std::deque<std::shared_ptr<Slot>> slots LOCKSTEP_GUARDED_BY(mutex);
    std::vector<std::shared_ptr<Slot>> spare LOCKSTEP_GUARDED_BY(mutex);
    std::shared_ptr<Slot> lent LOCKSTEP_GUARDED_BY(mutex); // the one that next() returned last
    std::int64_t damagedInEpoch LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::set<std::size_t> damagedSamples LOCKSTEP_GUARDED_BY(mutex);
    std::vector<Sentence> newReasons LOCKSTEP_GUARDED_BY(mutex);
    std::vector<Sentence> firstReasons LOCKSTEP_GUARDED_BY(mutex);
    std::size_t reasonsGiven LOCKSTEP_GUARDED_BY(mutex) = 0;
    std::vector<std::thread> threads;

    State(const Dataset& d, Sampler s, const LoaderOptions& o);
    ~State();

    void work();
    bool mayOpen() const LOCKSTEP_REQUIRES(mutex);
    std::shared_ptr<Slot> slotToFill() const LOCKSTEP_REQUIRES(mutex);
    void open() LOCKSTEP_REQUIRES(mutex);
    void waitForBrake() LOCKSTEP_REQUIRES(mutex);
    void prepare(Slot& slot, int epoch, std::int64_t index);
    void fill(const std::shared_ptr<Slot>& slot) LOCKSTEP_REQUIRES(mutex);
    void recycle(std::shared_ptr<Slot> slot) LOCKSTEP_REQUIRES(mutex);
    void countDamage(Slot& slot) LOCKSTEP_REQUIRES(mutex);
    void requireFewDamaged(std::int64_t damaged) const LOCKSTEP_REQUIRES(mutex);
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
        const MutexLock lock(mutex);
        ending = true;
    }
    changed.notifyAll();
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
    const MutexLock lock(mutex);
    while (true) {
        std::shared_ptr<Slot> slot;
        // Woken by start(), next(), a new slot and the destructor; the loader outlives its threads.
        changed.wait(mutex,
                     [&]() LOCKSTEP_REQUIRES(mutex) { return ending || (slot = slotToFill()) || mayOpen(); });
        if (ending)
            return;
        if (slot)
            fill(slot);
        else
            open();
    }
}

/// Asks the sampler what the next batch holds; without the lock, for an epoch's permutation takes its time.
void BatchLoader::State::open()
{
    const std::uint64_t mine = generation;
    const int epoch = makeEpoch;
    const std::int64_t index = makeIndex;
    opening = true;
    waitForBrake();
    auto slot = spare.empty() ? std::make_shared<Slot>() : std::move(spare.back());
    if (!spare.empty())
        spare.pop_back();
    {
        const MutexUnlock unlocked(mutex);
        prepare(*slot, epoch, index);
    }
    opening = false;
    if (mine == generation) {
        slot->ready = slot->failure || slot->indices.empty();
        slots.push_back(std::move(slot));
        const bool last = index + 1 == steps;
        makeEpoch = last ? epoch + 1 : epoch;
        makeIndex = last ? 0 : index + 1;
    }
    changed.notifyAll();
}

/// Of the thread that is opening.
void BatchLoader::State::waitForBrake()
{
    if (!options.brake)
        return;
    const std::uint64_t mine = generation;
    changed.waitFor(mutex, options.brake->holdBack(LoaderBrake::Clock::now()),
                    [&]() LOCKSTEP_REQUIRES(mutex) { return ending || mine != generation; });
}

void BatchLoader::State::prepare(Slot& slot, int epoch, std::int64_t index)
{
    try {
        Sampler::Part part = sampler.part(epoch, index);
        Batch& batch = slot.draft.batch;
        batch.globalCount = part.globalCount;
        batch.place = part.place;
        batch.epoch = epoch;
        batch.index = index;
        const std::size_t samples = part.indices.size();
        filler.prepare(slot.draft, part.indices,
                       buffers.take(std::max<std::size_t>(filler.bytes(samples), 1)));
        slot.indices = std::move(part.indices);
    } catch (...) {
        slot.failure = std::current_exception();
    }
}

void BatchLoader::State::fill(const std::shared_ptr<Slot>& slot)
{
    const std::size_t first = slot->taken;
    const std::size_t count = std::min(samplesAtATime, slot->indices.size() - first);
    slot->taken += count;
    std::vector<DamagedPlace> damaged;
    std::exception_ptr failure;
    try {
        const MutexUnlock unlocked(mutex);
        for (std::size_t place = first; place < first + count; ++place)
            filler.readSample(slot->draft, place, slot->indices[place], damaged);
    } catch (...) {
        failure = std::current_exception();
    }
    progress += count;
    slot->done += count;
    std::move(damaged.begin(), damaged.end(), std::back_inserter(slot->draft.damaged));
    if (failure && !slot->failure)
        slot->failure = failure;
    if (slot->done == slot->indices.size() && !slot->failure)
        filler.finish(slot->draft);
    slot->ready = slot->failure || slot->done == slot->indices.size();
    if (slot->ready)
        changed.notifyAll();
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
        if (firstReasons.size() < kNamedInError)
            firstReasons.push_back(found.reason);
        if (reasonsGiven++ < kMostReasons)
            newReasons.push_back(std::move(found.reason));
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
    const MutexLock lock(s.mutex);
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
    s.changed.notifyAll();
}

const Batch* BatchLoader::next()
{
    State& s = *m_state;
    const MutexLock lock(s.mutex);
    LOCKSTEP_CHECK(s.started);
    if (s.wantIndex == s.steps)
        return nullptr;
    const auto ready = [&]()
                           LOCKSTEP_REQUIRES(s.mutex) { return !s.slots.empty() && s.slots.front()->ready; };
    std::uint64_t before = s.progress;
    while (!s.changed.waitFor(s.mutex, kDeadline, ready)) {
        if (s.progress == before)
            throwDataError(LOCKSTEP_TEXT("No sample could be read within %1 seconds."),
                           {std::to_string(kDeadline.count())});
        before = s.progress;
    }
    Slot& slot = *s.slots.front();
    if (slot.failure)
        std::rethrow_exception(slot.failure);
    s.countDamage(slot);
    s.requireFewDamaged(s.damagedInEpoch);
    if (s.lent)
        s.recycle(std::move(s.lent));
    s.lent = std::move(s.slots.front());
    s.slots.pop_front();
    ++s.wantIndex;
    s.changed.notifyAll();
    return &s.lent->draft.batch;
}

BatchLoader::Damage BatchLoader::takeDamage()
{
    State& s = *m_state;
    const MutexLock lock(s.mutex);
    return {std::exchange(s.newReasons, {}), static_cast<std::int64_t>(s.damagedSamples.size())};
}

void BatchLoader::requireFewDamaged(std::int64_t damaged) const
{
    const State& s = *m_state;
    const MutexLock lock(s.mutex);
    s.requireFewDamaged(damaged);
}

void BatchLoader::State::requireFewDamaged(std::int64_t damaged) const
{
    if (static_cast<double>(damaged) <= options.damagedLimit * static_cast<double>(dataset.size()))
        return;
    const Sentence named = firstReasons.empty() ? Sentence(LOCKSTEP_TEXT("Other ranks met and named them."))
                                                : inARow(firstReasons);
    std::string percent = std::to_string(options.damagedLimit * 100); // "1.000000"
    percent.erase(percent.find_last_not_of('0') + 1);
    if (percent.back() == '.')
        percent.pop_back();
    throwDataError(
        LOCKSTEP_TEXT("%1 of the %2 images are damaged, more than the limit of %3 % (data.damaged_limit). "
                      "Replace them or raise the limit. %4"),
        {std::to_string(damaged), std::to_string(dataset.size()), percent, named});
}

} // namespace lockstep
