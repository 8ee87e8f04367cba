// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/exchange.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <span>
#include <vector>

namespace lockstep {
namespace {

/// An offer as it crosses.
struct Crossing {
    std::array<char, 40> device{}; ///< ends with a zero
    std::int32_t kind = 0;
    std::int32_t ncclVersion = 0;
};
static_assert(sizeof(Crossing) == 48);

std::vector<ExchangeOffer> gather(ProcessGroup& group, const ExchangeOffer& mine)
{
    Crossing crossing;
    LOCKSTEP_CHECK(mine.device.size() < crossing.device.size());
    std::copy(mine.device.begin(), mine.device.end(), crossing.device.begin());
    crossing.kind = static_cast<std::int32_t>(mine.kind);
    crossing.ncclVersion = mine.ncclVersion;
    const std::vector<std::byte> all = group.allGather(std::as_bytes(std::span(&crossing, 1)));
    std::vector<ExchangeOffer> offers;
    for (std::size_t at = 0; at < all.size(); at += sizeof crossing) {
        std::memcpy(&crossing, &all[at], sizeof crossing);
        crossing.device.back() = '\0';
        offers.push_back(
            {static_cast<DeviceKind>(crossing.kind), crossing.device.data(), crossing.ncclVersion});
    }
    return offers;
}

/// Why NCCL is out of the question; empty: it is not.
std::string whyNotNccl(const ProcessGroup& group, const std::vector<ExchangeOffer>& offers)
{
    if (group.isSealed())
        return "encryption is on, and NCCL sends in clear text";
    if (group.sumWay().depth > 0)
        return "the drawn links join the hosts as a tree, along which sums are faster than around NCCL's "
               "ring";
    std::map<std::string, std::size_t> owners;
    for (std::size_t rank = 0; rank < offers.size(); ++rank) {
        if (offers[rank].kind == DeviceKind::Cpu)
            return "rank " + std::to_string(rank) + " has no GPU";
        const auto [owner, isFirst] = owners.emplace(offers[rank].device, rank);
        if (!isFirst)
            return "ranks " + std::to_string(owner->second) + " and " + std::to_string(rank) +
                   " share a GPU, which NCCL does not allow";
    }
    return {};
}

[[noreturn]] void refuse(const char* text, std::vector<Sentence> arguments, std::size_t rank)
{
    throw EngineError(ExitCode::DeviceUnavailable, {text, std::move(arguments), {}}, static_cast<int>(rank));
}

void requireNccl(const std::vector<ExchangeOffer>& offers)
{
    for (std::size_t rank = 0; rank < offers.size(); ++rank) {
        const int version = offers[rank].ncclVersion;
        const std::string oldest = ncclVersionText(kOldestNccl);
        if (version == 0)
            refuse(LOCKSTEP_TEXT(
                       "NCCL, by which GPUs exchange gradients, was not found on the host of rank %1. "
                       "Install version %2 or a newer one there (pip install nvidia-nccl-cu13, or -cu12 "
                       "for CUDA 12)."),
                   {std::to_string(rank), oldest}, rank);
        if (version < kOldestNccl)
            refuse(
                LOCKSTEP_TEXT("On the host of rank %1 NCCL is %2, but at least %3 is needed. Install a newer "
                              "one there (pip install -U nvidia-nccl-cu13, or -cu12 for CUDA 12)."),
                {std::to_string(rank), ncclVersionText(version), oldest}, rank);
        if (version != offers[0].ncclVersion)
            refuse(LOCKSTEP_TEXT(
                       "NCCL is %2 on the host of rank %1, but %3 on that of rank 0, and it works only "
                       "with its like. Install the same version on all hosts."),
                   {std::to_string(rank), ncclVersionText(version), ncclVersionText(offers[0].ncclVersion)},
                   rank);
    }
}

} // namespace

Exchange agreeOnExchange(ProcessGroup& group, const ExchangeOffer& mine)
{
    if (group.worldSize() == 1)
        return {Exchange::Way::Host, {}};
    const std::vector<ExchangeOffer> offers = gather(group, mine);
    const auto isCpu = [](const ExchangeOffer& offer) { return offer.kind == DeviceKind::Cpu; };
    if (std::all_of(offers.begin(), offers.end(), isCpu))
        return {Exchange::Way::Host, {}};
    if (const std::string obstacle = whyNotNccl(group, offers); !obstacle.empty())
        return {Exchange::Way::Host, obstacle};
    requireNccl(offers);
    return {Exchange::Way::Nccl, "every rank has a GPU to itself"};
}

std::string ncclVersionText(int version)
{
    // Up to 2.8 the minor number had one digit: 2804.
    const int unit = version < 10'000 ? 1'000 : 10'000;
    return std::to_string(version / unit) + "." + std::to_string(version % unit / 100) + "." +
           std::to_string(version % 100);
}

} // namespace lockstep
