// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/socket.h"
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/frame.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep::test {

using Seconds = std::chrono::duration<double>;

/// A folder that stands for one host's home; removed with all processes that know it when it goes.
class TestHome {
public:
    explicit TestHome(const std::string& name);
    ~TestHome();
    const std::string& path() const { return m_path; }
    std::string hostFolder(const std::string& run, int host = 0) const;
    /// Processes whose environment names this home: attach, supervisors, ranks, and what they left behind.
    std::vector<pid_t> processes() const;
    /// Those of them whose command line holds `word`: "attach", "supervise", "train".
    std::vector<pid_t> processes(const std::string& word) const;
    /// The process of a rank, waited for; 0 when it does not come.
    pid_t rankProcess(const std::string& run, int rank) const;

private:
    std::string m_path;
};

/// Waits for `condition`, at most `seconds`; what it returned last.
bool eventually(const std::function<bool()>& condition, double seconds = 10);

/// The desktop's end of one attach conversation.
class AttachClient {
public:
    /// `command`: what starts the engine; empty: misbehaving_engine itself.
    explicit AttachClient(const TestHome& home, std::vector<std::string> command = {});
    ~AttachClient();

    /// Sends a request of its own number, which is returned.
    std::uint32_t send(FrameType type, const std::string& payload);
    void sendBytes(const std::string& bytes);
    /// The reply to a request; none when it does not come.
    std::optional<Frame> reply(std::uint32_t request, double seconds = 10);
    std::optional<Frame> ask(FrameType type, const std::string& payload)
    {
        return reply(send(type, payload));
    }
    void cancel(std::uint32_t request) { sendBytes(encodeFrame({FrameType::Cancel, request, {}})); }

    /// Reads for a while, or until `condition` holds; sends heartbeats meanwhile.
    bool pump(double seconds, const std::function<bool()>& condition = {});
    /// Gathers the bytes of a Follow or Fetch until Ended (true) or Failed or the time is over (false).
    bool gather(std::uint32_t request, std::string& bytes, double seconds = 20);
    /// Watches until the state is final.
    std::optional<RunState> waitForEnd(const std::string& run, double seconds = 20, int host = -1);

    void closeInput() { m_input.reset(); }
    void muteHeartbeats() { m_heartbeats = false; }
    /// Seconds until the process has ended by itself; none when it did not.
    std::optional<double> waitForExit(double seconds);
    int exitStatus() const { return m_exitStatus; }
    pid_t pid() const { return m_pid; }
    bool greeted() const { return m_greeted; }
    int heartbeats() const { return m_heartbeatsSeen; }

private:
    void read();

    Descriptor m_input;  ///< of the process
    Descriptor m_output; ///< of the process
    pid_t m_pid = 0;
    int m_exitStatus = -1;
    std::uint32_t m_nextRequest = 1;
    GreetingScanner m_greeting;
    FrameReader m_reader;
    bool m_greeted = false;
    bool m_heartbeats = true;
    int m_heartbeatsSeen = 0;
    std::chrono::steady_clock::time_point m_nextHeartbeat;
    std::map<std::uint32_t, std::deque<Frame>> m_frames;
};

/// An experiment whose name is the script of misbehaving_engine; `devices` by host.
std::string scripted(const std::string& script, const std::vector<int>& devices = {2},
                     double timeoutSeconds = 5);

/// One run over several homes, each a host with an address of its own in 127.0.0.0/8.
struct TestRun {
    std::string id;
    std::vector<AttachClient*> hosts;
    std::string experiment;
    int attempt = 1;
    std::string resume = {};

    std::function<void(const TestRun&)> beforeStart = {};

    /// Submits everywhere, then starts everywhere. False when a host refuses.
    bool launch();
    std::vector<Endpoint> leases = {}, ranks = {}, servers = {}; ///< after launch()
};

std::string describe(const std::optional<Frame>& frame);

} // namespace lockstep::test
