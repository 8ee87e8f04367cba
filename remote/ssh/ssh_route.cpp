// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_route.h"

#include "remote/ssh/client_config.h"
#include "remote/ssh/file_name_tokens.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int kStandardPort = 22;

Error behindProxy(const SshTarget& target, const ClientSettings::Proxy& proxy)
{
    return {
        LOCKSTEP_TEXT("%1 is reached over another host or command (%2, %3), which this program does not do. "
                      "Give it an address that this computer reaches directly, or write %4 none for that "
                      "address there."),
        {target.address(), proxy.directive, proxy.file + ':' + std::to_string(proxy.line),
         proxy.directive.substr(0, proxy.directive.find(' '))},
        ""};
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
    if (settings.proxy)
        return behindProxy(target, *settings.proxy);
    SshRoute route;
    route.target = targetOf(target, settings, options.localUser);
    route.identityFiles = identityFilesOf(settings, route.target, options);
    route.usesAgent = options.useAgent && !settings.usesIdentitiesOnly;
    return route;
}

} // namespace lockstep
