// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_process_group.h"

#include "engine/core/error.h"
#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/gloo_all_reduce.h"
#include "engine/distributed/gloo_transport.h"
#include "engine/distributed/hostwise_process_group.h"
#include "engine/distributed/hostwise_sum.h"
#include "engine/distributed/piecewise_broadcast.h"

#include <gloo/allgather.h>
#include <gloo/alltoall.h>
#include <gloo/barrier.h>
#include <gloo/broadcast.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

// Below this size the number of rounds counts: Gloo's tree has log2(ranks) of all bytes, our chain `ranks` of
// a piece.
constexpr std::size_t kPiecewiseBytes = kBroadcastPiece / 2;

bool sealsAny(const std::vector<MeshLink>& links)
{
    return std::ranges::any_of(links, [](const MeshLink& link) { return link.keys.has_value(); });
}

class GlooProcessGroup final : public ProcessGroup, public StandingsSource {
public:
    GlooProcessGroup(int rank, std::vector<MeshLink> links, const MessengerOptions& options,
                     std::string address)
        : m_address(std::move(address)), m_isSealed(sealsAny(links)),
          m_messenger(rank, std::move(links), options), m_context(makeGlooContext(m_messenger))
    {
    }

    /// From now on sums pass through the memory that ranks share, and around this ring. A collective call:
    /// each tells what it has, which may be nothing.
    void sumHostwise(Descriptor descriptor, const std::vector<int>& ring)
    {
        auto memory = descriptor ? std::make_unique<HostMemory>(std::move(descriptor)) : nullptr;
        const HostMemory::Id mine = memory ? memory->id() : HostMemory::Id{};
        const std::vector<std::byte> all = allGather(std::as_bytes(std::span(mine)));
        std::vector<HostMemory::Id> ids(static_cast<std::size_t>(worldSize()));
        std::ranges::copy(all, std::as_writable_bytes(std::span(ids)).begin());
        HostLayout layout = layOutHosts(ids, rank(), ring);
        if (layout.leaders.size() < ids.size() || !std::ranges::is_sorted(layout.leaders))
            m_hostwise.emplace(m_messenger, std::move(memory), std::move(layout));
    }

    int rank() const override { return m_messenger.rank(); }
    int worldSize() const override { return m_messenger.worldSize(); }

    void allReduceSum(std::span<float> values) override { sum(values, CollectiveKind::AllReduceFloat); }
    void allReduceSum(std::span<double> values) override { sum(values, CollectiveKind::AllReduceDouble); }
    void broadcast(std::span<std::byte> bytes, int root, const Progress& progress) override
    {
        LOCKSTEP_CHECK(root >= 0 && root < worldSize());
        perform(CollectiveKind::Broadcast, bytes.size(), root, [&](std::uint32_t tag) {
            if (bytes.size() > kPiecewiseBytes)
                return broadcastPiecewise(m_messenger, {reinterpret_cast<char*>(bytes.data()), bytes.size()},
                                          root, progress);
            gloo::BroadcastOptions options(m_context);
            options.setOutput(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
            options.setRoot(root);
            options.setTag(tag);
            gloo::broadcast(options);
            if (progress)
                progress(bytes.size());
        });
    }
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override
    {
        std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(worldSize()));
        perform(CollectiveKind::AllGather, mine.size(), 0, [&](std::uint32_t tag) {
            gloo::AllgatherOptions options(m_context);
            // Gloo's signature is not const-correct; an input is only read.
            auto* const input = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(mine.data()));
            options.setInput(input, mine.size());
            options.setOutput(reinterpret_cast<std::uint8_t*>(all.data()), all.size());
            options.setTag(tag);
            gloo::allgather(options);
        });
        return all;
    }
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override
    {
        LOCKSTEP_CHECK(mine.size() == theirs.size());
        LOCKSTEP_CHECK(mine.size() % static_cast<std::size_t>(worldSize()) == 0);
        perform(CollectiveKind::AllToAll, mine.size(), 0, [&](std::uint32_t tag) {
            gloo::AlltoallOptions options(m_context);
            auto* const input = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(mine.data()));
            options.setInput(input, mine.size());
            options.setOutput(reinterpret_cast<std::uint8_t*>(theirs.data()), theirs.size());
            options.setTag(tag);
            gloo::alltoall(options);
        });
    }
    void barrier() override
    {
        perform(CollectiveKind::Barrier, 0, 0, [&](std::uint32_t tag) {
            gloo::BarrierOptions options(m_context);
            options.setTag(tag);
            gloo::barrier(options);
        });
    }
    void setActivity(Activity activity) override { m_messenger.setActivity(activity); }
    void breakOff() override { m_messenger.breakOff(); }
    void abort(const std::string& reason) override { m_messenger.abort(reason); }
    void throwIfEnded() const override { m_messenger.throwIfFailed(); }
    std::string address() const override { return m_address; }
    bool isSealed() const override { return m_isSealed; }
    std::vector<PeerTraffic> traffic() const override { return m_messenger.traffic(); }
    std::vector<RankStanding> standings() const override { return m_messenger.standings(); }

