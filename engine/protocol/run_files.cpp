// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <charconv>

namespace lockstep {
namespace {

constexpr std::string_view kAttempt = "attempt-";
constexpr std::string_view kRank = "rank-";
constexpr std::string_view kHost = "host-";
constexpr std::string_view kStep = "step-";
constexpr std::string_view kJournal = ".jsonl";
constexpr std::string_view kLog = ".log";
constexpr std::size_t kStepDigits = 8;

bool take(std::string_view& text, std::string_view prefix)
{
    const bool found = text.starts_with(prefix);
    text.remove_prefix(found ? prefix.size() : 0);
    return found;
}

/// A whole number from 0 on, written as std::to_string does.
template <typename Number>
std::optional<Number> takeNumber(std::string_view& text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(end - text.data());
    const bool plain = digits == 1 || (digits > 1 && text[0] != '0');
    if (error != std::errc() || number < 0 || !plain || text[0] == '-')
        return std::nullopt;
    text.remove_prefix(digits);
    return number;
}

} // namespace

std::string attemptFolder(int attempt)
{
    return std::string(kAttempt) + std::to_string(attempt);
}

std::optional<int> attemptOf(std::string_view name)
{
    const auto attempt = take(name, kAttempt) ? takeNumber<int>(name) : std::nullopt;
    const bool ends = name.empty() || name.starts_with('/');
    return attempt && *attempt >= 1 && ends ? attempt : std::nullopt;
}

std::string runFile(const RecordFile& file)
{
    const bool ofRank = file.writer == RecordFile::Writer::Rank;
    return attemptFolder(file.attempt) + "/" + std::string(ofRank ? kRank : kHost) +
           std::to_string(file.number) +
           std::string(file.kind == RecordFile::Kind::Journal ? kJournal : kLog);
}

std::optional<RecordFile> parseRecordFile(std::string_view name)
{
    const auto attempt = attemptOf(name);
    const std::size_t slash = name.find('/');
    if (!attempt || slash == name.npos)
        return std::nullopt;
    name.remove_prefix(slash + 1);
    RecordFile file{*attempt, RecordFile::Writer::Rank, 0, RecordFile::Kind::Journal};
    if (!take(name, kRank)) {
        if (!take(name, kHost))
            return std::nullopt;
        file.writer = RecordFile::Writer::Supervisor;
    }
    const auto number = takeNumber<int>(name);
    if (!number || (name != kJournal && name != kLog))
        return std::nullopt;
    file.number = *number;
    file.kind = name == kJournal ? RecordFile::Kind::Journal : RecordFile::Kind::Log;
    return file;
}

std::string rankJournal(int attempt, int rank)
{
    return runFile({attempt, RecordFile::Writer::Rank, rank, RecordFile::Kind::Journal});
}

std::string rankLog(int attempt, int rank)
{
    return runFile({attempt, RecordFile::Writer::Rank, rank, RecordFile::Kind::Log});
}

std::string hostJournal(int attempt, int host)
{
    return runFile({attempt, RecordFile::Writer::Supervisor, host, RecordFile::Kind::Journal});
}

std::string hostLog(int attempt, int host)
{
    return runFile({attempt, RecordFile::Writer::Supervisor, host, RecordFile::Kind::Log});
}

std::string hostFolder(int host)
{
    return std::string(kHost) + std::to_string(host);
}

std::optional<int> hostOfFolder(std::string_view name)
{
    const auto host = take(name, kHost) ? takeNumber<int>(name) : std::nullopt;
    return name.empty() ? host : std::nullopt;
}

std::string checkpointName(std::int64_t step)
{
    const std::string digits = std::to_string(step);
    const std::size_t zeros = kStepDigits - std::min(kStepDigits, digits.size());
    return std::string(kStep) + std::string(zeros, '0') + digits;
}

std::optional<std::int64_t> stepOfCheckpoint(std::string_view name)
{
    std::string_view digits = name;
    std::int64_t step = 0;
    if (!take(digits, kStep))
        return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    const bool whole = error == std::errc() && end == digits.data() + digits.size() && step >= 0;
    return whole && checkpointName(step) == name ? std::optional(step) : std::nullopt;
}

std::string checkpointFolder(std::int64_t step)
{
    return std::string(kCheckpointsFolder) + "/" + checkpointName(step);
}

std::optional<std::int64_t> stepOfCheckpointFolder(std::string_view name)
{
    return take(name, kCheckpointsFolder) && take(name, "/") ? stepOfCheckpoint(name) : std::nullopt;
}

bool isRunId(std::string_view text)
{
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && text.size() <= 64 && text[0] != '-' &&
           std::all_of(text.begin(), text.end(), allowed);
}

bool isRunFile(std::string_view text)
{
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (text.empty() || text.size() > 256 || std::any_of(text.begin(), text.end(), control))
        return false;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t slash = std::min(text.find('/', begin), text.size());
        const std::string_view part = text.substr(begin, slash - begin);
        if (part.empty() || part == "." || part == "..")
            return false;
        begin = slash + 1;
    }
    return true;
}

} // namespace lockstep
