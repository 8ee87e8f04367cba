// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/frame.h"
#include "engine/protocol/json_reader.h"
#include "engine/protocol/json_writer.h"
#include "engine/protocol/resume_point.h"

/// The descriptions and limits that several messages share.
namespace lockstep {

inline constexpr int kMaxRanks = 65536;
inline constexpr int kMaxHostIndex = 65535;
inline constexpr int kMaxAttempt = 1000000;
inline constexpr std::size_t kMaxStateFiles = 65536;
inline constexpr TextRule kRunIdRule{TextRule::Form::Word, 64, 1};
inline constexpr TextRule kWordRule{TextRule::Form::Word, 64};
/// Of any form, for refusals of the form would show the secret.
inline constexpr TextRule kTokenRule{TextRule::Form::Lines, 64};
inline constexpr TextRule kAddressRule{TextRule::Form::Word, 64};
inline constexpr TextRule kLineRule{TextRule::Form::Line, 1024};
inline constexpr TextRule kPathRule{TextRule::Form::Line, 4096, 1};
inline constexpr TextRule kTextRule{TextRule::Form::Lines, 64u << 10};
inline constexpr TextRule kDocumentRule{TextRule::Form::Lines, kMaxExperimentBytes, 1};

/// Refusals do nothing on the writing side: what is written was ours.
inline void refuse(JsonWriter&, std::string_view, const char*, std::string_view) {}
inline void refuse(JsonReader& reader, std::string_view key, const char* text, std::string_view found)
{
    reader.refuse(key, text, {std::string(found)});
}

bool isNumericAddress(std::string_view text);
bool isToken(std::string_view text);

void checkRun(auto& visitor, std::string_view key, const std::string& run)
{
    if (!isRunId(run))
        refuse(visitor, key, LOCKSTEP_TEXT("found %1, expected 1 to 64 of a-z, 0-9 and hyphen."),
               quotedText(run));
}
void checkFile(auto& visitor, std::string_view key, const std::string& file)
{
    if (!isRunFile(file))
        refuse(visitor, key, LOCKSTEP_TEXT("found %1, expected a relative path without \"..\"."),
               quotedText(file));
}
void checkResume(auto& visitor, std::string_view key, const std::string& resume)
{
    if (!resume.empty() && resume != kResumeLatest && !stepOfCheckpoint(resume))
        refuse(visitor, key, LOCKSTEP_TEXT("found %1, expected \"latest\", step-<8 digits> or empty text."),
               quotedText(resume));
}
void checkToken(auto& visitor, std::string_view key, const std::string& token)
{
    if (!isToken(token)) // the token itself is secret, so its length is all that is said
        refuse(visitor, key, LOCKSTEP_TEXT("found text of %1 bytes, expected 64 hexadecimal digits."),
               std::to_string(token.size()));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Error> auto& error)
{
    visitor.text("text", error.text, kTextRule);
    visitor.arguments("arguments", error.arguments);
    visitor.text("key", error.key, kTextRule);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Sentence> auto& sentence)
{
    visitor.text("text", sentence.text, kTextRule);
    visitor.arguments("arguments", sentence.arguments);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Endpoint> auto& endpoint)
{
    visitor.text("address", endpoint.address, kAddressRule);
    visitor.integer("port", endpoint.port, 0, 65535);
    if (visitor.reads() && endpoint.port != 0 && !isNumericAddress(endpoint.address))
        refuse(visitor, "address", LOCKSTEP_TEXT("found %1, expected a numeric IPv4 or IPv6 address."),
               quotedText(endpoint.address));
}

/// Members that engines of older releases do not write follow one that tells whether they are there.
inline bool hasNewer(const JsonWriter&, std::string_view)
{
    return true;
}
inline bool hasNewer(const JsonReader& reader, std::string_view first)
{
    return reader.has(first);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<NetworkInterface> auto& interface)
{
    visitor.text("name", interface.name, kLineRule);
    visitor.texts("addresses", interface.addresses, kLineRule, 1024);
    if (hasNewer(visitor, "routes"))
        visitor.texts("routes", interface.routes, kLineRule, 1024);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuState> auto& state)
{
    constexpr double kMax = 1e18;
    visitor.number("busy", state.busy, {0, 1});
    visitor.number("used_bytes", state.usedBytes, {0, kMax});
    visitor.number("temperature_celsius", state.temperatureCelsius, {-300, 1000});
    visitor.number("power_watts", state.powerWatts, {0, 1e6});
    visitor.number("clock_mhz", state.clockMhz, {0, 1e6});
    visitor.number("memory_clock_mhz", state.memoryClockMhz, {0, 1e6});
    visitor.text("throttle", state.throttle, kLineRule);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuProcess> auto& process)
{
    visitor.integer("id", process.id, 0, std::numeric_limits<std::int64_t>::max());
    visitor.number("used_bytes", process.usedBytes, {0, 1e18});
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuReport> auto& gpu)
{
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    visitor.integer("index", gpu.index, 0, 1023);
    visitor.text("name", gpu.name, kLineRule);
    visitor.integer("memory_bytes", gpu.memoryBytes, 0, kMax);
    visitor.text("driver", gpu.driver, kLineRule);
    if (!hasNewer(visitor, "host_index"))
        return;
    visitor.integer("host_index", gpu.hostIndex, 0, 1023);
    visitor.text("uuid", gpu.uuid, kLineRule);
    visitor.text("capability", gpu.capability, kWordRule);
    visitor.text("cuda", gpu.cuda, kWordRule);
    visitor.object("state", gpu.state);
    visitor.list("processes", gpu.processes, 4096);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<GpuSupport> auto& support)
{
    visitor.text("cuda", support.cuda, kWordRule);
    visitor.texts("capabilities", support.capabilities, kWordRule, 256);
    visitor.object("refusal", support.refusal);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<HostReport> auto& report)
{
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    visitor.text("engine", report.engine, kLineRule);
    visitor.text("host_name", report.hostName, kLineRule);
    visitor.text("system", report.system, kLineRule);
    visitor.text("kernel", report.kernel, kLineRule);
    visitor.text("processor", report.processor, kLineRule);
    visitor.integer("cores", report.cores, 0, 1 << 20);
    visitor.integer("memory_bytes", report.memoryBytes, 0, kMax);
    visitor.integer("memory_available_bytes", report.memoryAvailableBytes, 0, kMax);
    visitor.integer("disk_free_bytes", report.diskFreeBytes, 0, kMax);
    visitor.texts("instruction_sets", report.instructionSets, kLineRule, 256);
    visitor.list("interfaces", report.interfaces, 1024);
    visitor.list("gpus", report.gpus, 1024);
    visitor.text("ssh_address", report.sshAddress, kLineRule);
    if (!hasNewer(visitor, "device_kinds"))
        return;
    visitor.texts("device_kinds", report.deviceKinds, kWordRule, 16);
    if (!hasNewer(visitor, "gpu_support"))
        return;
    visitor.text("visible_devices", report.visibleDevices, kLineRule);
    visitor.integer("hidden_gpus", report.hiddenGpus, 0, 1023);
    visitor.object("gpu_support", report.gpuSupport);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<RunState> auto& state)
{
    visitor.text("run", state.run, kRunIdRule);
    visitor.integer("attempt", state.attempt, 1, kMaxAttempt);
    visitor.integer("host", state.host, 0, kMaxHostIndex);
    visitor.choice(
        "phase", state.phase,
        {RunPhase::Submitted, RunPhase::Training, RunPhase::Stopping, RunPhase::Finished, RunPhase::Failed});
    visitor.integer("exit_code", state.exitCode, 0, 255);
    visitor.text("message", state.message.text, kTextRule);
    visitor.arguments("arguments", state.message.arguments);
    visitor.integer("culprit", state.culprit, -1, kMaxRanks - 1);
    visitor.integers("ranks", state.ranks, 0, kMaxRanks - 1, kMaxRanks);
    visitor.texts("files", state.files, kPathRule, kMaxStateFiles);
    visitor.text("name", state.name, kLineRule);
    visitor.integer("started_ms", state.startedMs, 0, std::numeric_limits<std::int64_t>::max());
    if (hasNewer(visitor, "hosts"))
        visitor.integers("hosts", state.hosts, 0, kMaxHostIndex, kMaxHostIndex);
    if (visitor.reads()) {
        checkRun(visitor, "run", state.run);
        for (std::size_t i = 0; i < state.files.size(); ++i)
            checkFile(visitor, joinKey("files", std::to_string(i)), state.files[i]);
    }
}

} // namespace lockstep
