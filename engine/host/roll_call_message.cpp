// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/roll_call_message.h"

#include "engine/protocol/resume_point.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

constexpr std::size_t kMaxMessageBytes = 1u << 20;
constexpr int kMaxAttempt = 1'000'000;
constexpr const char* kHere = "here";
constexpr const char* kRoster = "roster";

bool isSound(const RollCallMessage& message)
{
    const bool isRising =
        std::ranges::adjacent_find(message.hosts, std::greater_equal()) == message.hosts.end();
    const bool isResume =
        message.resume.empty() || message.resume == kResumeLatest || stepOfCheckpoint(message.resume);
    return message.attempt >= 1 && message.attempt <= kMaxAttempt && isRising && isResume &&
           (message.hosts.empty() || message.hosts.front() >= 0);
}

} // namespace

std::string toJson(const RollCallMessage& message)
{
    const nlohmann::json document = {{"kind", message.kind == RollCallMessage::Kind::Here ? kHere : kRoster},
                                     {"attempt", message.attempt},
                                     {"resume", message.resume},
                                     {"hosts", message.hosts}};
    return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<RollCallMessage> parseRollCallMessage(std::string_view json)
{
    if (json.size() > kMaxMessageBytes)
        return std::nullopt;
    try {
        const auto document = nlohmann::json::parse(json);
        const auto kind = document.at("kind").get<std::string>();
        RollCallMessage message;
        message.kind = kind == kHere ? RollCallMessage::Kind::Here : RollCallMessage::Kind::Decided;
        message.attempt = document.at("attempt").get<int>();
        message.resume = document.at("resume").get<std::string>();
        message.hosts = document.at("hosts").get<Roster>();
        if ((kind != kHere && kind != kRoster) || !isSound(message))
            return std::nullopt;
        return message;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

} // namespace lockstep
