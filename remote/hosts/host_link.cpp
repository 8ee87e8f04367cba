// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/host_link.h"

#include "remote/attach/local_channel.h"
#include "remote/bundle/bundle.h"
#include "remote/hosts/library_transfer.h"
#include "remote/hosts/upload_watch.h"
#include "remote/ssh/data_upload.h"
#include "remote/ssh/deployment.h"
#include "remote/ssh/ssh_channel.h"
#include "remote/ssh/ssh_session.h"

#include <QDir>
#include <QStandardPaths>
#include <pwd.h>

namespace lockstep {

namespace {

std::string ownUser()
{
    passwd entry{};
    passwd* found = nullptr;
    char buffer[4096];
    ::getpwuid_r(::geteuid(), &entry, buffer, sizeof buffer, &found);
    return found != nullptr ? found->pw_name : "root";
}

SshOptions sshOptions(const RemoteOptions& remote)
{
    SshOptions options;
    const QString home = QDir::homePath();
    options.ownKnownHostsFile =
        (remote.ownKnownHostsFile.isEmpty()
             ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                   QStringLiteral("/lockstep/known_hosts")
             : remote.ownKnownHostsFile)
            .toStdString();
    options.userConfig = (home + QStringLiteral("/.ssh/config")).toStdString();
    options.systemConfig = "/etc/ssh/ssh_config";
    options.home = home.toStdString();
    options.localUser = ownUser();
    for (const QString& file : remote.knownHostsFiles)
        options.knownHostsFiles.push_back(file.toStdString());
    for (const char* name : {"/.ssh/id_ed25519", "/.ssh/id_ecdsa", "/.ssh/id_rsa"})
        options.standardIdentityFiles.push_back((home + QLatin1String(name)).toStdString());
    for (const QString& file : remote.identityFiles)
        options.identityFiles.push_back(file.toStdString());
    options.useAgent = remote.useAgent;
    return options;
}

std::variant<HostLink, HostFailed> openLocal(const HostLinkOptions& options)
{
    auto channel = LocalChannel::open(options.remote.engine.toStdString(), {"attach"});
    if (!channel)
        return HostFailed{channel.error(), ExitCode::HostUnreachable};
    return HostLink{std::make_unique<AttachClient>(std::move(channel.value()), options.host.name), "", "",
                    ""};
}

std::variant<HostLink, HostFailed> openRehearsed(const HostLinkOptions& options)
{
    auto channel = options.rehearsal->attach(options.host, options.remote.engine.toStdString());
    if (!channel)
        return HostFailed{channel.error(), ExitCode::HostUnreachable};
    return HostLink{std::make_unique<AttachClient>(std::move(channel.value()), options.host.name), "",
                    options.rehearsal->addressOf(options.host), ""};
}

Result<void> deliver(SshSession& session, const DataPayload& data, const std::function<void(HostEvent)>& sink)
{
    UploadWatch upload(sink, HostDeploying::Load::Data);
    const auto there = uploadData(
        session, data, [&upload](std::uint64_t done, std::uint64_t total) { upload.advance(done, total); });
    if (!there)
        return there.error();
    sink(HostHasData{!there.value().uploaded});
    return {};
}

} // namespace

std::variant<HostLink, HostFailed> openLink(const HostLinkOptions& options, Prompter& prompter,
                                            SecretStore& secrets, const WakeFlag& interrupt,
                                            const std::function<void(HostEvent)>& sink)
{
    sink(HostConnecting{});
    if (options.rehearsal)
        return openRehearsed(options);
    if (options.host.connection == Connection::Local)
        return openLocal(options);
    const auto bundle = readBundle(options.remote.bundleFolder);
    if (!bundle)
        return HostFailed{bundle.error(), ExitCode::DeployFailed};
    const SshTarget target{options.host.address, options.host.port, options.host.user};
    auto session = SshSession::connect(target, sshOptions(options.remote), prompter, secrets, interrupt,
                                       [&sink](const Sentence& reason) { sink(HostConnecting{reason}); });
    if (!session)
        return HostFailed{session.error(), ExitCode::HostUnreachable};

    UploadWatch upload(sink, HostDeploying::Load::Engine);
    const auto deployed =
        deploy(*session.value(), bundle.value(), options.preferredBundle,
               [&upload](std::uint64_t done, std::uint64_t total) { upload.advance(done, total); });
    if (!deployed)
        return HostFailed{deployed.error(), ExitCode::DeployFailed};
    if (options.data)
        if (const auto delivered = deliver(*session.value(), *options.data, sink); !delivered)
            return HostFailed{delivered.error(), ExitCode::DeployFailed};
    const std::string& loader = bundle.value().loader;
    const auto provided =
        provideLibraries(*session.value(), engineCommand(deployed.value().hash, loader, "libraries"), options,
                         upload.bytesPerSecond(), prompter, sink);
    if (!provided)
        return HostFailed{provided.error(), ExitCode::DeployFailed};

    HostLink link;
    link.localAddress = localAddressOf(session.value()->socket());
    link.peerAddress = peerAddressOf(session.value()->socket());
    link.bundle = deployed.value().hash;
    auto channel = SshChannel::open(std::move(session.value()), engineCommand(link.bundle, loader, "attach"));
    if (!channel)
        return HostFailed{channel.error(), ExitCode::HostUnreachable};
    link.client = std::make_unique<AttachClient>(std::move(channel.value()), target.address());
    return link;
}

} // namespace lockstep
