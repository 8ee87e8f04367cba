// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/rank_harness.h"

#include "engine/core/error.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {

Ports::Ports(int count, const std::string& address)
{
    for (int i = 0; i < count; ++i) {
        m_sockets.push_back(listenOn(address));
        m_endpoints.push_back(localEndpoint(m_sockets.back().get()));
    }
}

RunToken testToken()
{
    RunToken token;
    for (std::size_t i = 0; i < token.size(); ++i)
        token[i] = static_cast<std::uint8_t>(i * 7 + 1);
    return token;
}

GlooGroupOptions groupOptions(Ports& ports, int rank)
{
    GlooGroupOptions options;
    options.rank = rank;
    options.worldSize = ports.size();
    options.ranks = ports.endpoints();
    options.listenDescriptor = ports.release(rank);
    options.token = testToken();
    options.run = "test-run";
    options.silenceSeconds = kPatience;
    return options;
}

MeshOptions meshOptions(const Ports& ports, int self)
{
    MeshOptions options;
    options.self = self;
    options.members = ports.endpoints();
    options.listenDescriptor = ports.descriptor(self);
    options.token = testToken();
    options.run = "test-run";
    return options;
}

void runAsThreads(int ranks, const RankFunction& function)
{
    if (ranks == 1) {
        const auto solo = makeSoloProcessGroup();
        return function(*solo);
    }
    Ports ports(ranks);
    std::vector<std::thread> threads;
    std::vector<std::string> errors(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        GlooGroupOptions options = groupOptions(ports, rank);
        threads.emplace_back([&, rank, options = std::move(options)]() mutable {
            try {
                const auto group = makeGlooProcessGroup(std::move(options));
                function(*group);
            } catch (const std::exception& error) {
                errors[static_cast<std::size_t>(rank)] = error.what();
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    for (int rank = 0; rank < ranks; ++rank)
        EXPECT_EQ(errors[static_cast<std::size_t>(rank)], "") << "rank " << rank;
}

namespace {

double lastErrorAt = 0; // of this process; read when its threads have ended

[[noreturn]] void runChild(int rank, const ProcessFunction& function, int out)
{
    std::string report;
    try {
        report = function(rank);
    } catch (const std::exception& error) {
        report = std::string("exception: ") + error.what();
    }
    std::string record(sizeof(double), '\0');
    const double endedAt = lastErrorAt > 0 ? lastErrorAt : monotonicSeconds();
    std::memcpy(record.data(), &endedAt, sizeof endedAt);
    record += report;
    [[maybe_unused]] const ssize_t written = ::write(out, record.data(), record.size());
    _exit(0);
}

} // namespace

RankProcesses::RankProcesses(int ranks, const ProcessFunction& function)
{
    for (int rank = 0; rank < ranks; ++rank) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error("pipe2");
        const pid_t pid = ::fork();
        if (pid == 0) {
            ::close(ends[0]);
            runChild(rank, function, ends[1]);
        }
        ::close(ends[1]);
        m_pids.push_back(pid);
        m_pipes.emplace_back(ends[0]);
    }
}

RankProcesses::~RankProcesses()
{
    for (const pid_t pid : m_pids) {
        if (pid <= 0)
            continue;
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
    }
}

RankOutcome RankProcesses::join(int rank, double limit)
{
    pid_t& pid = m_pids[static_cast<std::size_t>(rank)];
    const int pipe = m_pipes[static_cast<std::size_t>(rank)].get();
    RankOutcome outcome;
    std::string record;
    const double end = monotonicSeconds() + limit;
    char buffer[1024];
    while (true) {
        pollfd readable{pipe, POLLIN, 0};
        const int left = std::max(0, static_cast<int>((end - monotonicSeconds()) * 1000));
        if (::poll(&readable, 1, left) <= 0) {
            ::kill(pid, SIGKILL);
            record += "(did not end in time)";
            break;
        }
        const ssize_t count = ::read(pipe, buffer, sizeof buffer);
        if (count <= 0)
            break;
        record.append(buffer, static_cast<std::size_t>(count));
    }
    ::waitpid(pid, &outcome.status, 0);
    pid = -1;
    if (record.size() >= sizeof(double)) {
        std::memcpy(&outcome.endedAt, record.data(), sizeof(double));
        outcome.report = record.substr(sizeof(double));
    }
    return outcome;
}

SharedCounter::SharedCounter()
{
    void* const memory =
        ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::runtime_error("mmap");
    m_count = new (memory) std::atomic<int>(0);
}

SharedCounter::~SharedCounter()
{
    ::munmap(m_count, sizeof *m_count);
}

void SharedCounter::waitFor(int count) const
{
    for (const double end = monotonicSeconds() + 20; *m_count < count && monotonicSeconds() < end;)
        sleepFor(0.001);
}

std::string errorOf(const std::function<void()>& function)
{
    try {
        function();
    } catch (const EngineError& error) {
        static std::mutex mutex;
        const std::lock_guard lock(mutex);
        lastErrorAt = monotonicSeconds();
        return std::to_string(static_cast<int>(error.code())) + ": " + error.what();
    } catch (const std::exception& error) {
        return std::string("not an EngineError: ") + error.what();
    }
    return "no error";
}

double monotonicSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleepFor(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

} // namespace lockstep::test
