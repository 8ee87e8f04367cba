// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/server/rank_gate.h"
#include "engine/distributed/server/served_slice.h"

#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// What a server does with the requests of its ranks, whatever they came in by. Each call is that of one
/// rank, on a thread of its own, and blocks until it can be answered: it throws RankGate::Ended once the
/// server has ended, EngineError when the rank asks for what cannot be.
class Serving {
public:
    /// Borrows the gate.
    Serving(const TrainingSpec& training, RankGate& gate, SliceOptimizerFactory makeOptimizer);

    using Bytes = std::vector<std::byte>;
    /// `payload` becomes the payload of the reply.
    Reply answer(int rank, const Request& request, Bytes& payload);
    /// Of the payload that may come with it, so that nothing is allocated beyond. Throws
    /// EngineError(PeerLost).
    void requireFit(const Request& request);

private:
    struct Rank {
        Bytes* payload = nullptr;     ///< of its request, while it is in a meeting
        StepVotes votes;              ///< the same
        std::int64_t clock = 0;       ///< steps of the training that it has pushed
        std::int64_t begun = 0;       ///< steps that it may have begun
        std::int64_t updatesSeen = 0; ///< updates in the weights that it has got last
    };

    void gather(int rank, const Request& request, Bytes& payload) LOCKSTEP_REQUIRES(m_gate.mutex);
    void start(int rank, const Request& request, Bytes& payload) LOCKSTEP_REQUIRES(m_gate.mutex);
    Reply pushTogether(int rank, const Request& request, Bytes& payload) LOCKSTEP_REQUIRES(m_gate.mutex);
    Reply pushAlone(int rank, const Request& request, Bytes& payload) LOCKSTEP_REQUIRES(m_gate.mutex);
    void noteStop() LOCKSTEP_REQUIRES(m_gate.mutex);
    Reply settle(int rank, const Request& request) LOCKSTEP_REQUIRES(m_gate.mutex);
    void meet(int rank, const Request& request, Bytes& payload, const std::function<void()>& work)
        LOCKSTEP_REQUIRES(m_gate.mutex);
    void sumPushes() LOCKSTEP_REQUIRES(m_gate.mutex);
    StepVotes sumVotes() const LOCKSTEP_REQUIRES(m_gate.mutex);
    std::int64_t slowest() const LOCKSTEP_REQUIRES(m_gate.mutex);
    void takeWeights(Bytes& payload) LOCKSTEP_REQUIRES(m_gate.mutex);

    const bool m_isAsync;
    const int m_staleness;
    RankGate& m_gate;
    ServedSlice m_slice LOCKSTEP_GUARDED_BY(m_gate.mutex);
    bool m_hasStarted LOCKSTEP_GUARDED_BY(m_gate.mutex) = false;
    std::vector<Rank> m_ranks LOCKSTEP_GUARDED_BY(m_gate.mutex);
    // What the last meeting came to.
    std::shared_ptr<const Bytes> m_gathered LOCKSTEP_GUARDED_BY(m_gate.mutex);
    StepVotes m_votes LOCKSTEP_GUARDED_BY(m_gate.mutex);
    // Of pushes that are applied as they come.
    std::int64_t m_updates LOCKSTEP_GUARDED_BY(m_gate.mutex) = 0;
    std::int64_t m_stopAfter LOCKSTEP_GUARDED_BY(m_gate.mutex) = -1; ///< Reply::stopAfter
    /// Since all have settled rank 0 has not pushed again: it may be saving what has been agreed on.
    bool m_isHeld LOCKSTEP_GUARDED_BY(m_gate.mutex) = false;
};

} // namespace lockstep
