// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/endpoint.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/host_report.h"
#include "engine/protocol/result.h"
#include "engine/protocol/run_files.h"
#include "engine/protocol/run_phase.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The JSON payloads of the attach conversation. Each struct has toJson() and a parse function that bounds
/// and checks every member. Run ids match [a-z0-9][a-z0-9-]{0,63}; file names in a run are relative, without
/// "..".
///
/// Two hosts of a drawing may be one machine with one home, so a request says which host of the run it means:
/// `host` is the index, and -1 (the JSON member may then be absent) the one submitted in this conversation,
/// or the only one of that run here.
namespace lockstep {

struct AttachHello {
    int version = 1;
    std::string client; ///< "lockstep 0.1.0"
    bool operator==(const AttachHello&) const = default;
};
struct AttachWelcome {
    int version = 1;
    HostReport report;
    bool operator==(const AttachWelcome&) const = default;
};

/// Makes the run known to a host: its supervisor starts, owns the run folder and binds the data ports of the
/// host's ranks. Nothing trains yet.
struct SubmitRequest {
    std::string run;
    int attempt = 1;
    int host = 0;           ///< index into Topology::hosts; also names the folder host-<index>
    std::string experiment; ///< the document
    std::string address; ///< bind data ports here; empty: the address SSH came in on, or the interface chosen
    std::string resume;  ///< empty: start anew; "latest": go on from the newest checkpoint that verifies;
                         ///< "step-00000600": from this one, and those after it go
    bool operator==(const SubmitRequest&) const = default;
};
struct SubmittedReply {
    Endpoint lease;                ///< the supervisor's own, for leases between supervisors
    std::vector<Endpoint> ranks;   ///< by local rank
    std::vector<Endpoint> servers; ///< likewise, where the strategy has servers
    bool operator==(const SubmittedReply&) const = default;
};

/// Everything the ranks need to find and trust each other; sent to every host once all have answered Submit.
struct StartRequest {
    std::string run;
    int host = -1;
    std::string token;             ///< 256 bits, hexadecimal; lives in memory only
    std::vector<Endpoint> leases;  ///< by host index; port 0 for hosts without ranks
    std::vector<Endpoint> ranks;   ///< by rank
    std::vector<Endpoint> servers; ///< by server; empty where the strategy has none
    bool operator==(const StartRequest&) const = default;
};

struct StopRequest {
    std::string run;
    int host = -1;
    double graceSeconds = 30; ///< between the request to finish the step and SIGKILL, 0 ... 3600
    bool operator==(const StopRequest&) const = default;
};
struct RunReference {
    std::string run;
    int host = -1;
    bool operator==(const RunReference&) const = default;
};
struct FollowRequest {
    std::string run;
    int host = -1;
    std::string file; ///< "attempt-1/rank-0.jsonl", "checkpoints/step-00000600/model.safetensors"
    std::uint64_t offset = 0;
    bool operator==(const FollowRequest&) const = default;
};
struct EndedMessage {
    std::uint64_t size = 0; ///< of the file
    bool operator==(const EndedMessage&) const = default;
};

struct CheckpointReference {
    std::string run;
    int host = -1;
    std::string checkpoint; ///< "checkpoints/step-00000600"
    bool operator==(const CheckpointReference&) const = default;
};
/// Of what is done with a checkpoint, several times a second.
struct ProgressMessage {
    std::uint64_t done = 0;  ///< bytes
    std::uint64_t total = 0; ///< bytes
    bool operator==(const ProgressMessage&) const = default;
};
struct CheckedMessage {
    Sentence damage;         ///< what is wrong with it; empty: it is as its manifest says
    std::string folder;      ///< absolute path of the checkpoint on the host
    std::uint64_t bytes = 0; ///< of its files
    bool operator==(const CheckedMessage&) const = default;
};

/// What one host knows of one run.
struct RunState {
    std::string run;
    int attempt = 1;
    int host = 0;
    RunPhase phase = RunPhase::Submitted; ///< or Training, Stopping, Finished, Failed
    int exitCode = 0;                     ///< of the attempt, once it has ended
    Sentence message;                     ///< empty unless something went wrong
    int culprit = -1;                     ///< rank that caused the end, where known
    std::vector<int> ranks;               ///< global ranks of this host
    std::vector<std::string> files;       ///< that can be followed, relative to the run folder
    std::string name;                     ///< of the experiment
    std::int64_t startedMs = 0;           ///< wall clock, milliseconds since 1970-01-01 UTC
    /// With which the attempt is made, as indices into Topology::hosts, rising. Empty: all that take part.
    std::vector<int> hosts = {};
    bool operator==(const RunState&) const = default;
};

std::string toJson(const AttachHello&);
std::string toJson(const AttachWelcome&);
std::string toJson(const SubmitRequest&);
std::string toJson(const SubmittedReply&);
std::string toJson(const StartRequest&);
std::string toJson(const StopRequest&);
std::string toJson(const RunReference&);
std::string toJson(const FollowRequest&);
std::string toJson(const EndedMessage&);
std::string toJson(const CheckpointReference&);
std::string toJson(const ProgressMessage&);
std::string toJson(const CheckedMessage&);
std::string toJson(const RunState&);
std::string toJson(const std::vector<RunState>&);
std::string toJson(const Error&);
std::string toJson(const Sentence&);

/// Instantiated for every message above, std::vector<RunState> and Sentence.
template <typename Message>
Result<Message> parseMessage(std::string_view json);
template <>
Result<std::vector<RunState>> parseMessage(std::string_view json);
/// The Error that a Failed frame carries, or else the one that kept it from being read.
Error parseError(std::string_view json);

} // namespace lockstep
