// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_level.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

namespace {

/// A level that stands further behind is a word of the text.
constexpr qsizetype kLookAhead = 96;

bool isUpper(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

/// By byte: whether it is part of a word.
constexpr std::array<bool, 256> kWordBytes = [] {
    std::array<bool, 256> bytes{};
    for (const char byte :
         std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))
        bytes[static_cast<unsigned char>(byte)] = true;
    return bytes;
}();

bool isWord(char byte)
{
    return kWordBytes[static_cast<unsigned char>(byte)];
}

std::optional<LogLevel> levelNamed(std::string_view word)
{
    using enum LogLevel;
    static constexpr std::array kNames = {
        std::pair<std::string_view, LogLevel>{"DEBUG", Debug},
        std::pair<std::string_view, LogLevel>{"TRACE", Debug},
        std::pair<std::string_view, LogLevel>{"INFO", Info},
        std::pair<std::string_view, LogLevel>{"WARN", Warning},
        std::pair<std::string_view, LogLevel>{"WARNING", Warning},
        std::pair<std::string_view, LogLevel>{"ERROR", Error},
        std::pair<std::string_view, LogLevel>{"CRITICAL", Error},
        std::pair<std::string_view, LogLevel>{"FATAL", Error},
    };
    const auto found = std::ranges::find(kNames, word, &std::pair<std::string_view, LogLevel>::first);
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

/// The first whole word in capitals that names a level.
std::optional<LogLevel> levelWord(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isWord(text[at]))
            ++at;
        if (at - begin >= 4 && at - begin <= 8 && isUpper(text[begin])) {
            if (const auto level = levelNamed(text.substr(begin, at - begin)))
                return level;
        }
        at += at == begin ? 1 : 0;
    }
    return std::nullopt;
}

std::optional<LogLevel> glogLevel(std::string_view text)
{
    switch (text.front()) {
    case 'D':
        return LogLevel::Debug;
    case 'I':
        return LogLevel::Info;
    case 'W':
        return LogLevel::Warning;
    case 'E':
    case 'F':
        return LogLevel::Error;
    default:
        return std::nullopt;
    }
}

/// "RuntimeError: ..." at the left margin: an exception's last line; "UserWarning: ..." likewise.
std::optional<LogLevel> exceptionLevel(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    if (colon == std::string_view::npos ||
        !std::ranges::all_of(name, [](char byte) { return isWord(byte) || byte == '.'; }))
        return std::nullopt;
    if (name == "error" || name == "fatal" || name.ends_with("Error") || name.ends_with("Exception"))
        return LogLevel::Error;
    if (name == "warning" || name.ends_with("Warning"))
        return LogLevel::Warning;
    return std::nullopt;
}

} // namespace

std::optional<LogLevel> levelOf(QByteArrayView line)
{
    return levelOf(line, timeOf(line));
}

std::optional<LogLevel> levelOf(QByteArrayView line, const std::optional<LineTime>& time)
{
    const QByteArrayView head = line.first(std::min(line.size(), kLookAhead));
    std::string_view text(head.data(), static_cast<std::size_t>(head.size()));
    if (time && time->bytes <= head.size()) {
        // Where glog has its letter, the clock stands five bytes behind it.
        constexpr qsizetype kGlogClock = 6;
        const std::size_t bracket = text.rfind('[', static_cast<std::size_t>(time->bytes));
        const std::size_t first = bracket == std::string_view::npos ? 0 : bracket + 1;
        if (isUpper(text[first]) && time->bytes > static_cast<qsizetype>(first) + kGlogClock)
            return glogLevel(text.substr(first));
        text.remove_prefix(static_cast<std::size_t>(time->bytes));
        text.remove_prefix(std::min(text.find_first_not_of(" ]"), text.size()));
    }
    if (text.starts_with("Traceback (most recent call last)"))
        return LogLevel::Error;
    if (const auto level = exceptionLevel(text))
        return level;
    return levelWord(text);
}

bool continuesLine(QByteArrayView line)
{
    return !line.isEmpty() && (line[0] == ' ' || line[0] == '\t');
}

} // namespace lockstep
