// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"

#include "engine/protocol/message_descriptions.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace lockstep {
namespace {

constexpr std::size_t kMaxRuns = 4096;
constexpr std::uint64_t kMaxOffset = std::uint64_t{1} << 62;
constexpr int kMaxVersion = 1000000;

/// List has an array as its natural answer; an object leaves room for later members.
struct RunList {
    std::vector<RunState> runs;
};

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<AttachHello> auto& hello)
{
    visitor.integer("version", hello.version, 1, kMaxVersion);
    visitor.text("client", hello.client, kLineRule);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<AttachWelcome> auto& welcome)
{
    visitor.integer("version", welcome.version, 1, kMaxVersion);
    visitor.object("report", welcome.report);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<SubmitRequest> auto& request)
{
    visitor.text("run", request.run, kRunIdRule);
    visitor.integer("attempt", request.attempt, 1, kMaxAttempt);
    visitor.integer("host", request.host, 0, kMaxHostIndex);
    visitor.text("experiment", request.experiment, kDocumentRule);
    visitor.text("address", request.address, kAddressRule);
    visitor.text("resume", request.resume, kWordRule);
    if (!visitor.reads())
        return;
    checkRun(visitor, "run", request.run);
    checkResume(visitor, "resume", request.resume);
    if (!request.address.empty() && !isNumericAddress(request.address))
        refuse(visitor, "address", LOCKSTEP_TEXT("found %1, expected a numeric IPv4 or IPv6 address."),
               quotedText(request.address));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<SubmittedReply> auto& reply)
{
    visitor.object("lease", reply.lease);
    visitor.list("ranks", reply.ranks, kMaxRanks);
    visitor.optionalList("servers", reply.servers, kMaxRanks);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<StartRequest> auto& request)
{
    visitor.text("run", request.run, kRunIdRule);
    visitor.optionalInteger("host", request.host, -1, kMaxHostIndex);
    visitor.text("token", request.token, kTokenRule);
    visitor.list("leases", request.leases, kMaxHostIndex);
    visitor.list("ranks", request.ranks, kMaxRanks);
    visitor.optionalList("servers", request.servers, kMaxRanks);
    if (visitor.reads()) {
        checkRun(visitor, "run", request.run);
        checkToken(visitor, "token", request.token);
    }
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<StopRequest> auto& request)
{
    visitor.text("run", request.run, kRunIdRule);
    visitor.optionalInteger("host", request.host, -1, kMaxHostIndex);
    visitor.number("grace_seconds", request.graceSeconds, {0, 3600});
    if (visitor.reads())
        checkRun(visitor, "run", request.run);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<RunReference> auto& reference)
{
    visitor.text("run", reference.run, kRunIdRule);
    visitor.optionalInteger("host", reference.host, -1, kMaxHostIndex);
    if (visitor.reads())
        checkRun(visitor, "run", reference.run);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<FollowRequest> auto& request)
{
    visitor.text("run", request.run, kRunIdRule);
    visitor.optionalInteger("host", request.host, -1, kMaxHostIndex);
    visitor.text("file", request.file, kPathRule);
    visitor.integer("offset", request.offset, 0, kMaxOffset);
    if (visitor.reads()) {
        checkRun(visitor, "run", request.run);
        checkFile(visitor, "file", request.file);
    }
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<EndedMessage> auto& message)
{
    visitor.integer("size", message.size, 0, kMaxOffset);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<CheckpointReference> auto& reference)
{
    visitor.text("run", reference.run, kRunIdRule);
    visitor.optionalInteger("host", reference.host, -1, kMaxHostIndex);
    visitor.text("checkpoint", reference.checkpoint, kPathRule);
    if (!visitor.reads())
        return;
    checkRun(visitor, "run", reference.run);
    if (!stepOfCheckpointFolder(reference.checkpoint))
        refuse(visitor, "checkpoint", LOCKSTEP_TEXT("found %1, expected checkpoints/step-<8 digits>."),
               quotedText(reference.checkpoint));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<ProgressMessage> auto& message)
{
    visitor.integer("done_bytes", message.done, 0, kMaxOffset);
    visitor.integer("total_bytes", message.total, 0, kMaxOffset);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<CheckedMessage> auto& message)
{
    visitor.object("damage", message.damage);
    visitor.text("folder", message.folder, kPathRule);
    visitor.integer("bytes", message.bytes, 0, kMaxOffset);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<RunList> auto& list)
{
    visitor.list("runs", list.runs, kMaxRuns);
}

