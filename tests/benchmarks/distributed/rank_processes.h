// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/authenticated_link.h"
#include "engine/distributed/process_group.h"

#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockstep {

/// One group of ranks over the loopback: its sockets, made before the ranks' processes are.
class LoopbackGroup {
public:
    explicit LoopbackGroup(int ranks)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            m_sockets.push_back(listenOn("127.0.0.1"));
            m_endpoints.push_back(localEndpoint(m_sockets.back().get()));
        }
    }

    /// In the process of this rank, once. `seals`: what the ranks send each other is encrypted.
    std::unique_ptr<ProcessGroup> meet(int rank, bool seals = false)
    {
        GlooGroupOptions options;
        options.rank = rank;
        options.worldSize = static_cast<int>(m_endpoints.size());
        options.ranks = m_endpoints;
        options.seals = seals;
        options.listenDescriptor = m_sockets[static_cast<std::size_t>(rank)].release();
        return makeGlooProcessGroup(std::move(options));
    }

private:
    std::vector<Descriptor> m_sockets;
    std::vector<Endpoint> m_endpoints;
};

/// Runs every rank in a process of its own and waits for all of them: how many failed. What one throws it
/// says.
inline int runInProcesses(int ranks, const std::function<void(int rank)>& run)
{
    std::fflush(stdout); // they would print it once more
    for (int rank = 0; rank < ranks; ++rank) {
        if (::fork() != 0)
            continue;
        int code = 0;
        try {
            run(rank);
        } catch (const std::exception& error) {
            std::printf("rank %d: %s\n", rank, error.what());
            code = 1;
        }
        std::fflush(stdout);
        ::_exit(code);
    }
    int failures = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        int status = 0;
        ::wait(&status);
        failures += status != 0 ? 1 : 0;
    }
    return failures;
}

} // namespace lockstep
