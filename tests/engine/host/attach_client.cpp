// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/host/attach_client.h"

#include "engine/core/text_of_file.h"
#include "engine/host/process_identity.h"
#include "engine/protocol/experiment.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {
namespace {

pid_t startAttach(const TestHome& home, std::vector<std::string> command, int input, int output)
{
    std::string variable = "LOCKSTEP_HOME=" + home.path();
    std::string homeVariable = "HOME=/nonexistent";
    if (command.empty())
        command.push_back(LOCKSTEP_TEST_ENGINE);
    command.push_back("attach");
    std::vector<char*> arguments;
    for (std::string& word : command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    char* const environment[] = {variable.data(), homeVariable.data(), nullptr};
    const pid_t pid = ::fork();
    if (pid != 0)
        return pid;
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::execve(arguments[0], arguments.data(), environment);
    ::_exit(127);
}

} // namespace

TestHome::TestHome(const std::string& name)
{
    std::string pattern = std::filesystem::temp_directory_path() / ("lockstep-" + name + "-XXXXXX");
    m_path = ::mkdtemp(pattern.data());
}

TestHome::~TestHome()
{
    for (int round = 0; round < 20; ++round) {
        for (const pid_t pid : processes())
            ::kill(pid, SIGKILL);
        ::usleep(2000);
    }
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string TestHome::hostFolder(const std::string& run, int host) const
{
    return m_path + "/runs/" + run + "/host-" + std::to_string(host);
}

std::vector<pid_t> TestHome::processes() const
{
    std::vector<pid_t> pids;
    for (const ProcessIdentity& process : processesWithEnvironment("LOCKSTEP_HOME=" + m_path))
        pids.push_back(process.pid);
    return pids;
}

std::vector<pid_t> TestHome::processes(const std::string& word) const
{
    std::vector<pid_t> pids;
    for (const pid_t pid : processes()) {
        const std::string command = textOfFile("/proc/" + std::to_string(pid) + "/cmdline");
        if (command.find('\0' + word + '\0') != std::string::npos)
            pids.push_back(pid);
    }
    return pids;
}

pid_t TestHome::rankProcess(const std::string& run, int rank) const
{
    pid_t found = 0;
    eventually([&] {
        for (const pid_t pid : processes("train")) {
            const std::string environment = '\0' + textOfFile("/proc/" + std::to_string(pid) + "/environ");
            const bool same = environment.find(std::string(1, '\0') + "RANK=" + std::to_string(rank) +
                                               '\0') != std::string::npos &&
                              environment.find("/runs/" + run + "/") != std::string::npos;
            if (same)
                found = pid;
        }
        return found != 0;
    });
    return found;
}

bool eventually(const std::function<bool()>& condition, double seconds)
{
    const auto deadline = std::chrono::steady_clock::now() + Seconds(seconds);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

AttachClient::AttachClient(const TestHome& home, std::vector<std::string> command)
{
    static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
    static_cast<void>(ignored);
    int input[2];
    int output[2];
    if (::pipe2(input, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0)
        std::abort();
    m_pid = startAttach(home, std::move(command), input[0], output[1]);
    ::close(input[0]);
    ::close(output[1]);
    m_input = Descriptor(input[1]);
    m_output = Descriptor(output[0]);
}

AttachClient::~AttachClient()
{
    if (m_exitStatus != -1)
        return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

std::uint32_t AttachClient::send(FrameType type, const std::string& payload)
{
    const std::uint32_t request = m_nextRequest++;
    sendBytes(encodeFrame({type, request, payload}));
    return request;
}

void AttachClient::sendBytes(const std::string& bytes)
{
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t count = ::write(m_input.get(), bytes.data() + sent, bytes.size() - sent);
        if (count <= 0)
            return; // the process has gone; whoever waits for a reply will see
        sent += static_cast<std::size_t>(count);
    }
}

void AttachClient::read()
{
    std::string buffer(1u << 16, '\0');
    const ssize_t count = ::read(m_output.get(), buffer.data(), buffer.size());
    if (count <= 0) {
        m_output.reset();
        return;
    }
    buffer.resize(static_cast<std::size_t>(count));
    if (!m_greeted) {
        std::string rest;
        const auto passed = m_greeting.feed(buffer, rest);
        m_greeted = passed.ok() && passed.value();
        buffer = rest;
    }
    auto frames = m_reader.feed(buffer);
    for (Frame& frame : frames.value()) {
        m_heartbeatsSeen += frame.type == FrameType::Heartbeat;
        if (frame.type != FrameType::Heartbeat)
            m_frames[frame.request].push_back(std::move(frame));
    }
}

bool AttachClient::pump(double seconds, const std::function<bool()>& condition)
{
    const auto deadline = std::chrono::steady_clock::now() + Seconds(seconds);
    while (!condition || !condition()) {
        const auto now = std::chrono::steady_clock::now();
        if (now > deadline || !m_output)
            return !condition;
        if (m_heartbeats && m_input && now > m_nextHeartbeat) {
            sendBytes(encodeFrame({FrameType::Heartbeat, 0, {}}));
            m_nextHeartbeat = now + std::chrono::seconds(1);
        }
        pollfd polled{m_output.get(), POLLIN, 0};
        if (::poll(&polled, 1, 10) > 0)
            read();
    }
    return true;
}

std::optional<Frame> AttachClient::reply(std::uint32_t request, double seconds)
{
    std::deque<Frame>& frames = m_frames[request];
    if (!pump(seconds, [&] { return !frames.empty(); }))
        return std::nullopt;
    Frame frame = std::move(frames.front());
    frames.pop_front();
    return frame;
}

bool AttachClient::gather(std::uint32_t request, std::string& bytes, double seconds)
{
    const auto deadline = std::chrono::steady_clock::now() + Seconds(seconds);
    while (std::chrono::steady_clock::now() < deadline) {
        const auto frame = reply(request, 1);
        if (frame && frame->type != FrameType::Data)
            return frame->type == FrameType::Ended;
        if (frame)
            bytes += decodeData(frame->payload).value().bytes;
    }
    return false;
}

std::optional<RunState> AttachClient::waitForEnd(const std::string& run, double seconds, int host)
{
    const auto deadline = std::chrono::steady_clock::now() + Seconds(seconds);
    const std::uint32_t watch = send(FrameType::Watch, toJson(RunReference{run, host}));
    while (std::chrono::steady_clock::now() < deadline) {
        const auto frame = reply(watch, 1);
        if (!frame)
            continue;
        auto state = parseMessage<RunState>(frame->payload);
        if (!state.ok())
            return std::nullopt;
        if (state->phase == RunPhase::Finished || state->phase == RunPhase::Failed)
            return *state;
    }
    return std::nullopt;
}

std::optional<double> AttachClient::waitForExit(double seconds)
{
    const auto begin = std::chrono::steady_clock::now();
    int status = 0;
    const auto gone = [&] { return ::waitpid(m_pid, &status, WNOHANG) == m_pid; };
    const auto deadline = begin + Seconds(seconds);
    while (!gone()) {
        if (std::chrono::steady_clock::now() > deadline)
            return std::nullopt;
        pump(0.01);
        ::usleep(1000);
    }
    m_exitStatus = status;
    return Seconds(std::chrono::steady_clock::now() - begin).count();
}

std::string scripted(const std::string& script, const std::vector<int>& devices, double timeoutSeconds)
{
    Experiment experiment;
    experiment.name = script;
    experiment.training.timeoutSeconds = timeoutSeconds;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        Host host;
        host.id = "host-" + std::to_string(i + 1);
        host.name = "box-" + std::to_string(i);
        host.connection = Connection::Local;
        host.devices.assign(static_cast<std::size_t>(devices[i]), Device{});
        experiment.topology.hosts.push_back(host);
    }
    return toJson(experiment);
}

bool TestRun::launch()
{
    leases.clear();
    ranks.clear();
    servers.clear();
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        const std::string address = "127.0.0." + std::to_string(i + 1);
        const SubmitRequest submit{id, attempt, static_cast<int>(i), experiment, address, resume};
        const auto frame = hosts[i]->ask(FrameType::Submit, toJson(submit));
        if (!frame || frame->type != FrameType::Submitted)
            return false;
        const auto reply = parseMessage<SubmittedReply>(frame->payload).value();
        leases.push_back(reply.lease);
        ranks.insert(ranks.end(), reply.ranks.begin(), reply.ranks.end());
        servers.insert(servers.end(), reply.servers.begin(), reply.servers.end());
    }
    if (beforeStart)
        beforeStart(*this);
    StartRequest start;
    start.run = id;
    start.token = std::string(63, 'a') + "7";
    start.leases = leases;
    start.ranks = ranks;
    start.servers = servers;
    for (AttachClient* host : hosts) {
        const auto frame = host->ask(FrameType::Start, toJson(start));
        if (!frame || frame->type != FrameType::Done)
            return false;
    }
    return true;
}

std::string describe(const std::optional<Frame>& frame)
{
    if (!frame)
        return "no frame";
    return "type " + std::to_string(static_cast<int>(frame->type)) + ": " + frame->payload.substr(0, 500);
}

} // namespace lockstep::test
