// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/card/canvas_card.h"

#include "app/document/quantities.h"
#include "app/text/error_text.h"
#include "engine/protocol/process_placement.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <string_view>

namespace lockstep {

namespace {

/// So many GPUs are written out as "GPU 0"; more as their numbers alone.
constexpr int kFewGpus = 3;

struct Cards {
    Q_DECLARE_TR_FUNCTIONS(lockstep::CanvasCard)
};

QString addressOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return Cards::tr("local");
    if (host.address.empty())
        return Cards::tr("no address yet");
    const QString address = QString::fromStdString(host.address);
    return host.user.empty() ? address : QString::fromStdString(host.user) + u'@' + address;
}

QString ranksText(const std::vector<int>& ranks)
{
    if (ranks.empty())
        return {};
    return ranks.size() == 1 ? Cards::tr("rank %1").arg(formatRanks(ranks))
                             : Cards::tr("ranks %1").arg(formatRanks(ranks));
}

QString serversText(const std::vector<int>& servers)
{
    if (servers.empty())
        return {};
    return servers.size() == 1 ? Cards::tr("server %1").arg(formatRanks(servers))
                               : Cards::tr("servers %1").arg(formatRanks(servers));
}

QString joined(const QStringList& parts)
{
    QStringList filled = parts;
    filled.removeAll(QString());
    return filled.join(QStringLiteral(" · "));
}

/// The CPU, and each GPU that the host is known to have.
std::vector<CanvasCard::Chip> chipsOf(const Host& host)
{
    const auto ranksOn = [&](Device device) {
        return std::count(host.devices.begin(), host.devices.end(), device);
    };
    int gpus = host.gpus;
    for (const Device device : host.devices) {
        if (device.kind == DeviceKind::Cuda)
            gpus = std::max(gpus, device.index + 1);
    }
    const auto chipOf = [&](const QString& name, Device device) {
        const auto ranks = ranksOn(device);
        return CanvasCard::Chip{ranks < 2 ? name : QStringLiteral("%1 × %2").arg(name).arg(ranks), device,
                                ranks > 0};
    };
    std::vector<CanvasCard::Chip> chips = {chipOf(QStringLiteral("CPU"), Device{})};
    for (int index = 0; index < gpus; ++index) {
        const Device gpu{DeviceKind::Cuda, index};
        const QString number = QString::number(index);
        chips.push_back(chipOf(gpus <= kFewGpus ? QStringLiteral("GPU ") + number : number, gpu));
    }
    return chips;
}

/// Problems by the index in their key "topology.hosts.<index>...".
std::map<std::size_t, QString> problemsByHost(const std::vector<Error>& problems)
{
    constexpr std::string_view kPrefix = "topology.hosts.";
    std::map<std::size_t, QString> byHost;
    for (const Error& problem : problems) {
        if (!problem.key.starts_with(kPrefix))
            continue;
        const QString rest = QString::fromStdString(problem.key.substr(kPrefix.size()));
        bool isIndex = false;
        const uint index = rest.section(u'.', 0, 0).toUInt(&isIndex);
        if (!isIndex)
            continue;
        QString& text = byHost[index];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + errorSentence(problem);
    }
    return byHost;
}

/// The numbers of the processes that run on a host, by role.
struct Processes {
    std::vector<int> ranks, servers;
};

CanvasCard cardOf(const Host& host, const Processes& processes, const QString& problem)
{
    CanvasCard card;
    card.id = QString::fromStdString(host.id);
    card.icon = hostIcon(host);
    card.name = QString::fromStdString(host.name.empty() ? host.id : host.name);
    card.ranks = ranksText(processes.ranks);
    const QString running = joined({card.ranks, serversText(processes.servers)});
    card.subtitle = joined({addressOf(host), running});
    card.facts = hostFacts(host);
    card.chips = chipsOf(host);
    card.isHost = true;
    card.hasProblem = !problem.isEmpty();
    QStringList lines = {joined({card.name, addressOf(host)}), card.facts};
    lines << (running.isEmpty() ? Cards::tr("No device chosen: no rank runs here.") : running) << problem;
    lines.removeAll(QString());
    card.toolTip = lines.join(u'\n');
    return card;
}

CanvasCard cardOf(const Switch& node)
{
    CanvasCard card;
    card.id = QString::fromStdString(node.id);
    card.icon = QStringLiteral("switch");
    card.name = QString::fromStdString(node.name.empty() ? node.id : node.name);
    card.subtitle =
        joined({Cards::tr("switch"), node.bandwidthMbps ? formatBandwidth(*node.bandwidthMbps) : QString()});
    card.toolTip = joined({card.name, card.subtitle});
    return card;
}

} // namespace

QString hostIcon(const Host& host)
{
    if (host.connection == Connection::Local)
        return QStringLiteral("host-local");
    const bool hasGpu =
        host.gpus > 0 || std::any_of(host.devices.begin(), host.devices.end(),
                                     [](Device device) { return device.kind == DeviceKind::Cuda; });
    return hasGpu ? QStringLiteral("host-gpu") : QStringLiteral("host-cpu");
}

QString hostFacts(const Host& host)
{
    return joined({QString::fromStdString(host.facts), QString::fromStdString(host.region),
                   QString::fromStdString(host.image)});
}

QString CanvasCard::description() const
{
    QStringList lines = {toolTip};
    for (const QString& notice : notices.split(u'\n', Qt::SkipEmptyParts)) {
        if (!toolTip.contains(notice))
            lines << notice;
    }
    if (isHost)
        lines << lampSentence(lamp);
    if (!badge.text.isEmpty())
        lines << Cards::tr("In this rehearsal: %1").arg(badge.text);
    return lines.join(u'\n');
}

QString CanvasCard::liveDescription() const
{
    const QString load = loadDescription(lamp.load);
    return load.isEmpty() ? description() : description() + u'\n' + load;
}

std::vector<CanvasCard> canvasCards(const Experiment& experiment, const std::vector<Error>& problems)
{
    const Topology& topology = experiment.topology;
    std::vector<Processes> processes(topology.hosts.size());
    for (const Placement& placement : placeProcesses(experiment)) {
        Processes& onHost = processes[placement.host];
        (placement.role == Role::Rank ? onHost.ranks : onHost.servers).push_back(placement.rank);
    }
    const std::map<std::size_t, QString> byHost = problemsByHost(problems);
    std::vector<CanvasCard> cards;
    cards.reserve(topology.hosts.size() + topology.switches.size());
    for (std::size_t index = 0; index < topology.hosts.size(); ++index) {
        const auto problem = byHost.find(index);
        cards.push_back(cardOf(topology.hosts[index], processes[index],
                               problem == byHost.end() ? QString() : problem->second));
    }
    for (const Switch& node : topology.switches)
        cards.push_back(cardOf(node));
    return cards;
}

} // namespace lockstep
