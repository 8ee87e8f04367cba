// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/file_name_tokens.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <climits>
#include <cstdlib>
#include <unistd.h>

namespace lockstep {

namespace {

std::string localHost()
{
    char name[HOST_NAME_MAX + 1] = {};
    ::gethostname(name, sizeof name - 1);
    return name;
}

/// %C: what names a connection without its characters.
std::string connectionHash(const SshTarget& target)
{
    const std::string text = localHost() + target.host + std::to_string(target.port) + target.user;
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1)
        .toHex()
        .toStdString();
}

std::optional<std::string> valueOf(char token, const SshTarget& target, const SshOptions& options,
                                   const std::string& alias)
{
    switch (token) {
    case '%':
        return "%";
    case 'C':
        return connectionHash(target);
    case 'd':
        return options.home;
    case 'h':
        return target.host;
    case 'n':
        return target.alias.empty() ? target.host : target.alias;
    case 'i':
        return std::to_string(::getuid());
    case 'k':
        return alias.empty() ? target.host : alias;
    case 'L':
        return localHost().substr(0, localHost().find('.'));
    case 'l':
        return localHost();
    case 'p':
        return std::to_string(target.port);
    case 'r':
        return target.user;
    case 'u':
        return options.localUser;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<std::string> expandFileName(const std::string& name, const SshTarget& target,
                                          const SshOptions& options, const std::string& alias)
{
    std::string answer;
    std::size_t at = 0;
    if (name == "~" || name.starts_with("~/")) {
        answer = options.home;
        at = 1;
    } else if (name.starts_with('~')) {
        return std::nullopt; // somebody else's home
    }
    while (at < name.size()) {
        std::optional<std::string> value;
        if (name[at] == '%') {
            if (at + 1 < name.size())
                value = valueOf(name[at + 1], target, options, alias);
            at += 2;
        } else if (name.compare(at, 2, "${") == 0) {
            const std::size_t end = name.find('}', at);
            const char* found =
                end == std::string::npos ? nullptr : std::getenv(name.substr(at + 2, end - at - 2).c_str());
            if (found != nullptr)
                value = found;
            at = end == std::string::npos ? name.size() : end + 1;
        } else {
            value = std::string(1, name[at++]);
        }
        if (!value)
            return std::nullopt;
        answer += *value;
    }
    return answer;
}

} // namespace lockstep
