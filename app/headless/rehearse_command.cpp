// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/rehearse_command.h"

#include "app/headless/check_command.h"
#include "app/headless/headless.h"
#include "app/headless/headless_run.h"
#include "app/settings/program_paths.h"
#include "app/text/error_text.h"
#include "remote/rehearsal/rehearsal.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cstdio>

namespace lockstep {

namespace {

void say(const QString& text)
{
    std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

QString kindText(StageKind kind)
{
    return kind == StageKind::User
               ? QCoreApplication::translate("Headless", "network namespaces, without root's rights")
               : QCoreApplication::translate("Headless", "network namespaces, as root");
}

void announceLoopback(int hosts)
{
    say(QCoreApplication::translate(
        "Headless", "Rehearsal on this computer: %n host(s) as processes that share its network.", nullptr,
        hosts));
    say(QCoreApplication::translate(
        "Headless", "Nothing holds the links back: this computer lets nobody make networks, so the times on "
                    "the network are not those of the drawn cluster."));
}

void announce(const Experiment& drawn, const Rehearsal& rehearsal)
{
    const auto hosts = static_cast<int>(drawn.topology.hosts.size());
    if (rehearsal.kind() == StageKind::Loopback) {
        announceLoopback(hosts);
        return;
    }
    say(QCoreApplication::translate(
            "Headless",
            "This is a rehearsal: %n host(s) on this computer, over links with the drawn "
            "bandwidths and latencies (%1). All of it ends with this command.",
            nullptr, hosts)
            .arg(kindText(rehearsal.kind())));
    const bool hasGpus = std::ranges::any_of(drawn.topology.hosts, [](const Host& host) {
        return std::ranges::any_of(host.devices,
                                   [](const Device& device) { return device.kind == DeviceKind::Cuda; });
    });
    if (hasGpus)
        say(QCoreApplication::translate("Headless",
                                        "The ranks of GPUs compute on this computer's processors: only "
                                        "the times on the network are those of the drawn cluster."));
}

} // namespace

int runRehearsal(const CommandLine& line)
{
    const Result<Experiment> drawn = readExperiment(line.target, line.values);
    if (!drawn)
        return refuse(drawn.error(), ExitCode::InvalidExperiment);
    const Experiment experiment = rehearsedExperiment(*drawn);
    if (const std::vector<Error> errors = checkExperiment(experiment); !errors.empty()) {
        printErrors(errors);
        return static_cast<int>(ExitCode::InvalidExperiment);
    }
    const QString stage = QFileInfo(programPaths().engine).dir().filePath(QStringLiteral("lockstep-stage"));
    auto rehearsal = Rehearsal::open(stage.toStdString(), experiment.topology);
    if (!rehearsal)
        return refuse(rehearsal.error(), ExitCode::HostUnreachable);
    announce(*drawn, **rehearsal);
    HeadlessRun run(remoteOptionsOf(line), line.json ? HeadlessRun::Output::Json : HeadlessRun::Output::Text);
    return run.rehearse(experiment, std::move(rehearsal.value())).exitCode;
}

} // namespace lockstep
