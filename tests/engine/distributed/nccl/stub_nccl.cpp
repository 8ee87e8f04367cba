// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/nccl/stub_nccl.h"

#include "tests/engine/support/emulated_cuda/fake_runtime.h"

#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace {

using lockstep::testing::StubNccl;

/// One sum: what each rank has put in.
struct Sum {
    std::map<int, std::vector<float>> parts;
};

/// The ranks of one unique id.
struct World {
    int size = 0;
    int connected = 0;
    std::vector<int> given; ///< sums, by rank
    std::map<int, Sum> sums;
};

} // namespace

/// What a handle stands for; work of streams holds it as well.
struct ncclComm {
    std::shared_ptr<World> world;
    int rank = 0;
    int questions = 0; ///< that are still answered with "in progress"
    bool finalized = false;
    bool aborted = false;
    ncclResult_t failure = ncclSuccess;
};

namespace {

/// All of it; C's functions have no object.
struct State {
    std::mutex mutex;
    std::condition_variable changed;
    StubNccl::Faults faults;
    StubNccl::Counts counts;
    std::string misuse;
    int ids = 0;
    int hanging = 0; ///< calls that do not come back
    bool ending = false;
    std::map<int, std::shared_ptr<World>> worlds;
    std::map<ncclComm_t, std::shared_ptr<ncclComm>> communicators;
};
std::unique_ptr<State> g_state;

/// Null: it is gone, which is noted.
std::shared_ptr<ncclComm> find(ncclComm_t handle, const char* function)
{
    const auto found = g_state->communicators.find(handle);
    if (found != g_state->communicators.end())
        return found->second;
    g_state->misuse += std::string(function) + " of a communicator that is gone\n";
    return nullptr;
}

bool isConnected(const ncclComm& communicator)
{
    return communicator.world->connected == communicator.world->size && !g_state->faults.connectsNever;
}

/// The channels between ranks are made with the first sum, when all have given it.
bool firstSumIsGiven(const World& world)
{
    for (const int given : world.given)
        if (given == 0)
            return false;
    return true;
}

ncclResult_t stateOf(ncclComm& communicator)
{
    if (communicator.failure != ncclSuccess)
        return communicator.failure;
    if (!isConnected(communicator))
        return ncclInProgress;
    const World& world = *communicator.world;
    const bool gaveOne = world.given[static_cast<std::size_t>(communicator.rank)] > 0;
    if (gaveOne && !firstSumIsGiven(world))
        return ncclInProgress;
    return communicator.questions-- > 0 ? ncclInProgress : ncclSuccess;
}

ncclResult_t getVersion(int* version)
{
    *version = g_state->faults.version;
    return ncclSuccess;
}

ncclResult_t getUniqueId(ncclUniqueId* id)
{
    const std::lock_guard lock(g_state->mutex);
    const int number = ++g_state->ids;
    std::memcpy(id->internal, &number, sizeof number);
    return ncclSuccess;
}

ncclResult_t initRank(ncclComm_t* handle, int ranks, ncclUniqueId id, int rank, ncclConfig_t* config)
{
    int number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    const std::lock_guard lock(g_state->mutex);
    if (config->blocking != 0)
        g_state->misuse += "a communicator that blocks\n";
    auto& world = g_state->worlds[number];
    if (!world) {
        world = std::make_shared<World>();
        world->size = ranks;
        world->given.resize(static_cast<std::size_t>(ranks));
    }
    ++world->connected;
    ++g_state->counts.connected;
    auto communicator = std::make_shared<ncclComm>();
    communicator->world = world;
    communicator->rank = rank;
    communicator->questions = 3;
    *handle = communicator.get();
    g_state->communicators[*handle] = std::move(communicator);
    return ncclInProgress;
}

ncclResult_t getAsyncError(ncclComm_t handle, ncclResult_t* state)
{
    const std::lock_guard lock(g_state->mutex);
    const auto communicator = find(handle, "ncclCommGetAsyncError");
    if (!communicator)
        return ncclInvalidArgument;
    *state = stateOf(*communicator);
    return ncclSuccess;
}

/// On the device: waits for the parts of the other ranks, as long as nobody aborts.
void addUp(ncclComm& communicator, int number, float* values, std::size_t count)
{
    State& state = *g_state;
    std::unique_lock lock(state.mutex);
    World& world = *communicator.world;
    Sum& sum = world.sums[number];
    sum.parts[communicator.rank].assign(values, values + count);
    state.changed.notify_all();
    const bool hangs = state.faults.sumThatHangs >= 0 && number >= state.faults.sumThatHangs;
    state.changed.wait(
        lock, [&] { return communicator.aborted || (!hangs && sum.parts.size() == world.given.size()); });
    if (communicator.aborted)
        return;
    std::fill_n(values, count, 0.0f);
    for (const auto& [rank, part] : sum.parts)
        for (std::size_t i = 0; i < count; ++i)
            values[i] += part.at(i);
}

ncclResult_t allReduce(const void* from, void* to, size_t count, ncclDataType_t type, ncclRedOp_t operation,
                       ncclComm_t handle, cudaStream_t stream)
{
    const std::lock_guard lock(g_state->mutex);
    const auto communicator = find(handle, "ncclAllReduce");
    if (!communicator)
        return ncclInvalidArgument;
    if (from != to || type != ncclFloat32 || operation != ncclSum)
        g_state->misuse += "another all-reduce than a sum of f32 in place\n";
    if (stateOf(*communicator) == ncclInProgress)
        g_state->misuse += "ncclAllReduce while the call before is in progress\n";
    const int number = communicator->world->given[static_cast<std::size_t>(communicator->rank)]++;
    ++g_state->counts.sums;
    communicator->questions = 3;
    if (communicator->rank == g_state->faults.failingRank && number == g_state->faults.failingSum)
        communicator->failure = g_state->faults.failure;
    lockstep::testing::giveToFakeStream(stream, [communicator, number, values = static_cast<float*>(to),
                                                 count] { addUp(*communicator, number, values, count); });
    return ncclInProgress;
}

ncclResult_t finalize(ncclComm_t handle)
{
    const std::lock_guard lock(g_state->mutex);
    const auto communicator = find(handle, "ncclCommFinalize");
    if (!communicator)
        return ncclInvalidArgument;
    communicator->finalized = true;
    communicator->questions = 3;
    return ncclInProgress;
}

ncclResult_t destroy(ncclComm_t handle)
{
    const std::lock_guard lock(g_state->mutex);
    const auto communicator = find(handle, "ncclCommDestroy");
    if (!communicator)
        return ncclInvalidArgument;
    if (!communicator->finalized)
        g_state->misuse += "ncclCommDestroy before ncclCommFinalize\n";
    ++g_state->counts.closed;
    g_state->communicators.erase(handle);
    return ncclSuccess;
}

ncclResult_t abortCommunicator(ncclComm_t handle)
{
    std::unique_lock lock(g_state->mutex);
    const auto communicator = find(handle, "ncclCommAbort");
    if (!communicator)
        return ncclInvalidArgument;
    if (g_state->faults.abortsNever) {
        ++g_state->hanging;
        g_state->changed.wait(lock, [] { return g_state->ending; });
        --g_state->hanging;
    }
    communicator->aborted = true;
    ++g_state->counts.aborted;
    g_state->communicators.erase(handle);
    g_state->changed.notify_all();
    return ncclSuccess;
}

const char* errorString(ncclResult_t result)
{
    return result == ncclRemoteError ? "remote process exited or there was a network error" : "some error";
}

const char* lastError(ncclComm_t)
{
    return "the stub's last words";
}

} // namespace

namespace lockstep::testing {

StubNccl::StubNccl(const Faults& faults)
{
    g_state = std::make_unique<State>();
    g_state->faults = faults;
}

StubNccl::~StubNccl()
{
    {
        std::unique_lock lock(g_state->mutex);
        g_state->ending = true;
        g_state->changed.notify_all();
        g_state->changed.wait(lock, [] { return g_state->hanging == 0; });
    }
    g_state.reset();
}

cuda::NcclLibrary StubNccl::library() const
{
    return {getVersion, getUniqueId, initRank,          getAsyncError, allReduce,
            finalize,   destroy,     abortCommunicator, errorString,   lastError};
}

StubNccl::Counts StubNccl::counts() const
{
    const std::lock_guard lock(g_state->mutex);
    return g_state->counts;
}

std::string StubNccl::misuse() const
{
    const std::lock_guard lock(g_state->mutex);
    return g_state->misuse;
}

} // namespace lockstep::testing
