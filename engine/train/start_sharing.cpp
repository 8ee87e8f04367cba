// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/start_sharing.h"

#include "engine/core/sha256.h"
#include "engine/train/activity_scope.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {
namespace {

/// Hexadecimal digits of a tensor's SHA-256 that are compared: 128 bits.
constexpr std::size_t kDigits = 32;
/// Small tensors cross together up to this size, for each broadcast costs a round through all ranks.
constexpr std::size_t kParcelBytes = 16u << 20;

/// The numbers of a position that a training goes on with, as they cross the network.
struct Crossing {
    std::int64_t step, epoch, batchInEpoch, optimizerSteps, epochsSinceBest;
    double epochLossSum, bestTop1;
};

std::string hashOf(std::span<const std::byte> bytes)
{
    Sha256 hash;
    hash.update(bytes);
    return hash.hexadecimal().substr(0, kDigits);
}

/// By rank.
std::vector<std::string> gather(ProcessGroup& group, const std::string& mine)
{
    const auto all = group.allGather(std::as_bytes(std::span(mine)));
    const std::string_view text(reinterpret_cast<const char*>(all.data()), all.size());
    std::vector<std::string> byRank;
    for (std::size_t at = 0; at < text.size(); at += mine.size())
        byRank.emplace_back(text.substr(at, mine.size()));
    return byRank;
}

bool areEqual(const std::vector<std::string>& texts)
{
    return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) { return text == texts[0]; });
}

/// Those of which some rank has other values than rank 0; the same answer on every rank.
std::vector<std::size_t> differing(ProcessGroup& group, const TensorStore& tensors)
{
    const std::size_t count = tensors.tensors().size();
    std::string hashes;
    {
        const ActivityScope loading(group, Activity::Loading);
        HostValues values(tensors);
        for (std::size_t i = 0; i < count; ++i)
            hashes += hashOf(std::as_bytes(values.of(i)));
    }
    // Almost always this is all that crosses.
    if (areEqual(gather(group, hashOf(std::as_bytes(std::span(hashes))))))
        return {};
    const std::vector<std::string> all = gather(group, hashes);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < count; ++i)
        if (std::any_of(all.begin(), all.end(), [&](const std::string& rank) {
                return rank.compare(i * kDigits, kDigits, all[0], i * kDigits, kDigits) != 0;
            }))
            found.push_back(i);
    return found;
}

std::size_t elementsOf(const TensorStore& tensors, std::span<const std::size_t> which)
{
    std::size_t elements = 0;
    for (const std::size_t i : which)
        elements += tensors.tensors()[i].elements();
    return elements;
}

/// How many from the beginning cross together: at least one.
std::size_t parcelOf(const TensorStore& tensors, std::span<const std::size_t> which)
{
    std::size_t count = 1;
    while (count < which.size() &&
           elementsOf(tensors, which.first(count + 1)) * sizeof(float) <= kParcelBytes)
        ++count;
    return count;
}

void sendParcel(ProcessGroup& group, TensorStore& tensors, std::span<const std::size_t> which,
                const Progress& progress)
{
    std::vector<float> parcel(elementsOf(tensors, which));
    const auto forEach = [&](const auto& job) {
        std::span<float> left = parcel;
        for (const std::size_t i : which) {
            const std::size_t elements = tensors.tensors()[i].elements();
            job(i, left.first(elements));
            left = left.subspan(elements);
        }
    };
    if (group.rank() == 0)
        forEach([&](std::size_t i, std::span<float> values) { tensors.read(i, values); });
    group.broadcast(std::as_writable_bytes(std::span(parcel)), 0, progress);
    if (group.rank() != 0)
        forEach([&](std::size_t i, std::span<float> values) { tensors.write(i, values); });
}

/// Those of another number of ranks are nobody's here.
void shareShares(ProcessGroup& group, std::vector<int>& shares)
{
    const auto ranks = static_cast<std::size_t>(group.worldSize());
    if (group.rank() != 0 || shares.size() != ranks)
        shares.assign(ranks, 0);
    group.broadcast(std::as_writable_bytes(std::span(shares)), 0);
    if (shares.front() == 0)
        shares.clear();
}

} // namespace

void sharePosition(ProcessGroup& group, TrainingPosition& position)
{
    Crossing crossing{position.step,           position.epoch,           position.batchInEpoch,
                      position.optimizerSteps, position.epochsSinceBest, position.epochLossSum,
                      position.bestTop1};
    group.broadcast(std::as_writable_bytes(std::span(&crossing, 1)), 0);
    position.step = crossing.step;
    position.epoch = static_cast<int>(crossing.epoch);
    position.batchInEpoch = crossing.batchInEpoch;
    position.optimizerSteps = crossing.optimizerSteps;
    position.epochLossSum = crossing.epochLossSum;
    position.bestTop1 = crossing.bestTop1;
    position.epochsSinceBest = static_cast<int>(crossing.epochsSinceBest);
    shareShares(group, position.shares);
}

std::int64_t shareTensors(ProcessGroup& group, TensorStore& tensors, const SharingProgress& progress)
{
    if (group.worldSize() == 1)
        return 0;
    const std::vector<std::size_t> different = differing(group, tensors);
    const std::size_t total = elementsOf(tensors, different) * sizeof(float);
    std::size_t done = 0;
    for (std::span<const std::size_t> left = different; !left.empty();) {
        const std::size_t count = parcelOf(tensors, left);
        sendParcel(group, tensors, left.first(count), [&](std::size_t bytes) {
            progress(static_cast<std::int64_t>(done + bytes), static_cast<std::int64_t>(total));
        });
        done += elementsOf(tensors, left.first(count)) * sizeof(float);
        left = left.subspan(count);
    }
    return static_cast<std::int64_t>(total);
}

} // namespace lockstep
