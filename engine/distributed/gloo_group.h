// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/host_tiers.h"
#include "engine/distributed/messenger.h"
#include "engine/distributed/process_group.h"
#include "engine/distributed/standings.h"

#include <gloo/context.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// A process group of Gloo's collectives over our own links. Its further streams are such groups themselves,
/// over links of their own: nothing that is under way on one stands in the way of another.
class GlooGroup final : public ProcessGroup, public StandingsSource {
public:
    /// `links`, `options`: as Messenger has them. `address`: ProcessGroup::address().
    GlooGroup(int rank, std::vector<MeshLink> links, const MessengerOptions& options,
              std::string address = {});

    /// Between the farthest two ranks, s; 0 where the kernel does not tell. A collective call.
    double longestRoundTrip();
    /// Over these links, which connect the same ranks. Before anything is under way; on all ranks alike.
    void addStream(std::vector<MeshLink> links, MessengerOptions options);
    /// From now on sums and what is gathered pass through the memory that ranks share, and on in this order;
    /// after addStream(). A collective call: each tells what it has, which may be nothing.
    void sumHostwise(Descriptor descriptor, const SumOrder& order);
    void setSumWay(const SumWay& way) { m_sumWay = way; } ///< of sumWay(), before anybody asks

    int rank() const override { return m_messenger.rank(); }
    int worldSize() const override { return m_messenger.worldSize(); }
    void allReduceSum(std::span<float> values) override;
    void allReduceSum(std::span<double> values) override;
    void allReduceSumVia(CrossingSum& crossing, std::span<float> values) override;
    void broadcast(std::span<std::byte> bytes, int root, const Progress& progress) override;
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override;
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override;
    void barrier() override;
    void setActivity(Activity activity) override;
    void breakOff() override;
    void abort(const std::string& reason) override;
    void throwIfEnded() const override;
    std::string address() const override { return m_address; }
    std::vector<ProcessGroup*> streams() override;
    bool isSealed() const override { return m_isSealed; }
    SumWay sumWay() const override { return m_sumWay; }
    std::vector<PeerTraffic> traffic() const override;
    std::vector<RankStanding> standings() const override;

private:
    template <typename Number>
    void sum(std::span<Number> values, CollectiveKind kind);
    template <typename Function>
    void perform(CollectiveKind kind, std::size_t bytes, int root, Function&& run);
    void tellOtherStreams() const;

    const std::string m_address;
    const bool m_isSealed;
    SumWay m_sumWay;
    GlooGroup* m_first = this; ///< of the streams
    /// Those beside this one; only the first has any. They end after it: then all ranks have come that far.
    std::vector<std::unique_ptr<GlooGroup>> m_further;
    Messenger m_messenger;
    std::shared_ptr<gloo::Context> m_context;
    std::optional<HostTiers> m_tiers; ///< where some ranks share memory, or sums go another way
    std::uint32_t m_sequence = 0;
};

} // namespace lockstep
