// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/activity.h"
#include "engine/protocol/endpoint.h"
#include "engine/protocol/sum_way.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// 256-bit secret of one attempt; every data connection proves it (HMAC-SHA256, both directions).
using RunToken = std::array<std::uint8_t, 32>;
/// Throws EngineError unless it is 64 hexadecimal digits.
RunToken parseRunToken(const std::string& hexadecimal);

/// What the kernel knows of the sending on a connection (TCP_INFO). Times and counts are since it was made.
struct SendingState {
    double busySeconds = 0;            ///< something was on its way, or waiting to be
    double receiverLimitedSeconds = 0; ///< of those: the peer took no more
    double senderLimitedSeconds = 0;   ///< of those: the socket's own memory was too small
    double roundTripMs = 0;            ///< smoothed
    double leastRoundTripMs = 0;       ///< that the way itself takes, without queues
    double deliveredMbps = 0;          ///< payload, 10^6 bits per second: the latest measurement
    bool isRateALowerBound = false;    ///< there was too little to send to measure the rate
    std::int64_t resentSegments = 0;
    std::int64_t windowBytes = 0; ///< congestion window
};

/// Bytes and waiting per peer since the group was made.
struct PeerTraffic {
    int rank = 0; ///< of a group that servers join: the world size + the number of a server
    std::int64_t bytesSent = 0;
    std::int64_t bytesReceived = 0;
    double waitSeconds = 0;                ///< blocked on this peer
    std::optional<SendingState> sending{}; ///< nothing where the kernel does not tell
};

/// Called on the thread of the collective, with the bytes that are done; often, and it must not take long.
using Progress = std::function<void(std::size_t bytes)>;

class CrossingSum;
class ServerLinks;

/// The ranks that take part, and how they talk. Every rank calls the same collectives in the same order. Each
/// call ends within the group's timeout: a dead, silent or diverging peer throws EngineError(PeerLost) that
/// names the rank and the collective; after a throw the group is unusable. Collectives come from one thread
/// at a time, the other calls from any. More can be under way at once on its further streams.
class ProcessGroup {
public:
    virtual ~ProcessGroup() = default;
    virtual int rank() const = 0;
    virtual int worldSize() const = 0;
    /// Elementwise sum over all ranks, in place; bit-identical on every rank.
    virtual void allReduceSum(std::span<float> values) = 0;
    virtual void allReduceSum(std::span<double> values) = 0;
    /// The same where values cross the network in another form: the ranks of a host that share memory add up
    /// there first, in f32, and `crossing` adds up what hosts have. Without such memory, all ranks cross.
    /// Where nothing crosses, it is not called.
    virtual void allReduceSumVia(CrossingSum& crossing, std::span<float> values);
    /// Much is sent on in pieces from rank to rank, so it takes about as long as one link needs for all of
    /// it.
    virtual void broadcast(std::span<std::byte> bytes, int root, const Progress& progress = {}) = 0;
    /// Concatenates every rank's `mine` (equal sizes) in rank order.
    virtual std::vector<std::byte> allGather(std::span<const std::byte> mine) = 0;
    /// Part r of `mine` is for rank r, and part r of `theirs` what rank r has for this one; the parts are
    /// equal in size, on every rank.
    virtual void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) = 0;
    virtual void barrier() = 0;
    /// What this rank does between collectives, from now on; at first it trains.
    virtual void setActivity(Activity activity) = 0;
    /// Wakes whoever waits, here and on the other ranks, with this reason.
    virtual void abort(const std::string& reason) = 0;
    /// Ends the collective under way, or else the next one, here and on every rank: each throws
    /// EngineError(Stopped). A group that has ended already stays as it is.
    virtual void breakOff() = 0;
    /// Throws what has ended the group, if something has, as the next collective would; does not wait. For
    /// waits for anything but the group: they ask again and again.
    virtual void throwIfEnded() const = 0;
    /// Of this host, where the other ranks reach this one: numeric; empty for a group of one.
    virtual std::string address() const = 0;
    /// The same ranks over connections of their own, this group first: collectives on different streams, each
    /// from a thread of its own, are under way at once. All end with the first that fails. Only this group
    /// speaks for all in setActivity(), abort(), breakOff(), throwIfEnded() and traffic(). Borrowed.
    virtual std::vector<ProcessGroup*> streams() { return {this}; }
    /// What it sends is encrypted. Who sends past it, in clear text, must not.
    virtual bool isSealed() const { return false; }
    /// What sums cross, as drawn; equal on all ranks.
    virtual SumWay sumWay() const { return {}; }
    /// The way to the parameter servers of the run, which ranks use between collectives; null: there are
    /// none.
    virtual ServerLinks* servers() { return nullptr; }
    /// By rank, this one left out; with servers(), by server instead.
    virtual std::vector<PeerTraffic> traffic() const = 0;
};

/// A true group of one: sums are the identity.
std::unique_ptr<ProcessGroup> makeSoloProcessGroup();

struct GlooGroupOptions {
    int rank = 0;
    int worldSize = 1;
    std::vector<Endpoint> ranks; ///< by rank
    int listenDescriptor = -1;   ///< bound and listening at ranks[rank]; the group takes it over
    RunToken token{};
    std::string run; ///< with `attempt` part of what is proven, so that runs do not mix
    int attempt = 1;
    double connectSeconds = 30;   ///< until every rank must have arrived
    double timeoutSeconds = 30;   ///< of a collective in which no byte moves
    double outsideSeconds = 1800; ///< the same while the rank that is waited for saves, evaluates or loads
    double silenceSeconds = 6;    ///< without any byte from a rank, beats included: it is lost; below a lease
    std::string settings;         ///< anything that must be equal on all ranks, such as a digest; no secret
    bool seals = false;           ///< encrypt what ranks send each other; the same on all ranks
    SumWay sumWay;                ///< ProcessGroup::sumWay()
    int cancelDescriptor = -1;    ///< borrowed; readable while the ranks gather: give up (ExitCode::Stopped)
    /// How many streams the group has (collective_streams.h), given the seconds that a message takes between
    /// the farthest two ranks and back; the same on all ranks. Empty: one.
    std::function<int(double roundTrip)> streams;
};
constexpr int kMaxWorldSize = 4096;

/// Gloo's collectives over our own authenticated transport. Throws naming the ranks that never arrived.
std::unique_ptr<ProcessGroup> makeGlooProcessGroup(GlooGroupOptions options);

} // namespace lockstep
