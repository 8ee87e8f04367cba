// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_copy.h"
#include "remote/bundle/data_payload.h"
#include "remote/delivery/delivery_plan.h"
#include "remote/hosts/host_threads.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lockstep {

/// Gets a data set to several hosts, over the threads that it begins for them: from this computer to each of
/// them, or to the first one, and from each to the next while it arrives there. A host that cannot get them
/// from another one gets them from this computer. Lives on the thread of `threads`, is told there what the
/// hosts say, and never waits.
class DataCopies {
public:
    struct Sink {
        std::function<void(int host)> connecting;
        /// Bytes of the engine, which goes there first.
        std::function<void(int host, std::uint64_t done, std::uint64_t total)> deploying;
        /// For the other host to have data that it can give.
        std::function<void(int host, int from)> waiting;
        /// Bytes of the data; `from`: another host, or kThisComputer.
        std::function<void(int host, int from, std::uint64_t done, std::uint64_t total)> copying;
        std::function<void(int host, bool hadThem, int from)> done;
        std::function<void(int host, const Error& error)> failed;
    };
    /// `threads` outlives it.
    DataCopies(HostThreads& threads, const Experiment& experiment, RemoteOptions options,
               std::shared_ptr<const DataPayload> data, Sink sink);

    /// `order`: of the chain.
    void begin(const std::vector<int>& order, CopyWay way);
    void take(int host, const HostEvent& event);
    /// Nothing more is done; hosts that have not got the data count as failed.
    void giveUp();
    bool isOver() const;
    std::set<int> failed() const;

private:
    struct Station {
        enum class Stage {
            Meeting, ///< its engine is being started
            Ready,   ///< to take them from the one before
            Sent,    ///< this computer sends them
            Taking,  ///< from another host
            Has,
            Failed
        };
        Stage stage = Stage::Meeting;
        int from = kThisComputer;
        std::optional<HostWelcome> welcome{}; ///< while it can be asked
        bool arrives = false;                 ///< of one that is Taking: it can give them on
        bool isGone = false;                  ///< it has them, and cannot be reached any more
        DataCopyRequest request{};            ///< of one that is Taking
        std::uint64_t takes = 0;              ///< the number of that question; 0: none
        std::uint64_t gives = 0;              ///< of the question to the host that it takes from; 0: none yet
    };

    void connect(int host, std::shared_ptr<const DataPayload> data);
    void meet(int host);
    void send(int host);
    void proceed();
    std::optional<int> sourceOf(std::size_t place) const;
    bool mayGive(int host) const;
    void beginTaking(int host, int from);
    void takeAnswer(const HostAnswered& answer);
    void askToGive(int host, const QByteArray& endpoint);
    void endTaking(int host, const HostAnswered& answer);
    void arrive(int host, bool hadThem);
    void lose(int host, const Error& error);

    HostThreads& m_threads;
    const Topology m_topology;
    const RemoteOptions m_options;
    const std::shared_ptr<const DataPayload> m_data;
    const Sink m_sink;
    std::vector<int> m_order;
    CopyWay m_way = CopyWay::Direct;
    std::map<int, Station> m_stations; ///< by host
    std::uint64_t m_questions = 0;
};

} // namespace lockstep
