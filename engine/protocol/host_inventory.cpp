// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/host_inventory.h"

#include "engine/protocol/message_descriptions.h"

#include <algorithm>
#include <limits>

namespace lockstep {
namespace {

constexpr std::size_t kMaxKeptRuns = 8192;
constexpr std::size_t kMaxDeployments = 1024;
constexpr int kMaxItems = 1 << 22;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 62;
constexpr std::size_t kHashDigits = 64;
constexpr std::string_view kUnfinished = ".tmp-";
constexpr TextRule kNameRule{TextRule::Form::Word, 128, 1};

bool isHexadecimal(std::string_view text)
{
    return !text.empty() &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

std::string_view toString(DeploymentKind kind)
{
    return kind == DeploymentKind::Engine ? "engine" : "libraries";
}

std::string_view toString(DeploymentUse use)
{
    switch (use) {
    case DeploymentUse::Arriving:
        return "arriving";
    case DeploymentUse::Running:
        return "running";
    default:
        return "none";
    }
}

bool isDeploymentName(std::string_view name)
{
    if (name.starts_with(kUnfinished))
        return name.size() <= 2 * kHashDigits && isHexadecimal(name.substr(kUnfinished.size()));
    return name.size() == kHashDigits && isHexadecimal(name);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<KeptRun> auto& run)
{
    visitor.object("state", run.state);
    visitor.integer("processes", run.processes, 0, kMaxItems);
    visitor.integer("bytes", run.bytes, 0, kMaxBytes);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<DeploymentReference> auto& reference)
{
    visitor.choice("kind", reference.kind, {DeploymentKind::Engine, DeploymentKind::Libraries});
    visitor.text("name", reference.name, kNameRule);
    if (visitor.reads() && !isDeploymentName(reference.name))
        refuse(visitor, "name",
               LOCKSTEP_TEXT("found %1, expected 64 hexadecimal digits, or .tmp- with some behind it."),
               quotedText(reference.name));
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Deployment> auto& deployment)
{
    visitor.object("deployment", deployment.reference);
    visitor.integer("bytes", deployment.bytes, 0, kMaxBytes);
    visitor.integer("arrived_ms", deployment.arrivedMs, 0, std::numeric_limits<std::int64_t>::max());
    visitor.choice("use", deployment.use,
                   {DeploymentUse::None, DeploymentUse::Arriving, DeploymentUse::Running});
    visitor.texts("runs", deployment.runs, kRunIdRule, kMaxKeptRuns);
    if (visitor.reads())
        for (std::size_t i = 0; i < deployment.runs.size(); ++i)
            checkRun(visitor, joinKey("runs", std::to_string(i)), deployment.runs[i]);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<HostInventory> auto& inventory)
{
    visitor.list("runs", inventory.runs, kMaxKeptRuns);
    visitor.integer("omitted", inventory.omitted, 0, kMaxItems);
    visitor.list("deployments", inventory.deployments, kMaxDeployments);
}

std::string toJson(const DeploymentReference& message)
{
    return writeOneLine(message);
}
std::string toJson(const HostInventory& message)
{
    return writeOneLine(message);
}

template <>
Result<DeploymentReference> parseMessage(std::string_view json)
{
    return readMessage<DeploymentReference>(json, kMaxFramePayload);
}
template <>
Result<HostInventory> parseMessage(std::string_view json)
{
    return readMessage<HostInventory>(json, kMaxFramePayload);
}

} // namespace lockstep
