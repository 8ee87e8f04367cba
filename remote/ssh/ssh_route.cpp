// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_route.h"

#include "remote/ssh/client_config.h"
#include "remote/ssh/file_name_tokens.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockstep {

namespace {

constexpr int kStandardPort = 22;

Error behindCommand(const SshTarget& target, const ClientSettings::Proxy& proxy)
{
    return {
        LOCKSTEP_TEXT("%1 is reached over a command (%2, %3), which this program does not run. Use ProxyJump "
                      "there, give the host an address that this computer reaches directly, or write "
                      "ProxyCommand none for that address."),
        {target.address(), proxy.directive, proxy.file + ':' + std::to_string(proxy.line)},
        ""};
}

/// "anna@bastion:2222", "bastion", "[fd00::1]:22", "ssh://bastion:22". Nothing where it is none of these.
std::optional<SshTarget> jumpIn(std::string_view text)
{
    constexpr std::string_view kScheme = "ssh://";
    if (text.starts_with(kScheme))
        text.remove_prefix(kScheme.size());
    SshTarget jump;
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        jump.user = text.substr(0, at);
        text.remove_prefix(at + 1);
    }
    const bool isBracketed = text.starts_with('[');
    const std::size_t close = isBracketed ? text.find(']') : 0;
    if (close == std::string_view::npos)
        return std::nullopt;
    const std::size_t colon = text.find(':', close);
    jump.host = isBracketed ? text.substr(1, close - 1) : text.substr(0, colon);
    if (colon != std::string_view::npos) {
        const std::string_view port = text.substr(colon + 1);
        const auto [end, failure] = std::from_chars(port.data(), port.data() + port.size(), jump.port);
        if (failure != std::errc{} || end != port.data() + port.size())
            return std::nullopt;
    }
    return checkTarget(jump) ? std::optional(jump) : std::nullopt;
}

Result<std::vector<SshTarget>> jumpsOf(const SshTarget& target, const ClientSettings::Proxy& proxy)
{
    std::vector<SshTarget> jumps;
    for (std::string_view rest = proxy.jumps; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(','));
        const auto jump = jumpIn(one);
        if (!jump)
            return Error{
                LOCKSTEP_TEXT("The way to %1 names no host: %2 (%3). Expected ProxyJump user@host:port."),
                {target.address(), proxy.directive, proxy.file + ':' + std::to_string(proxy.line)},
                ""};
        jumps.push_back(*jump);
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
    return jumps;
}

SshTarget targetOf(SshTarget target, const ClientSettings& settings, const std::string& localUser)
{
    if (!settings.hostName.empty() && settings.hostName != target.host) {
        target.alias = target.host;
        target.host = settings.hostName;
    }
    if (target.user.empty())
        target.user = settings.user.empty() ? localUser : settings.user;
    if (target.port == kStandardPort && settings.port != 0)
        target.port = settings.port;
    return target;
}

/// Names that hold what is not known here are left out: the log-in says which files it tried.
std::vector<std::string> identityFilesOf(const ClientSettings& settings, const SshTarget& target,
                                         const SshOptions& options)
{
    std::vector<std::string> files = options.identityFiles;
    for (const ClientSettings::Value& value : settings.identityFiles) {
        const auto file = expandFileName(value.arguments.front(), target, options, "");
        const bool isNone = value.arguments.front() == "none";
        if (!isNone && file && std::find(files.begin(), files.end(), *file) == files.end())
            files.push_back(*file);
    }
    const bool areNamed = !options.identityFiles.empty() || !settings.identityFiles.empty();
    return areNamed ? files : options.standardIdentityFiles;
}

} // namespace

Result<SshRoute> routeTo(const SshTarget& target, const SshOptions& options)
{
    const ClientSettings settings =
        readClientSettings(options.userConfig, options.systemConfig, target, options.home, options.localUser);
    SshRoute route;
    if (settings.proxy && settings.proxy->jumps.empty())
        return behindCommand(target, *settings.proxy);
    if (settings.proxy) {
        auto jumps = jumpsOf(target, *settings.proxy);
        if (!jumps)
            return jumps.error();
        route.jumps = std::move(*jumps);
    }
    route.target = targetOf(target, settings, options.localUser);
    route.identityFiles = identityFilesOf(settings, route.target, options);
    route.usesAgent = options.useAgent && !settings.usesIdentitiesOnly;
    return route;
}

} // namespace lockstep
