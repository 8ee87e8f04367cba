// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/config_file.h"

#include "engine/protocol/descriptor.h"

#include <QFile>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace lockstep {

namespace {

constexpr std::size_t kMaxBytes = 4u << 20;
constexpr std::string_view kBlank = " \t\r\f";

void skipBlanks(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
}

/// The keyword ends at a blank or '='; one '=' may stand between it and the arguments.
std::string takeKeyword(std::string_view& rest)
{
    skipBlanks(rest);
    const bool isQuoted = rest.starts_with('"');
    if (isQuoted)
        rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find_first_of(isQuoted ? "\"" : " \t\r\f="), rest.size());
    std::string keyword(rest.substr(0, end));
    rest.remove_prefix(std::min(end + (isQuoted ? 1 : 0), rest.size()));
    skipBlanks(rest);
    if (rest.starts_with('=')) {
        rest.remove_prefix(1);
        skipBlanks(rest);
    }
    std::ranges::transform(keyword, keyword.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return keyword;
}

/// One argument with OpenSSH's quotes and escapes; false when a quotation does not end.
bool takeArgument(std::string_view& rest, std::string& argument)
{
    char quote = '\0';
    while (!rest.empty()) {
        const char c = rest.front();
        if (quote == '\0' && kBlank.find(c) != std::string_view::npos)
            break;
        rest.remove_prefix(1);
        const bool isEscape = c == '\\' && !rest.empty() &&
                              (rest.front() == '\\' || rest.front() == '"' || rest.front() == '\'' ||
                               (quote == '\0' && rest.front() == ' '));
        if (isEscape) {
            argument += rest.front();
            rest.remove_prefix(1);
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
        } else if (quote != '\0' && c == quote) {
            quote = '\0';
        } else {
            argument += c;
        }
    }
    return quote == '\0';
}

} // namespace

std::vector<ConfigLine> parseConfig(std::string_view text)
{
    std::vector<ConfigLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        std::string_view rest = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        skipBlanks(rest);
        if (rest.empty() || rest.starts_with('#'))
            continue;
        ConfigLine line{number, takeKeyword(rest), {}, false};
        for (skipBlanks(rest); !rest.empty() && !rest.starts_with('#') && !line.isDamaged; skipBlanks(rest)) {
            line.arguments.emplace_back();
            line.isDamaged = !takeArgument(rest, line.arguments.back());
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Result<std::optional<std::string>> readConfig(const std::string& path, ConfigOwner owner)
{
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!descriptor && errno == ENOENT)
        return std::optional<std::string>();
    const auto refuse = [](const std::string& reason) { return Error{"%1", {reason}, ""}; };
    struct stat status {};
    if (!descriptor || ::fstat(descriptor.get(), &status) != 0)
        return refuse(std::strerror(errno));
    const bool isOurs = status.st_uid == 0 || status.st_uid == ::geteuid();
    if (owner == ConfigOwner::User && (!isOurs || (status.st_mode & 022) != 0))
        return refuse(LOCKSTEP_TEXT("others may write to it"));
    QFile file;
    if (!file.open(descriptor.get(), QIODevice::ReadOnly))
        return refuse(file.errorString().toStdString());
    const QByteArray text = file.read(static_cast<qint64>(kMaxBytes) + 1);
    if (file.error() != QFileDevice::NoError)
        return refuse(file.errorString().toStdString());
    if (static_cast<std::size_t>(text.size()) > kMaxBytes)
        return refuse(LOCKSTEP_TEXT("larger than 4 MiB"));
    return std::optional(text.toStdString());
}

} // namespace lockstep
