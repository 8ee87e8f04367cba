// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/host_fields.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

constexpr int kMostCpuRanks = 64;

bool isReachedBySsh(const Host& host)
{
    return host.connection == Connection::Ssh;
}

std::vector<Device> ofKind(const std::vector<Device>& devices, DeviceKind kind)
{
    std::vector<Device> some;
    std::copy_if(devices.begin(), devices.end(), std::back_inserter(some),
                 [kind](Device device) { return device.kind == kind; });
    return some;
}

/// Both kinds in one list; the kind that led it so far still does, for the order is that of the ranks.
std::vector<Device> joined(const std::vector<Device>& before, std::vector<Device> cpus,
                           std::vector<Device> gpus)
{
    const bool gpusLead = !before.empty() && before.front().kind == DeviceKind::Cuda;
    std::vector<Device> all = gpusLead ? std::move(gpus) : cpus;
    const std::vector<Device>& rest = gpusLead ? cpus : gpus;
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

QString cpuRanksText(const Host& host)
{
    return QString::number(ofKind(host.devices, DeviceKind::Cpu).size());
}

Result<void> setCpuRanks(Host& host, const QString& count)
{
    host.devices =
        joined(host.devices, std::vector<Device>(count.toUInt()), ofKind(host.devices, DeviceKind::Cuda));
    return {};
}

QString gpusText(const Host& host)
{
    QStringList indices;
    for (const Device device : ofKind(host.devices, DeviceKind::Cuda))
        indices << QString::number(device.index);
    return indices.join(u',');
}

Result<void> setGpus(Host& host, const QString& text)
{
    Result<std::vector<Device>> gpus = parseDevices(text.toStdString());
    if (!gpus)
        return gpus.error();
    if (!ofKind(*gpus, DeviceKind::Cpu).empty())
        return Error{
            LOCKSTEP_TEXT("Found cpu among the GPUs; set the CPU ranks in the field above."), {}, {}};
    host.devices = joined(host.devices, ofKind(host.devices, DeviceKind::Cpu), std::move(*gpus));
    return {};
}

} // namespace

FieldTable<Host> HostFields::reach()
{
    return {
        {"name", tr("Name"), tr("What you call this host. Its links stay when you rename it.")},
        {"connection",
         tr("Connection"),
         tr("SSH reaches a machine on the network; nothing but an SSH server needs to run there. This "
            "computer starts the ranks as processes right here."),
         {.kind = FieldKind::Choice,
          .choices = {choice(Connection::Ssh, tr("SSH")), choice(Connection::Local, tr("This computer"))}}},
        {"address",
         tr("Address"),
         tr("Host name or IP address that the SSH server answers at, such as 192.168.1.20 or gpu-1.lab."),
         {.placeholder = tr("192.168.1.20")},
         {.shown = isReachedBySsh}},
        {"port",
         tr("Port"),
         tr("Port of the SSH server, from 1 to 65535; 22 is usual."),
         {.hintOfSeveral = tr("Port of their SSH servers, from 1 to 65535; 22 is usual.")},
         {.shown = isReachedBySsh}},
        {"user",
         tr("User"),
         tr("User name on that host. Empty: the same as yours here. Keys and passwords are never written "
            "into the document."),
         {.placeholder = tr("same as here"),
          .hintOfSeveral = tr("User name on all of these hosts. Empty: the same as yours here.")},
         {.shown = isReachedBySsh}},
        {"interface",
         tr("Interface"),
         tr("Network interface that the ranks exchange gradients over, such as eth1. Empty: the one that the "
            "hosts reach each other by, as their routes say."),
         {.placeholder = tr("automatic"),
          .hintOfSeveral = tr("Network interface for gradients on all of these hosts, such as eth1.")}},
    };
}

FieldTable<Host> HostFields::devices()
{
    return {
        {"cpu_ranks",
         tr("CPU ranks"),
         tr("How many ranks train on this host's processor. They share its cores; two ranks on one computer "
            "are a way to try data parallel training without a cluster."),
         {.kind = FieldKind::Count, .most = kMostCpuRanks},
         {.read = cpuRanksText, .write = setCpuRanks}},
        {"devices",
         tr("GPUs"),
         tr("Indices of the GPUs to train on, as nvidia-smi counts them: 0,2 takes the first and the third. "
            "Each one is a rank; 0,0 puts two ranks on one GPU. Empty: none."),
         {.placeholder = tr("none; 0,2 for two")},
         {.read = gpusText, .write = setGpus}},
        {"servers",
         tr("Servers"),
         tr("Parameter servers on this host, from 0 to 64, for the strategies with servers. They need no "
            "GPU, "
            "but memory and a quick link to every rank. Where no host has any, one runs on each host with "
            "ranks."),
         {.hintOfSeveral = tr("Parameter servers on each of these hosts, for the strategies with servers."),
          .unit = {.zero = tr("(none of its own)")}}},
        {"devices",
         tr("Devices"),
         {},
         {.hintOfSeveral = tr("The devices that train on each of these hosts: cpu,cpu for two ranks on the "
                              "processor; 0,2 for two GPUs.")}},
    };
}

FieldTable<Host> HostFields::machine()
{
    return {
        {"facts",
         tr("Hardware"),
         tr("What it is made of, in your own words, as testbeds list it. Written on its card, and copied "
            "with it."),
         {.placeholder = tr("RTX 3080, 4 cores, 8 GB, 200 GB"),
          .hintOfSeveral = tr("In your own words: RTX 3080, 4 cores, 8 GB, 200 GB.")}},
        {"gpus",
         tr("GPUs in it"),
         tr("How many GPUs the machine has, from 0 to 64: so many chips appear on its card to choose from. "
            "0: not stated."),
         {.unit = {.zero = tr("(not stated)")}}},
        {"region",
         tr("Region"),
         tr("Where it stands, in your own words."),
         {.hintOfSeveral = tr("Where they stand, in your own words.")}},
        {"image",
         tr("Image"),
         tr("The system that it runs, in your own words."),
         {.placeholder = tr("Ubuntu 20.04"),
          .hintOfSeveral = tr("The system that they run, in your own words.")}},
    };
}

} // namespace lockstep
