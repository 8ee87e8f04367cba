// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/copy_message.h"

#include "engine/protocol/json_reader.h"
#include "engine/protocol/json_writer.h"
#include "engine/protocol/message_descriptions.h"

#include <limits>

namespace lockstep {
namespace {

constexpr std::size_t kMaxHeaderBytes = 256u << 10;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr TextRule kFileRule{TextRule::Form::Line, 256};
} // namespace

std::string_view toString(CopyMessage::Kind kind)
{
    switch (kind) {
    case CopyMessage::Kind::Holdings:
        return "holdings";
    case CopyMessage::Kind::Read:
        return "read";
    case CopyMessage::Kind::Piece:
        return "piece";
    case CopyMessage::Kind::Refused:
        return "refused";
    }
    return {};
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<CopyMessage> auto& message)
{
    using Kind = CopyMessage::Kind;
    visitor.choice("kind", message.kind, {Kind::Holdings, Kind::Read, Kind::Piece, Kind::Refused});
    if (message.kind == Kind::Holdings) {
        visitor.integers("steps", message.steps, 0, kMost, kMostHoldings);
        visitor.boolean("last", message.last);
        return;
    }
    visitor.integer("step", message.step, 0, kMost);
    if (message.kind == Kind::Refused)
        return visitor.object("problem", message.problem);
    visitor.text("file", message.file, kFileRule);
    visitor.integer("offset", message.offset, 0, kMost);
}

std::string encode(const CopyMessage& message)
{
    return writeOneLine(message) + '\n' + message.bytes;
}

Result<CopyMessage> parseCopyMessage(std::string_view text)
{
    const Error refused{
        LOCKSTEP_TEXT("What another supervisor said of checkpoints could not be understood."), {}, {}};
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
        return refused;
    auto message = readMessage<CopyMessage>(text.substr(0, end), kMaxHeaderBytes);
    const std::string_view bytes = text.substr(end + 1);
    if (!message || bytes.size() > kCopyPieceBytes ||
        (!bytes.empty() && message->kind != CopyMessage::Kind::Piece))
        return refused;
    message->bytes = bytes;
    return message;
}

} // namespace lockstep
