// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/failure.h"

#include <algorithm>
#include <cstring>

namespace lockstep {

namespace {

constexpr std::size_t kMaxDetail = 200;
constexpr auto kNobody = static_cast<std::uint32_t>(-1);

struct Fixed {
    std::uint8_t kind = 0;
    CollectiveKind mineKind = CollectiveKind::None;
    CollectiveKind theirsKind = CollectiveKind::None;
    std::uint8_t reserved = 0;
    std::uint32_t culprit = 0;
    std::uint32_t finder = 0;
    std::uint32_t mineSequence = 0;
    std::uint32_t theirsSequence = 0;
    std::uint16_t mineRoot = 0;
    std::uint16_t theirsRoot = 0;
    std::uint64_t mineBytes = 0;
    std::uint64_t theirsBytes = 0;
};
static_assert(sizeof(Fixed) == 40 && sizeof(Fixed) + kMaxDetail <= kMaxFailBytes);

// The text comes from another process: one line, no control characters.
std::string printable(std::string_view text)
{
    std::string result(text.substr(0, kMaxDetail));
    // A cut inside a UTF-8 sequence takes the whole of it.
    while (text.size() > kMaxDetail && !result.empty() && (text[result.size()] & 0xc0) == 0x80)
        result.pop_back();
    std::replace_if(
        result.begin(), result.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return result;
}

const char* sentence(Failure::Kind kind)
{
    switch (kind) {
    case Failure::Kind::Closed:
        return LOCKSTEP_TEXT(
            "Rank %1 closed its connection in collective %4, %3 (noticed by rank %2). Its process "
            "has ended; its log and its host's supervisor say why.");
    case Failure::Kind::Broken:
        return LOCKSTEP_TEXT(
            "The connection to rank %1 broke in collective %4, %3 (noticed by rank %2): %5. Look at "
            "the network between the hosts and at the rank's log.");
    case Failure::Kind::Silent:
        return LOCKSTEP_TEXT(
            "Rank %1 has been silent for %5 s, in collective %4, %3 (noticed by rank %2). Its process "
            "was stopped, its host froze or the network was cut.");
    case Failure::Kind::TimedOut:
        return LOCKSTEP_TEXT(
            "Rank %1 did not do its part of collective %4, %3, for %5 s (noticed by rank %2). It "
            "lives, but is stuck in its own work; its log tells more.");
    case Failure::Kind::Aborted:
        return LOCKSTEP_TEXT("Rank %1 ended the run in collective %4, %3: %5");
    case Failure::Kind::OutOfStep:
        return LOCKSTEP_TEXT(
            "The ranks are out of step: rank %1 is in collective %6, %5 (%8 bytes), rank %2 in "
            "collective %4, %3 (%7 bytes). All ranks must run the same program.");
    case Failure::Kind::BadFrame:
        return LOCKSTEP_TEXT(
            "Rank %1 sent what cannot be, in collective %4, %3 (noticed by rank %2): %5. Its memory, "
            "its network card or something between the hosts damages data.");
    case Failure::Kind::Left:
        return LOCKSTEP_TEXT(
            "Rank %1 has finished and left, but rank %2 still needs it in collective %4, %3. All ranks "
            "must run the same program.");
    case Failure::Kind::Circle:
        return LOCKSTEP_TEXT(
            "In collective %4, %3, ranks wait for one another (%5) and no byte moves any more (noticed by "
            "rank %2). None of them is stuck in its own work: look at the network between their hosts.");
    case Failure::Kind::BrokenOff:
        return LOCKSTEP_TEXT("Collective %4, %3, was broken off: rank %1 was asked to stop.");
    case Failure::Kind::Forged:
        return LOCKSTEP_TEXT(
            "Record %5 of the encrypted connection from rank %1 to rank %2 is not what rank %1 sent, in "
            "collective %4, %3: it was changed, repeated, left out or moved on its way. Nothing of it was "
            "used. Somebody or something between their hosts interferes.");
    case Failure::Kind::Broke:
        break;
    }
    return LOCKSTEP_TEXT("Rank %1 failed in collective %4, %3: %5");
}

const char* sentenceWithServers(Failure::Kind kind)
{
    switch (kind) {
    case Failure::Kind::Closed:
        return LOCKSTEP_TEXT("Lost %1: its connection ended (noticed by %2). Its process has ended; its log "
                             "and its host's supervisor say why.");
    case Failure::Kind::Broken:
        return LOCKSTEP_TEXT("The connection to %1 broke (noticed by %2): %3. Look at the network between "
                             "the hosts and at its log.");
    case Failure::Kind::Silent:
        return LOCKSTEP_TEXT("Lost %1: it has been silent for %3 s (noticed by %2). Its process was stopped, "
                             "its host froze or the network was cut.");
    case Failure::Kind::TimedOut:
        return LOCKSTEP_TEXT("Lost %1: it did not do its part for %3 s (noticed by %2). It lives, but is "
                             "stuck in its own work; its log tells more.");
    case Failure::Kind::BadFrame:
        return LOCKSTEP_TEXT("What came from %1 cannot be (noticed by %2): %3. Its memory, its network card "
                             "or something between the hosts damages data.");
    case Failure::Kind::OutOfStep:
    case Failure::Kind::Left:
    case Failure::Kind::Circle:
        return LOCKSTEP_TEXT("Out of step: %1 is not where %2 expects it. All processes of a run must be of "
                             "the same version.");
    case Failure::Kind::BrokenOff:
        return LOCKSTEP_TEXT("The step was broken off: %1 was asked to stop.");
    case Failure::Kind::Forged:
        return LOCKSTEP_TEXT(
            "Record %3 of the encrypted connection from %1 to %2 is not what was sent: it was "
            "changed, repeated, left out or moved on its way. Nothing of it was used. "
            "Somebody or something between their hosts interferes.");
    case Failure::Kind::Aborted:
    case Failure::Kind::Broke:
        break;
    }
    return LOCKSTEP_TEXT("The run was ended by %1: %3");
}

} // namespace

Sentence memberName(int member, int ranks)
{
    return member < ranks ? Sentence(LOCKSTEP_TEXT("rank %1"), {std::to_string(member)})
                          : Sentence(LOCKSTEP_TEXT("server %1"), {std::to_string(member - ranks)});
}

Error toError(const Failure& failure, int ranks)
{
    return {sentenceWithServers(failure.kind),
            {memberName(failure.culprit, ranks), memberName(failure.finder, ranks), failure.detail},
            {}};
}

Error toError(const Failure& failure)
{
    Error error{sentence(failure.kind),
                {std::to_string(failure.culprit), std::to_string(failure.finder), toString(failure.mine.kind),
                 std::to_string(failure.mine.sequence)},
                {}};
    if (failure.kind == Failure::Kind::OutOfStep)
        error.arguments.insert(error.arguments.end(),
                               {toString(failure.theirs.kind), std::to_string(failure.theirs.sequence),
                                std::to_string(failure.mine.bytes), std::to_string(failure.theirs.bytes)});
    else
        error.arguments.push_back(failure.detail);
    return error;
}

ExitCode exitCodeOf(const Failure& failure)
{
    return failure.kind == Failure::Kind::BrokenOff ? ExitCode::Stopped : ExitCode::PeerLost;
}

std::string decimalSeconds(std::chrono::duration<double> time)
{
    std::string text = std::to_string(time.count());
    text.resize(text.find('.') + 2);
    return text;
}

std::string encode(const Failure& failure)
{
    Fixed fixed;
    fixed.kind = static_cast<std::uint8_t>(failure.kind);
    fixed.culprit = static_cast<std::uint32_t>(failure.culprit);
    fixed.finder = static_cast<std::uint32_t>(failure.finder);
    fixed.mineKind = failure.mine.kind;
    fixed.mineRoot = failure.mine.root;
    fixed.mineSequence = failure.mine.sequence;
    fixed.mineBytes = failure.mine.bytes;
    fixed.theirsKind = failure.theirs.kind;
    fixed.theirsRoot = failure.theirs.root;
    fixed.theirsSequence = failure.theirs.sequence;
    fixed.theirsBytes = failure.theirs.bytes;
    std::string payload(sizeof fixed, '\0');
    std::memcpy(payload.data(), &fixed, sizeof fixed);
    return payload + printable(failure.detail);
}

std::optional<Failure> parseFailure(std::string_view payload, int worldSize)
{
    Fixed fixed;
    if (payload.size() < sizeof fixed)
        return std::nullopt;
    std::memcpy(&fixed, payload.data(), sizeof fixed);
    const auto size = static_cast<std::uint32_t>(worldSize);
    const bool isCircle = fixed.kind == static_cast<std::uint8_t>(Failure::Kind::Circle);
    if (fixed.kind > static_cast<std::uint8_t>(Failure::kLastKind) ||
        (isCircle ? fixed.culprit != kNobody : fixed.culprit >= size) || fixed.finder >= size ||
        fixed.mineKind > kLastCollectiveKind || fixed.theirsKind > kLastCollectiveKind)
        return std::nullopt;
    Failure failure;
    failure.kind = static_cast<Failure::Kind>(fixed.kind);
    failure.culprit = static_cast<int>(fixed.culprit);
    failure.finder = static_cast<int>(fixed.finder);
    failure.mine = {fixed.mineKind, fixed.mineRoot, fixed.mineSequence, fixed.mineBytes};
    failure.theirs = {fixed.theirsKind, fixed.theirsRoot, fixed.theirsSequence, fixed.theirsBytes};
    failure.detail = printable(payload.substr(sizeof fixed));
    return failure;
}

} // namespace lockstep
