// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/sum_order.h"
#include "engine/protocol/descriptor.h"
#include "tests/engine/distributed/rank_harness.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::test {

/// Of a rank without a host: it has no memory to share.
inline constexpr int kNoMemory = -1;

/// A run on several hosts, as far as ranks can tell: the host of each rank, whose ranks share memory.
class RankHosts {
public:
    /// Hosts are numbered from 0, in the order in which they first appear. `order`: of
    /// makeHostwiseProcessGroup().
    explicit RankHosts(std::vector<int> hostOfRank, SumOrder order = {});
    const SumOrder& order() const { return m_order; }
    int size() const { return static_cast<int>(m_hosts.size()); }
    /// Takes the rank's socket.
    GlooGroupOptions options(int rank) { return groupOptions(m_ports, rank); }
    /// As a rank inherits it.
    Descriptor memory(int rank) const;
    /// Every rank is a thread; the first exception of each is a test failure.
    void run(const RankFunction& function);

private:
    std::vector<int> m_hosts;
    SumOrder m_order;
    Ports m_ports;
    std::vector<Descriptor> m_memories;
};

/// What the ranks below `ranks` have sent to the others so far, in bytes, of this one.
std::int64_t sentBeyond(const ProcessGroup& group, int ranks);

/// Ranks as processes that call `step` on their group again and again; `signal` comes to one of them when all
/// have done so a few times. What the others say.
std::vector<std::string> endsAfter(std::vector<int> hostOfRank, int victim, int signal, double timeout,
                                   const RankFunction& step, const SumOrder& order = {});

} // namespace lockstep::test