std::string toJson(const AttachHello& message)
{
    return writeOneLine(message);
}
std::string toJson(const AttachWelcome& message)
{
    return writeOneLine(message);
}
std::string toJson(const SubmitRequest& message)
{
    return writeOneLine(message);
}
std::string toJson(const SubmittedReply& message)
{
    return writeOneLine(message);
}
std::string toJson(const StartRequest& message)
{
    return writeOneLine(message);
}
std::string toJson(const StopRequest& message)
{
    return writeOneLine(message);
}
std::string toJson(const RunReference& message)
{
    return writeOneLine(message);
}
std::string toJson(const FollowRequest& message)
{
    return writeOneLine(message);
}
std::string toJson(const EndedMessage& message)
{
    return writeOneLine(message);
}
std::string toJson(const CheckpointReference& message)
{
    return writeOneLine(message);
}
std::string toJson(const ProgressMessage& message)
{
    return writeOneLine(message);
}
std::string toJson(const CheckedMessage& message)
{
    return writeOneLine(message);
}
std::string toJson(const RunState& message)
{
    return writeOneLine(message);
}
std::string toJson(const std::vector<RunState>& message)
{
    return writeOneLine(RunList{message});
}
std::string toJson(const Error& message)
{
    return writeOneLine(message);
}
std::string toJson(const Sentence& message)
{
    return writeOneLine(message);
}

template <typename Message>
Result<Message> parseMessage(std::string_view json)
{
    return readMessage<Message>(json, kMaxFramePayload);
}
template <>
Result<std::vector<RunState>> parseMessage(std::string_view json)
{
    Result<RunList> list = readMessage<RunList>(json, kMaxFramePayload);
    if (!list.ok())
        return list.error();
    return std::move(list->runs);
}
template Result<AttachHello> parseMessage(std::string_view);
template Result<AttachWelcome> parseMessage(std::string_view);
template Result<SubmitRequest> parseMessage(std::string_view);
template Result<SubmittedReply> parseMessage(std::string_view);
template Result<StartRequest> parseMessage(std::string_view);
template Result<StopRequest> parseMessage(std::string_view);
template Result<RunReference> parseMessage(std::string_view);
template Result<FollowRequest> parseMessage(std::string_view);
template Result<EndedMessage> parseMessage(std::string_view);
template Result<CheckpointReference> parseMessage(std::string_view);
template Result<ProgressMessage> parseMessage(std::string_view);
template Result<CheckedMessage> parseMessage(std::string_view);
template Result<RunState> parseMessage(std::string_view);
template Result<Sentence> parseMessage(std::string_view);

Error parseError(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxFramePayload});
    if (!document.ok())
        return document.error();
    Error sent;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::Refuse, error);
    describe(reader, sent);
    return error.value_or(sent);
}

bool isNumericAddress(std::string_view text)
{
    std::array<unsigned char, sizeof(in6_addr)> address{};
    const std::string terminated(text);
    return inet_pton(AF_INET, terminated.c_str(), address.data()) == 1 ||
           inet_pton(AF_INET6, terminated.c_str(), address.data()) == 1;
}

bool isToken(std::string_view text)
{
    const auto isHex = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    return text.size() == 64 && std::all_of(text.begin(), text.end(), isHex);
}

} // namespace lockstep
