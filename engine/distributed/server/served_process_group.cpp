// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/distributed/server/served_mesh.h"
#include "engine/distributed/server/server_links.h"

#include <algorithm>
#include <cstring>

namespace lockstep {
namespace {

/// Each collective is one gathering at the first server.
class ServedProcessGroup final : public ProcessGroup {
public:
    ServedProcessGroup(int rank, std::vector<MeshLink> links, bool isSealed, const MessengerOptions& options,
                       std::string address)
        : m_address(std::move(address)), m_isSealed(isSealed), m_links(rank, std::move(links), options)
    {
    }

    int rank() const override { return m_links.rank(); }
    int worldSize() const override { return m_links.ranks(); }
    void allReduceSum(std::span<float> values) override { sum(values); }
    void allReduceSum(std::span<double> values) override { sum(values); }
    void broadcast(std::span<std::byte> bytes, int root, const Progress& progress) override
    {
        LOCKSTEP_CHECK(root >= 0 && root < worldSize());
        const auto mine = rank() == root ? std::span<const std::byte>(bytes) : std::span<const std::byte>();
        std::vector<std::byte> all(bytes.size());
        gather(mine, all, LostRank::Nothing);
        std::ranges::copy(all, bytes.begin());
        if (progress)
            progress(bytes.size());
    }
    std::vector<std::byte> allGather(std::span<const std::byte> mine) override
    {
        std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(worldSize()));
        gather(mine, all, LostRank::Agrees);
        return all;
    }
    void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) override
    {
        const auto ranks = static_cast<std::size_t>(worldSize());
        LOCKSTEP_CHECK(mine.size() == theirs.size() && mine.size() % ranks == 0);
        const std::size_t part = mine.size() / ranks;
        std::vector<std::byte> all(mine.size() * ranks);
        gather(mine, all, LostRank::Zeros);
        for (std::size_t from = 0; from < ranks; ++from)
            std::ranges::copy(
                std::span(all).subspan(from * mine.size() + static_cast<std::size_t>(rank()) * part, part),
                theirs.begin() + static_cast<std::ptrdiff_t>(from * part));
    }
    void barrier() override { gather({}, {}, LostRank::Nothing); }
    void setActivity(Activity activity) override { m_links.messenger().setActivity(activity); }
    void abort(const std::string& reason) override { m_links.messenger().abort(reason); }
    void breakOff() override { m_links.messenger().breakOff(); }
    void throwIfEnded() const override { m_links.messenger().throwIfFailed(); }
    std::string address() const override { return m_address; }
    bool isSealed() const override { return m_isSealed; }
    ServerLinks* servers() override { return &m_links; }
    /// With the servers: no rank is linked to another.
    std::vector<PeerTraffic> traffic() const override { return m_links.messenger().traffic(); }

private:
    void gather(std::span<const std::byte> mine, std::span<std::byte> all, LostRank lost)
    {
        ServerLinks::Part part;
        part.request.kind = RequestKind::Gather;
        part.request.lost = lost;
        part.sent = mine;
        part.received = all;
        m_links.askFirst(part);
    }

    /// In the order of the ranks, on each of them alike.
    template <typename Number>
    void sum(std::span<Number> values)
    {
        const std::vector<std::byte> all = [&] {
            std::vector<std::byte> gathered(values.size_bytes() * static_cast<std::size_t>(worldSize()));
            gather(std::as_bytes(values), gathered, LostRank::Zeros);
            return gathered;
        }();
        std::vector<Number> theirs(values.size());
        std::ranges::fill(values, Number{});
        for (std::size_t at = 0; at < all.size(); at += values.size_bytes()) {
            std::memcpy(theirs.data(), &all[at], values.size_bytes());
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] += theirs[i];
        }
    }

    const std::string m_address;
    const bool m_isSealed;
    ServerLinks m_links;
};

} // namespace

std::unique_ptr<ProcessGroup> makeServedProcessGroup(const ServedMeshOptions& options)
{
    LOCKSTEP_CHECK(options.role == Role::Rank);
    return std::make_unique<ServedProcessGroup>(
        options.number, connectServedMesh(options), options.seals, messengerOptions(options),
        options.ranks[static_cast<std::size_t>(options.number)].address);
}

} // namespace lockstep
