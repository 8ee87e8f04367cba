// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/lease_message.h"

#include "engine/core/error.h"
#include "engine/protocol/attach_messages.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

constexpr std::size_t kMaxMessageBytes = 64u << 10;
constexpr const char* kKindNames[] = {"done", "failed", "stop", "ended", "restart", "lost", "gone"};
/// The kinds after these are only made here, never believed.
constexpr std::size_t kSentKinds = 5;

} // namespace

std::string toJson(const LeaseMessage& message)
{
    const nlohmann::json document = {{"kind", kKindNames[static_cast<int>(message.kind)]},
                                     {"strength", static_cast<int>(message.cause.strength)},
                                     {"exitCode", message.cause.exitCode},
                                     {"culprit", message.cause.culprit},
                                     {"message", nlohmann::json::parse(toJson(message.cause.message))},
                                     {"graceSeconds", message.graceSeconds}};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<LeaseMessage> parseLeaseMessage(std::string_view json)
{
    const Error refused{LOCKSTEP_TEXT("A message from another supervisor could not be understood."), {}, {}};
    if (json.size() > kMaxMessageBytes)
        return refused;
    try {
        const auto document = nlohmann::json::parse(json);
        const auto kind = document.at("kind").get<std::string>();
        const auto sentEnd = std::begin(kKindNames) + kSentKinds;
        const auto known = std::find(std::begin(kKindNames), sentEnd, kind);
        const int strength = document.at("strength").get<int>();
        if (known == sentEnd || strength < 0 || strength > static_cast<int>(CauseStrength::Origin))
            return refused;
        LeaseMessage message;
        message.kind = static_cast<LeaseMessage::Kind>(known - std::begin(kKindNames));
        message.cause = {
            static_cast<CauseStrength>(strength), std::clamp(document.at("exitCode").get<int>(), 0, 255),
            std::clamp(document.at("culprit").get<int>(), -1, 65535),
            valueOrThrow(parseMessage<Sentence>(document.at("message").dump()), ExitCode::Failure), 0};
        message.graceSeconds = std::clamp(document.at("graceSeconds").get<double>(), 0.0, 3600.0);
        return message;
    } catch (const nlohmann::json::exception&) {
        return refused;
    } catch (const EngineError&) {
        return refused;
    }
}

} // namespace lockstep
