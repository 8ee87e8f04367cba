// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_route.h"

#include "engine/protocol/address_parts.h"
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
    const AddressParts parts = partsOfAddress(text);
    SshTarget jump;
    jump.user = parts.user.value_or("");
    jump.host = parts.host;
    if (!parts.isBracketed && parts.host.find(':') != parts.host.npos)
        return std::nullopt; // as OpenSSH, which takes what is behind the first colon for the port
    if (parts.port) {
        const auto [end, failure] =
            std::from_chars(parts.port->data(), parts.port->data() + parts.port->size(), jump.port);
        if (failure != std::errc{} || end != parts.port->data() + parts.port->size())
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