private:
    template <typename Number>
    void sum(std::span<Number> values, CollectiveKind kind)
    {
        perform(kind, values.size_bytes(), 0, [&](std::uint32_t tag) {
            if (m_hostwise)
                m_hostwise->sum(values, tag);
            else
                allReduce(m_context, values, tag);
        });
    }

    // The sequence number is part of Gloo's slot and of every frame: a rank that is out of step is found out.
    template <typename Function>
    void perform(CollectiveKind kind, std::size_t bytes, int root, Function&& run)
    {
        const std::uint32_t sequence = ++m_sequence;
        m_messenger.begin({kind, static_cast<std::uint16_t>(root), sequence, bytes});
        if (bytes > 0 || kind == CollectiveKind::Barrier) {
            try {
                run(sequence);
            } catch (const EngineError&) {
                throw;
            } catch (const std::exception& error) {
                m_messenger.collectiveFailed(error.what());
                throw EngineError(ExitCode::Failure,
                                  {LOCKSTEP_TEXT("A collective of Gloo failed: %1."), {error.what()}, {}});
            }
        }
        m_messenger.end();
    }

    const std::string m_address;
    const bool m_isSealed;
    Messenger m_messenger;
    std::shared_ptr<gloo::Context> m_context;
    std::optional<HostwiseSum> m_hostwise; ///< where some ranks share memory, or the ring is another
    std::uint32_t m_sequence = 0;
};

MessengerOptions toMessengerOptions(const GlooGroupOptions& options)
{
    const auto milliseconds = [](double seconds) {
        return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    };
    MessengerOptions result;
    result.timeout = milliseconds(options.timeoutSeconds);
    result.outside = milliseconds(options.outsideSeconds);
    result.silence = milliseconds(options.silenceSeconds);
    // Several beats within each limit: they say whether a rank lives, and who waits for whom.
    result.heartbeat = std::min({result.heartbeat, result.silence / 4, result.timeout / 4});
    return result;
}

/// Connects all ranks. Null where there is but one.
std::unique_ptr<GlooProcessGroup> meet(const GlooGroupOptions& options)
{
    const Descriptor listening(options.listenDescriptor);
    LOCKSTEP_CHECK(options.worldSize >= 1 && options.worldSize <= kMaxWorldSize);
    LOCKSTEP_CHECK(options.ranks.size() == static_cast<std::size_t>(options.worldSize));
    LOCKSTEP_CHECK(options.rank >= 0 && options.rank < options.worldSize);
    if (options.worldSize == 1)
        return nullptr;
    MeshOptions mesh;
    mesh.kind = LinkKind::Rank;
    mesh.self = options.rank;
    mesh.members = options.ranks;
    mesh.listenDescriptor = listening.get();
    mesh.token = options.token;
    mesh.run = options.run;
    mesh.attempt = options.attempt;
    mesh.settings = "lockstep " LOCKSTEP_VERSION "\n" + options.settings;
    mesh.seals = options.seals;
    mesh.deadlineSeconds = options.connectSeconds;
    mesh.cancelDescriptor = options.cancelDescriptor;
    return std::make_unique<GlooProcessGroup>(options.rank, connectMesh(mesh), toMessengerOptions(options),
                                              options.ranks[static_cast<std::size_t>(options.rank)].address);
}

} // namespace

std::unique_ptr<ProcessGroup> makeGlooProcessGroup(int rank, std::vector<MeshLink> links,
                                                   const MessengerOptions& options, std::string address)
{
    return std::make_unique<GlooProcessGroup>(rank, std::move(links), options, std::move(address));
}

std::unique_ptr<ProcessGroup> makeGlooProcessGroup(GlooGroupOptions options)
{
    if (auto group = meet(options))
        return group;
    return makeSoloProcessGroup();
}

std::unique_ptr<ProcessGroup> makeHostwiseProcessGroup(GlooGroupOptions options, Descriptor memory,
                                                       const std::vector<int>& ring)
{
    auto group = meet(options);
    if (!group)
        return makeSoloProcessGroup();
    group->sumHostwise(std::move(memory), ring);
    return group;
}

} // namespace lockstep
