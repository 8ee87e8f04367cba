// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/server/parameter_server.h"

#include "engine/core/error.h"
#include "engine/distributed/server/rank_session.h"

#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep {
namespace {

class ParameterServer {
public:
    explicit ParameterServer(const ParameterServerOptions& options)
        : m_options(options),
          m_gate(static_cast<int>(options.mesh.ranks.size()),
                 [this](int rank, bool isAwaited) {
                     m_sessions[static_cast<std::size_t>(rank)]->messenger().setAwaited(isAwaited);
                 }),
          m_serving(options.training, m_gate, options.makeOptimizer)
    {
    }

    void run()
    {
        std::vector<MeshLink> links = connectServedMesh(m_options.mesh);
        for (int rank = 0; rank < m_gate.ranks(); ++rank)
            m_sessions.push_back(std::make_unique<RankSession>(
                rank, m_options.mesh.self(), std::move(links[static_cast<std::size_t>(rank)]),
                m_options.mesh.members(), messengerOptions(m_options.mesh), m_serving));
        {
            std::vector<std::jthread> threads;
            for (const auto& session : m_sessions)
                threads.emplace_back([this, &session] { serve(*session); });
        }
        m_sessions.clear(); // with their farewells
        const MutexLock lock(m_mutex);
        if (m_failure)
            throw EngineError(exitCodeOf(*m_failure), toError(*m_failure, m_gate.ranks()),
                              m_failure->culprit < m_gate.ranks() ? m_failure->culprit : -1);
    }

private:
    void serve(RankSession& session)
    {
        try {
            session.run();
            m_gate.leave(session.rank());
        } catch (const RankGate::Ended&) {
            return; // the others know why
        } catch (const std::exception& error) {
            lost(session, error);
        }
    }

    /// A request that fails is its rank's fault, unless the link knows better.
    void lost(RankSession& session, const std::exception& error)
    {
        Failure failure;
        if (const std::optional<Failure> known = session.messenger().failure())
            failure = *known;
        else
            failure = {.kind = Failure::Kind::Broke,
                       .culprit = m_options.mesh.self(),
                       .finder = m_options.mesh.self(),
                       .mine = {},
                       .theirs = {},
                       .detail = error.what()};
        session.messenger().fail(failure);
        if (isSurvived(session.rank(), failure)) {
            m_gate.leave(session.rank());
            m_options.rankLost(session.rank(), toError(failure, m_gate.ranks()));
            return;
        }
        {
            const MutexLock lock(m_mutex);
            if (m_failure)
                return;
            m_failure = failure;
        }
        for (const auto& each : m_sessions)
            each->messenger().fail(failure);
        m_gate.end();
    }

    bool isSurvived(int rank, const Failure& failure) const
    {
        return m_options.training.strategy == StrategyKind::ServerAsync && m_options.training.outliveRanks &&
               rank != 0 && failure.kind != Failure::Kind::BrokenOff && failure.culprit == rank;
    }

    const ParameterServerOptions& m_options;
    Mutex m_mutex;
    std::optional<Failure> m_failure LOCKSTEP_GUARDED_BY(m_mutex);
    RankGate m_gate;
    Serving m_serving;
    std::vector<std::unique_ptr<RankSession>> m_sessions; ///< by rank
};

} // namespace

void runParameterServer(const ParameterServerOptions& options)
{
    ParameterServer(options).run();
}

} // namespace lockstep
